import { describe, it, vi } from "vitest";
import { GroupId } from "../../src/contract/schema/ids.ts";
import { lagKey } from "../../src/state/samples/measured.ts";
import { NOW, type Stage } from "./stage.ts";
import { SIZES, staged } from "./staged.ts";

/** The cockpit in its phases, and the ways to it and out of it. */

/** The migrations of the sample, in the order in which the service tells them. */
const SAMPLE = ["copying", "ready", "complete", "expired", "failed"] as const;
/** When the one that copies now begins to follow its source, and how long that takes (ms from the moment of the frames). */
const FOLLOWS = 380_000;
const CATCHES_UP = 2_400_000;

const stage = staged();

describe.each(SIZES)("at %ix%i", (columns, rows) => {
  /** Ids that were made just now are other ones each time. */
  const matches = (name: string) =>
    stage.matches(name, (frame) => frame.replaceAll(/\b[0-9a-f]{24}\b/gu, "0123456789abcdef01234567"));

  /** A migration of the sample, in the project that it is in. */
  async function opened(which: (typeof SAMPLE)[number], later = 0): Promise<Stage> {
    const shown = await stage.open({ columns, rows });
    const { store } = shown.app;
    const found = shown.ready.migrations[SAMPLE.indexOf(which)];
    if (found === undefined) throw new Error("the sample has no such migration");
    const { groupId, id } = found;
    store.session.switchProject(GroupId.parse(groupId));
    await shown.until("Legacy-Target");
    const destination = which === "ready" ? "legacy-target" : "shop-eu";
    const about = { source: "shop-rs0", destination };
    const name = `shop-rs0 → ${destination}`;
    store.names.remember({ kind: "migration", id, name, project: groupId, source: "started in this console", about });
    // What was read of the curve before.
    for (let at = FOLLOWS; at < later; at += 60_000) {
      const left = Math.max(0, 1 - (at - FOLLOWS) / CATCHES_UP);
      const value = Math.round(3 + 5397 * left ** 1.15);
      store.samples.record(lagKey(groupId, id), { at: NOW + at, value, state: "WORKING" });
    }
    // What is on its way would be as of the request.
    await shown.settled();
    vi.setSystemTime(NOW + later);
    store.navigation.open({ area: "live-migration", ids: [id] });
    store.navigation.focus("side");
    return shown;
  }

  it.each([
    ["copying", "copying", 0, /· copying/u],
    ["catching-up", "copying", FOLLOWS + 1_500_000, /caught up in/u],
    ["ready", "ready", 0, /expires in/u],
    ["complete", "complete", 0, /Remaining tasks/u],
    ["expired", "expired", 0, /no cut-over within/u],
    ["failed", "failed", 0, /failed and will/u],
  ] as const)("shows a migration that is %s", async (name, which, later, says) => {
    const shown = await opened(which, later);
    await shown.until(says);
    // All that the title of the list, the size and the checks are made of is there.
    if (columns >= 120) await shown.until(/Live migration +\d/u);
    if (name === "copying") await shown.until("GB in total");
    if (name === "copying" || name === "catching-up" || name === "ready") {
      await shown.until(/open on/u);
      await shown.until(/has no snapshot/u);
    }
    await matches(`live-migration-${name}`);
  });

  it("shows what is asked before a cut-over, and its review where not all is so", async () => {
    const shown = await opened("ready");
    await shown.until(/expires in/u);
    await shown.until(/open on/u);
    await shown.until(/has no snapshot/u);
    shown.press("action.menu");
    await shown.until("Cut over…");
    for (let down = 0; down < 5; down += 1) shown.press("menu.down");
    await shown.until(/› \d Cut over…/u);
    shown.press("menu.choose");
    await shown.until("Writes stopped");
    await matches("live-migration-before-cutover");
    shown.press("form.next");
    await shown.until(/› +Writes stopped/u);
    shown.press("form.step-on");
    await shown.until(/Writes stopped\? +.*yes/u);
    shown.press("form.next");
    await shown.until(/› +Source kept/u);
    shown.press("form.step-on");
    await shown.until(/Source kept\? +.*yes/u);
    shown.press("form.review");
    await shown.until(/type\s+.*legacy-target anyway/u);
    await matches("live-migration-cutover");
  });

  it("shows the list without any, the form that starts one, its review, and what was started", async () => {
    const shown = await stage.open({ columns, rows, place: "live-migration" });
    await shown.until("No known migrations");
    await matches("live-migration-none");
    shown.press("action.new");
    await shown.until("Start without validation");
    shown.press("picker.down");
    await shown.until(/› Start without validation/u);
    shown.press("picker.take");
    await shown.until(/› shop-rs0/u);
    shown.press("picker.take");
    await shown.until("▌Start live migration");
    await matches("live-migration-form");
    for (let next = 0; next < 7; next += 1) shown.press("form.next");
    await shown.until(/› +Destination cluster/u);
    shown.type("prod-eu");
    await shown.until("Start live migration shop-rs0 → prod-eu");
    shown.press("form.review");
    await shown.until(/Start migration\? +y/u);
    await matches("live-migration-review");
    shown.press("review.yes");
    await shown.until(/Start migration\? +yes/u);
    shown.press("review.send");
    await shown.until(/prod-eu · new/u);
    await shown.until("Accepted");
    // What was done is said for some seconds.
    await shown.until("Esc close");
    await matches("live-migration-new");
    shown.press("detail.back");
    await shown.until(/› .*shop-rs0/u);
    await matches("live-migration-list");
  });
});
