import { describe, expect, it } from "vitest";
import { leavingForms } from "./leaving-forms.ts";
import { SETTINGS, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

const SECRET = "hunter2-horse-battery";
const HOOK = "https://h.example.com/f77";

describe.each(SIZES)("a form that is left at $cols x $rows, $dialect", (setting) => leavingForms(setting, ["Esc"]));

describe.each(SETTINGS)("a console that is killed in a form at $cols x $rows, $dialect", (setting) => {
  it("has the draft again at the next start, without a secret in any file", async () => {
    await using stage = await Stage.set(setting);
    const first = await stage.configurations();
    await first.do("action.new", "▌New alert configuration");
    await first.field("Event");
    await first.pick("form.suggest", "Event", "host down");
    await first.waitFor("▌New alert configuration: host down");
    await first.select("+ Add notification", "form.next");
    await first.do("form.add", "Notification 1");
    await first.field("Channel");
    await first.pick("form.choices", "Channel", "Webhook");
    await first.field("Webhook URL");
    await first.typeHidden(HOOK);
    await first.field("Webhook secret");
    await first.typeHidden(SECRET);
    await first.field("Delay", "form.previous");
    first.press("text.erase-line");
    first.type("17");
    await first.waitFor(() => first.selected()?.text.includes("17") === true, { what: "17" });
    // The file itself, not the new one beside it that is about to take its place.
    const isDraft = (file: string) => file.includes("/drafts/") && file.endsWith(".json");
    const draft = () => [...stage.home.files()].find(([file]) => isDraft(file))?.[1] ?? "";
    await expect.poll(draft, { timeout: 30_000 }).toMatch(/"delayMin": *17/u);
    expect(first.text()).not.toContain(SECRET);

    first.kill("SIGKILL");
    await first.exit();
    const second = await stage.configurations();
    await second.do("action.new", /Draft restored/u);
    expect(second.text()).toMatch(/▌New alert configuration: host d/u);
    expect(second.rightmost()).toMatch(/Secrets are never saved/u);
    await second.field("Notification 1");
    await second.openItem("Channel");
    await second.field("Delay");
    await second.waitFor(() => second.selected()?.text.includes("17") === true, { what: "17 from the draft" });

    const files = [...stage.home.files()];
    for (const secret of [SECRET, HOOK, stage.world.ready.privateKey]) {
      expect(files.filter(([, content]) => content.includes(secret)).map(([file]) => file)).toEqual([]);
    }
    expect(await stage.world.writes()).toEqual([]);
  });
});
