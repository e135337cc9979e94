import { describe, expect, it } from "vitest";
import { LiveMigrationId } from "../../src/contract/schema/ids.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { objectOf, type World } from "./world.ts";

/** A migration from its start to its check-list, with the service's clock in the test's hand (`domain.md` 14.2). */

const answerOf = async (world: World, id: string) =>
  objectOf(
    (
      await world.client.call("getPushMigration", {
        params: { groupId: world.main, liveMigrationId: LiveMigrationId.parse(id) },
      })
    ).raw,
  );

const clockOf = async (world: World): Promise<number> =>
  Date.parse(String((await world.control("GET", "/clock"))["now"]));

/** When what the screen says was read, in seconds of the day; null where it does not say. */
function readAt(sextant: Sextant): number | null {
  const match = /ready .*?(\d\d):(\d\d):(\d\d)/u.exec(sextant.rightmost());
  return match === null ? null : Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}

/** Time in the console goes on by itself between two answers: it is the service's to so many seconds. */
const EXACT = 10;

/** Moves the clock on and looks again, as a person does who does not want to wait. */
async function lookAfter(
  sextant: Sextant,
  world: World,
  seconds: number,
  shows: RegExp | null = null,
): Promise<number> {
  await world.step(seconds);
  const now = await clockOf(world);
  const isRead = (): boolean => Math.abs((readAt(sextant) ?? Number.NaN) - ((now / 1000) % 86_400)) < EXACT;
  sextant.press("refresh");
  // What was read less than a second ago is not read again: the key is pressed once more then, as people do.
  const again = setInterval(() => sextant.press("refresh"), 1200);
  try {
    await sextant.waitFor(shows ?? isRead, { what: `what is so at ${new Date(now).toISOString()}` });
  } finally {
    clearInterval(again);
  }
  return now;
}

const UNITS: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 };

type Said = { readonly at: number; readonly likely: number; readonly least: number; readonly most: number };

/** The forecast that is on the screen, in seconds from now; null where none is. */
function forecastOn(sextant: Sextant, at: number): Said | null {
  const match = /caught up in about ([\d.]+) (s|min|h)(?: \(([\d.]+) to ([\d.]+)\))?/u.exec(sextant.rightmost());
  if (match === null) return null;
  const unit = UNITS[match[2] ?? ""] ?? Number.NaN;
  const likely = Number(match[1]) * unit;
  const [least, most] = [match[3], match[4]].map((text) => (text === undefined ? likely : Number(text) * unit));
  return { at, likely, least: least ?? likely, most: most ?? likely };
}

/** What was said at each stage against what came. */
function report(said: readonly Said[], caughtUpAt: number): string {
  const rows = said.map(({ at, likely, least, most }) => {
    const came = (caughtUpAt - at) / 1000;
    const error = Math.round(((likely - came) / came) * 100);
    const outcome = came >= least * 0.95 && came <= most * 1.05 ? "held" : "missed";
    const minutes = (span: number): string => (span / 60).toFixed(1).padStart(5);
    return `${minutes(came)} min before: said ${minutes(likely)} (${minutes(least)} to ${minutes(most)}), error ${error} %, range ${outcome}`;
  });
  return ["forecast of the lag's end against what came:", ...rows].join("\n");
}

/** Picks what is moved and where to, and starts it at once. */
async function start(sextant: Sextant): Promise<void> {
  await sextant.do("action.new", "▌Start live migration");
  await sextant.select("Start without validation", "picker.down");
  await sextant.do("picker.take", "▌Source to migrate");
  await sextant.takeFound(/^shop-rs0 +214 GB/u, "▌Start live migration");
  // Its name begins as that of the field before it: it is come to from below.
  sextant.press("form.last");
  await sextant.on("Empty destination");
  await sextant.field("Network", "form.previous");
  await sextant.field("Destination cluster", "form.previous");
  await sextant.pick("form.suggest", "Destination cluster", "prod-eu");
  await sextant.waitFor("▌Start live migration shop-rs0 → prod-eu");
}

