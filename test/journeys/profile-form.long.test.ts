import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { programOf } from "../../build.ts";
import { started } from "../service/started.ts";
import { Home } from "./home.ts";
import { Sextant, SIZES } from "./sextant.ts";

/** From nothing to one's own service: a profile that is filled in on screen. */

describe.each(SIZES)("the form of a profile at $cols x $rows", ({ cols, rows }) => {
  it("leads from the first start to the alerts of a service over TLS, by keys alone; a wrong secret loses nothing", async () => {
    const { ready } = await started([programOf(), "serve", "--json", "--tls", "--data", ":memory:"]);
    using home = new Home();
    await using sextant = new Sextant({ args: ["dist/main.js"], cols, rows, env: home.env });
    await sextant.waitFor(/▌Overview/u);
    await sextant.waitFor("SANDBOX");

    await sextant.do("project", /▌Projects of profile/u);
    await sextant.select("Another profile", "picker.down");
    await sextant.do("picker.take", /▌Profiles/u);
    await sextant.select("New profile", "menu.down");
    await sextant.do("menu.choose", /▌New profile/u);

    const fill = async (label: string, text: string): Promise<void> => {
      await sextant.field(label);
      sextant.press("text.erase-line");
      sextant.type(text);
      // A long text has a line of its own, which shows its end.
      await sextant.waitFor((rows) => rows.some((row) => row.includes(text.slice(-20))), { what: text });
    };
    const choose = async (label: string, value: string, key: "left" | "right"): Promise<void> => {
      await sextant.field(label);
      for (let turns = 0; !sextant.has(new RegExp(`← ${value}(?!\\S)|  ${value} →`, "u")); turns += 1) {
        const before = sextant.selected()?.text;
        sextant.key(key);
        await sextant.waitFor(() => sextant.selected()?.text !== before, { what: `another ${label}` });
        if (turns > 5) throw new Error(`${label} has no ${value}`);
      }
    };
    await fill("Name", "mine");
    await fill("Address", ready.baseUrl);
    await choose("Dialect", "specification", "left");
    await choose("Environment", "other", "right");
    await fill("Client id", ready.clientId);
    await choose("Keep secret in", "secrets.json", "right");
    await sextant.field("Secret");
    await sextant.typeHidden("not-the-secret");
    await fill("CA file", ready.caFile ?? "");
    await fill("Settings files", "~/settings");
    await sextant.doSaying("form.apply", /Not saved: .*refused the service account/u);
    expect(home.files().has("config/sextant/profiles.json")).toBe(false);

    // All of it is there still; the secret is entered anew.
    expect(sextant.rightmost()).toContain(ready.baseUrl.slice(0, 20));
    await sextant.field("Secret");
    sextant.press("text.erase-line");
    await sextant.typeHidden(ready.clientSecret.slice(0, 8));
    sextant.type(ready.clientSecret.slice(8));
    await sextant.do("form.apply", /▌Profile mine saved/u);
    await sextant.waitFor(/Open mine now/u);
    await sextant.do("picker.take", /✓ Profile mine/u);
    await sextant.do("project", /▌Projects of profile mine/u);
    await sextant.do("menu.close", /▌Overview/u);
    await sextant.do("palette.open", "Commands");
    sextant.type("alerts");
    await sextant.on("Go to Alerts");
    await sextant.do("palette.choose", /▌Alerts +\d+ open/u);

    const profiles = readFileSync(join(home.directory, "config/sextant/profiles.json"), "utf8");
    expect(profiles).not.toContain(ready.clientSecret);
    expect(profiles).toContain('"alias": "Payments"');
    expect(profiles).toContain('"settingsFiles": "~/settings"');
    const holding = [...home.files()].filter(([, bytes]) => bytes.includes(ready.clientSecret));
    expect(holding.map(([name]) => name)).toEqual(["config/sextant/secrets.json"]);
    expect([...home.files()].filter(([, bytes]) => bytes.includes("not-the-secret"))).toEqual([]);
  });
});
