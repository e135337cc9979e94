import { describe, expect, it } from "vitest";
import { maskTail } from "../../src/contract/secret.ts";
import { begun, brokenOff, later, opened, putAway, resumed, said, snapshotsOf, written } from "./runbook.ts";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

const KEY = "0123456789abcdef0123456789abcdef";

describe.each(SIZES)("runbooks at $cols x $rows, $dialect", (setting) => {
  it("makes a safe change: snapshot, wait, the change, and the snapshot goes; left and taken up again on the way", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await snapshotsOf(world, "prod-eu");
    const first = await opened(stage);
    await begun(first, /^ *Safe change/u, "Cluster to change", "prod-eu");
    await first.waitFor({ said: /1 now Take a snapshot/u });
    await first.do("action.new", "▌Take a snapshot of prod-eu");
    await first.field("Note");
    await first.review({ offers: "Take a snapshot of prod-eu" });
    await first.doSaying("review.send", /in progress: wait until it completes/u);
    const made = (await snapshotsOf(world, "prod-eu")).find(({ id }) => !before.some((other) => other["id"] === id));
    expect(made).toMatchObject({ snapshotType: "onDemand" });
    // There is nothing to do but wait, and it says so.
    await first.do("action.new", { said: /in progress: wait until it completes \(Start/u });
    await brokenOff(first);

    const sextant = await resumed(stage, /^ *Safe change +prod-eu/u, {
      said: /Progress step 1 of 3, continues automatically/u,
    });
    // Without a key it takes the pace of the scheduler: once is enough.
    if (setting.cols > 80) await later(sextant, world, 900, { said: /1 done Take a snapshot/u });
    else await world.step(900);
    await sextant.waitFor({ said: /1 done Take a snapshot/u });
    await sextant.waitFor({ said: /2 now Make the change/u });
    await said(sextant, "Make the change", { said: /2 done Make the change/u });
    await sextant.doSaying("action.new", /type prod-eu exactly to/u);
    sextant.type("prod-eu");
    await sextant.waitFor(/> prod-eu/u);
    await sextant.do("review.send", { said: /all steps done: press a to archive/u });
    expect((await snapshotsOf(world, "prod-eu")).some(({ id }) => id === made?.["id"])).toBe(false);
    expect(await written(world)).toEqual(["takeSnapshot", "deleteReplicaSetBackup"]);
    await putAway(sextant);
  });

  it("rotates a notification key: made elsewhere, replaced wherever it is used, seen to arrive, the old one revoked", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const first = await opened(stage);
    await first.select(/^ *Rotate a notification key/u);
    await first.do("action.new", { said: /Progress step 1 of 4, n marks it as done/u });
    await said(first, "Create the new key", { said: /Progress step 2 of 4, n opens/u });
    await first.do("action.new", "▌Replace which key");
    await first.do("picker.close", { said: /Progress step 2 of 4/u });
    first.press("quit");
    await first.exit();

    const sextant = await resumed(stage, /^ *Rotate a notification key/u, { said: /Progress step 2 of 4, n opens/u });
    await sextant.do("action.new", "▌Replace which key");
    await sextant.takeFound(
      /^PagerDuty …\w{4} \(Service key\) +in \d+ conf/u,
      /▌Replace the key of PagerDuty …\w{4}/u,
      "PagerDuty",
    );
    await sextant.typeHidden(KEY);
    await sextant.do("form.review", /▌Review +Replace the key of PagerDuty/u);
    await sextant.waitForSaid(/The old key cannot be restored/u);
    await sextant.yes();
    await sextant.do("review.send", / (\d+) of \1 done/u);
    await sextant.do("result.close", { said: /Progress step 3 of 4, n marks it as done/u });
    await said(sextant, "Check that an alert arrives", { said: /Progress step 4 of 4, n marks it as done/u });
    await said(sextant, "Revoke the old key", { said: /all steps done/u });
    await putAway(sextant);
    const configurations = JSON.stringify(await world.configurations());
    const uses = configurations.match(/"serviceKey":"[^"]+"/gu) ?? [];
    expect(uses.length).toBeGreaterThan(1);
    for (const use of uses) expect(maskTail(use.slice(14, -1))).toBe(KEY.slice(-4));
    const done = await written(world);
    expect(done.length).toBeGreaterThan(1);
    expect(new Set(done)).toEqual(new Set(["updateAlertConfiguration"]));
    const targets = (await world.writesDone()).map(({ target }) => target);
    expect(new Set(targets).size).toBe(targets.length);
    expect([...stage.home.files().values()].join("\n")).not.toContain(KEY);
  });

  it("hands over the shift as text: the worst first, what runs, what is Expiring soon and the paths on their way", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage);
    await begun(sextant, /^ *Safe change/u, "Cluster to change", "prod-eu");
    await sextant.do("detail.back", /▌Runbooks +1 in progress/u);
    sextant.press("list.last");
    await sextant.on(/^ *Hand over the shift/u);
    await sextant.do("list.open", { said: /Nothing is changed/u });
    await sextant.do("action.new", /Handover of Payments, \d{4}-\d\d-\d\d \d\d:\d\d UTC/u);
    await sextant.do("page.copy", /Copied through the terminal/u);
    await sextant.do("page.save", /Saved to/u);
    const text = [...stage.home.files()].find(([name]) => /handover-[\dT-]+\.txt$/u.test(name))?.[1] ?? "";
    const open = (await world.alerts("OPEN")).filter(({ acknowledgedUntil }) => acknowledgedUntil === undefined);
    expect(text.match(/^ *- (?:CRIT|ERR|WARN|INFO) (?!.* \d+ alerts )/gmu)).toHaveLength(open.length);
    const severities = [...text.matchAll(/^- (CRIT|ERR|WARN|INFO) /gmu)].map(([, severity]) => severity);
    const rank = ["CRIT", "ERR", "WARN", "INFO"];
    expect(severities).toEqual(
      severities.toSorted((one, other) => rank.indexOf(one ?? "") - rank.indexOf(other ?? "")),
    );
    expect(text).toMatch(/^- link +[56]m .*prod-eu/mu);
    expect(text).toMatch(/^- ack /mu);
    expect(text).toMatch(/^- export .* of 880 collections/mu);
    expect(text).toMatch(/Runbooks in progress\n- safe change: prod-eu/u);
    await sextant.do("page.close", { said: /Nothing is changed/u });
    expect(await world.writes()).toEqual([]);
  });
});