describe.concurrent.each(SIZES)("a migration at $cols x $rows, $dialect", (setting) => {
  it("goes from its start over the copy, a bump and ready to the cut-over and its check-list", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await stage.at("live-migration", /No known migrations/u);
    await start(sextant);
    await sextant.review({ asks: "Start migration" });
    expect(sextant.rightmost()).toMatch(/Not validated/u);
    await sextant.doSaying("review.page-down", /Latest snapshot of prod-eu: .* old/u);
    await sextant.yes("Start migration");
    await sextant.do("review.send", /shop-rs0 → prod-eu · new/u);
    await sextant.waitForSaid(/Lag unknown \(not zero\): /u);
    const id = /\b[0-9a-f]{24}\b/u.exec(sextant.text())?.[0] ?? "";
    expect(await answerOf(world, id)).toMatchObject({ status: "NEW" });
    expect((await world.writesDone()).map(({ body }) => body)).toMatchObject([
      {
        source: { clusterName: "shop-rs0", ssl: true, managedAuthentication: true },
        destination: { groupId: world.main, clusterName: "prod-eu", hostnameSchemaType: "PUBLIC" },
        migrationHosts: ["mig01.corp.example"],
      },
    ]);

    await lookAfter(sextant, world, 60, /· copying/u);
    expect(sextant.rightmost()).toMatch(/copying ● catching up ready/u);
    expect(sextant.rightmost()).toMatch(/lag 5 s or less.* not reported \(not zero\)/u);
    sextant.press("action.menu");
    await sextant.waitFor(/Cut over… +the initial copy is in progress/u);
    sextant.press("menu.close");
    await sextant.waitUntilAbsent("▌Actions");

    await lookAfter(sextant, world, 620, /· catching up/u);
    // So many looks reach the console's limit of a hundred calls a minute on a quick machine: it reads on when that is over.
    const every = setting.cols === 80 ? 100 : 200;
    const said: Said[] = [];
    const silent: string[] = [];
    let isBumped = false;
    let caughtUpAt = Number.NaN;
    for (let looks = 0; Number.isNaN(caughtUpAt) && looks < 90; looks += 1) {
      const at = await lookAfter(sextant, world, every);
      const { lagTimeSeconds } = await answerOf(world, id);
      if (Number(lagTimeSeconds) <= 5) caughtUpAt = at;
      const forecast = forecastOn(sextant, at);
      if (forecast !== null) said.push(forecast);
      if (looks === Math.round(1050 / every) && !isBumped) {
        isBumped = true;
        await world.control("POST", "/scenarios", {
          scenario: "lag-bump",
          existing: [id],
          options: { lasts: 900, height: 1800 },
        });
      }
      const words = /Lag (.*?) \d+[smh] +⣿/u.exec(sextant.rightmost())?.[1] ?? "nothing yet";
      if (forecast === null) silent.push(words);
    }
    expect(said.length).toBeGreaterThan(2);
    // Few looks may miss it; who looks more often is told of no end while the bump lasts.
    if (setting.cols === 80) expect(silent.some((words) => /rising|level/u.test(words))).toBe(true);
    process.stdout.write(`${report(said, caughtUpAt)}\nno forecast:\n  ${silent.join("\n  ")}\n`);
    const inRange = said.filter(({ at, least, most }) => {
      const came = (caughtUpAt - at) / 1000;
      return came >= least && came <= most;
    });
    // Nobody could know of the bump before it came; after it, most have to have held.
    expect(inRange.length).toBeGreaterThan(0);

    await lookAfter(sextant, world, 75, /· ready/u);
    await sextant.waitForSaid(/! Migration expires in 4 days 23 h at most: cut over before/u);
    await lookAfter(sextant, world, 20);
    await lookAfter(sextant, world, 20);
    expect(sextant.rightmost()).toMatch(/✓ lag 5 s or less.* \d s, \d+ readings in a row/u);

    await sextant.act("Cut over…", "▌Before the cut-over of shop-rs0 → prod-eu");
    await sextant.do("form.review", /stop the writes first/u);
    await sextant.field("Writes stopped");
    sextant.press("form.step-on");
    await sextant.waitFor(/Writes stopped\? +.*yes/u);
    await sextant.field("Source kept");
    sextant.press("form.step-on");
    await sextant.waitFor(/Source kept\? +.*yes/u);
    await sextant.review();
    await sextant.waitForSaid(/Cut over now: type prod-eu exactly to/u);
    expect(sextant.rightmost()).toMatch(/Later changes on the source are not copied\. This cannot be undone/u);
    sextant.press("review.send");
    await sextant.waitFor(/type prod-eu exactly/u);
    expect(await answerOf(world, id)).toMatchObject({ readyForCutover: true });
    sextant.type("prod-eu");
    await sextant.waitFor(/> prod-eu/u);
    await sextant.do("review.send", /· cutting over/u);
    await sextant.waitForSaid(/Synchronisation is stopping/u);
    expect((await world.writesDone()).map(({ method, target }) => `${method} ${target.split("/").at(-1)}`)).toEqual([
      "POST liveMigrations",
      "PUT cutover",
    ]);
    sextant.press("action.menu");
    await sextant.waitFor(/Cut over… +the cut-over is in progress/u);
    sextant.press("menu.close");
    await sextant.waitUntilAbsent("▌Actions");

    await lookAfter(sextant, world, 200, /· completed/u);
    await sextant.waitForSaid(/Remaining tasks .*Compare counts of documents/u);
    expect(await answerOf(world, id)).toMatchObject({ status: "COMPLETE" });

    // Who starts anew finds it again, with its curve: no list of the service tells of it.
    sextant.press("quit");
    await sextant.exit();
    const again = await stage.at("live-migration", /1 migration /u);
    await again.waitFor(/shop-.* +completed/u);
    await again.do("list.open", /· completed/u);
    await again.waitForSaid(/Compare counts/u);
    await again.doSaying("detail.last", /Worst lag +\d+ h/u);
  });
});
