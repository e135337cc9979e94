import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** Files below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

describe.each(SIZES)("what was done, at $cols x $rows, $dialect", (setting) => {
  it("is listed with its status, each call can be copied as a command, and all writes kept as a change log without secrets", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await stage.alerts();
    await sextant.act("Acknowledge…", /▌Acknowledge/u);
    await sextant.field("Acknowledge until");
    sextant.type("+2h");
    await sextant.waitFor(/\+2h.*UTC/u);
    await sextant.field("Note");
    sextant.type("CHG-77 it's on us");
    await sextant.review({ offers: "Acknowledge" });
    await sextant.do("review.send", /Status +OPEN, acknowledged/u);
    const [sent] = await world.writesDone();

    await sextant.do("activity", /▌Activity/u);
    await sextant.waitFor(/200 +PATCH +acknowledgeAlert/u);
    await sextant.do("activity.copy", "▌Copy a request as curl");
    await sextant.takeFound(/acknowledgeAlert +[\d:]+ PATCH 200/u, /Copied through the terminal/u, "acknowledgeAlert");

    await sextant.do("activity.change-log", "▌Change log of this session");
    expect(sextant.rightmost()).toMatch(/# Changes in Payments/u);
    await sextant.do("page.save", /Saved to/u);
    const [path] = filesIn(stage.home.directory).filter((file) => /change-log-[^/]*\.md$/u.test(file));
    if (path === undefined) throw new Error("no change log was written");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, "utf8");
    expect(text.match(/^## /gmu)).toHaveLength(1);
    expect(text).toMatch(/^## 1\. /mu);
    expect(text).toContain(`\`PATCH ${sent?.target}\`: 200`);
    expect(text).toContain("CHG-77 it'\\''s on us");
    const { SEXTANT_PRIVATE_KEY: secret } = world.env();
    expect(secret).toBeTruthy();
    expect(text).not.toContain(secret);
    expect(text).toContain("$SEXTANT_PRIVATE_KEY");
  });

  it("is there at the next start: found by a filter, shown in full with before and after, and copied", async () => {
    await using stage = await Stage.set(setting);
    const first = await stage.alerts();
    await first.act("Acknowledge…", /▌Acknowledge/u);
    await first.field("Acknowledge until");
    first.type("+2h");
    await first.waitFor(/\+2h.*UTC/u);
    await first.review({ offers: "Acknowledge" });
    await first.do("review.send", /Status +OPEN, acknowledged/u);
    first.press("quit");
    await first.exit();

    const second = await stage.alerts();
    await second.do("activity", /▌Activity +this session/u);
    await second.do("activity.all-runs", /▌Changes of all runs +1 change/u);
    await second.do("writes.filter", "!exclude");
    second.type("result:refused");
    await second.waitFor("No change matches “result:refused”.");
    await second.do("filter.undo", /200 done +Acknowledge alert/u);
    await second.do("writes.open", /Before and after/u);
    expect(second.text()).toMatch(/Acknowledge until/u);
    expect(second.text()).toMatch(/Undo +not from here/u);
    await second.do("write.copy", "Request as curl");
    await second.do("menu.choose", /Copied through the terminal/u);
    second.press("write.close");
    await second.do("writes.runbook", /▌Runbook of these changes/u);
    expect(second.text()).toContain("sextant run acknowledgeAlert");
  });
});
