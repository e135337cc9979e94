import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { countOf, goWell, goWrong, isInTime, isOutdated, lookUntil, said } from "./look-again.ts";
import { type Setting, Sextant } from "./sextant.ts";
import { Stage } from "./stage.ts";
import type { World } from "./world.ts";

/** Each way in which reading can go wrong (`domain.md` 17.4) while a live view is open: what is said, what stays, how it ends. */

type Row = {
  readonly what: string;
  readonly place: string;
  /** The title once everything is there. */
  readonly title: RegExp;
  readonly wish: JsonObject;
  /** Why it is old, in words. */
  readonly says: RegExp;
  /** A row of data that stays. */
  readonly stays: RegExp;
};

const ALERTS = { place: "alerts", title: /Alerts +6 open/u, stays: /CRIT +\d+m +no primary/u } as const;
const WALL = { place: "overview", title: /Overview +2 crit/iu, stays: /CRIT +\d+m +prod-eu-side/u } as const;
const RESTORES = {
  place: "restore-jobs",
  title: /Restores +1 running · 1 to download/u,
  stays: /ready +prod-eu → download/u,
} as const;
const EXPORTS = {
  place: "export-jobs",
  title: /Exports +1 running/u,
  stays: /failed +prod-eu +access denied/u,
} as const;
const INDEXES = {
  place: "search-indexes",
  title: /Indexes +\d+ · \d+ not serving/u,
  stays: /customers · names/u,
} as const;
const SNAPSHOTS = {
  place: "snapshots",
  title: /Snapshots +.*! prod-eu-side: no snapshot/u,
  stays: /daily +completed/u,
} as const;

const FAILURES: readonly Row[] = [
  { what: "500", ...ALERTS, wish: { scenario: "server-error", times: 99 }, says: /List alerts: the service failed/u },
  {
    what: "503 with Retry-After",
    ...RESTORES,
    wish: { scenario: "server-error", times: 99, options: { status: 503, wait: 3 }, on: ["GET **"] },
    says: /the service failed|Refreshed in \d+ s, as requested by the service/u,
  },
  { what: "a connection that is cut", ...WALL, wish: { scenario: "cut-before" }, says: /the service was not reached/u },
  {
    what: "an answer that is cut",
    ...INDEXES,
    wish: { scenario: "cut-mid-body" },
    says: /the service was not reached|the response is not readable|broke off/u,
  },
  {
    what: "half of a JSON",
    ...EXPORTS,
    wish: { scenario: "truncated-json" },
    says: /List snapshot exports: the response is not readable\. Incompl/u,
  },
  { what: "a garbled JSON", ...SNAPSHOTS, wish: { scenario: "garbled-json" }, says: /the response is not readable/u },
  {
    what: "the page of a proxy",
    ...EXPORTS,
    wish: { scenario: "html-error" },
    says: /List snapshot exports: (the service failed|the response is not readable)/u,
  },
  {
    what: "a page with status 200",
    ...ALERTS,
    wish: { scenario: "html-error", options: { status: 200 } },
    says: /The response is a web page, not JSON/u,
  },
  { what: "an empty answer", ...ALERTS, wish: { scenario: "empty-body" }, says: /the response is not readable/u },
  {
    what: "an address that is on no access list",
    ...WALL,
    wish: { scenario: "not-on-access-list" },
    says: /This machine's address is not on the access list/u,
  },
  {
    what: "a role that was taken away",
    ...EXPORTS,
    wish: { scenario: "role-missing" },
    says: /List snapshot exports: It requires the role Project Serv/u,
  },
  {
    what: "a version that is withdrawn",
    ...RESTORES,
    wish: { scenario: "gone" },
    says: /no longer supports this API version/u,
  },
];

/** A console at a place, with everything there and a row selected. */
async function opened(
  stage: Stage,
  { place, title }: Pick<Row, "place" | "title">,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Sextant> {
  const sextant = await stage.at(place, title, env);
  await sextant.waitFor(() => sextant.selected() !== undefined && isInTime(sextant), { what: "all of it, in time" });
  return sextant;
}

const SMALL: Setting = { cols: 80, rows: 24, dialect: "specification" };
const LARGE: Setting = { cols: 120, rows: 40, dialect: "atlas" };
/** Both sizes and both wires in turn: what goes wrong is not a matter of either. */
const settingOf = (index: number): Setting => (index % 2 === 0 ? SMALL : LARGE);

/** How a row begins that is the same one, however old it has become. */
const withoutAges = (row = ""): string =>
  row
    .replaceAll(/\d+[smhd]/gu, "")
    .replaceAll(/ +/gu, " ")
    .slice(0, 16);

describe.concurrent("a refresh that fails", () => {
  it.each(FAILURES.map((row, index) => [row.what, row, settingOf(index)] as const))(
    "with %s is told in words, leaves what was there with its age, and is over when the service is well",
    async (_what, row, setting) => {
      await using stage = await Stage.set(setting);
      const { world } = stage;
      const sextant = await opened(stage, row);
      const selected = withoutAges(sextant.selected()?.text);
      await goWrong(world, row.wish);
      await lookUntil(sextant, () => isOutdated(sextant) && row.says.test(said(sextant)), `${String(row.says)}, late`);
      expect(said(sextant)).toMatch(row.stays);
      expect(withoutAges(sextant.selected()?.text)).toBe(selected);
      // The keys go on, and more than the words: all of them are told.
      await sextant.do("help.open", "▌Keys");
      sextant.press("help.close");
      await sextant.waitUntilAbsent("▌Keys");

      await goWell(world);
      await lookUntil(sextant, () => isInTime(sextant), "in time again");
      await sextant.waitFor(() => !row.says.test(sextant.screen().at(-1) ?? ""), { what: "the hints again" });
      expect(said(sextant)).toMatch(row.stays);
      expect(await world.writes()).toEqual([]);
    },
  );
});

describe.concurrent("an operation that was withdrawn", () => {
  it.each([SMALL, LARGE])("names what the specification has in its place, at $cols x $rows", async (setting) => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage, RESTORES);
    await goWrong(world, { scenario: "gone", on: ["listServerlessBackupRestoreJobs"] });
    await lookUntil(sextant, () => isOutdated(sextant), "a list that is late");
    expect(said(sextant)).toMatch(/List restore jobs of a serverless instance: Replaced by/u);
    expect(said(sextant)).toMatch(RESTORES.stays);
    // The last line may have no room for all of it; what was said stands whole in the log.
    await sextant.do("activity", "▌Activity");
    await sextant.waitFor(/listFlexBackupRestoreJobs\. The service no longer/u);
    expect(await world.writes()).toEqual([]);
  });
});

/** Takes what is left of a bucket. */
async function drain(world: World): Promise<void> {
  const params = { groupId: world.main };
  for (let isLeft = true; isLeft; ) {
    isLeft = await world.client.call("listAlerts", { params, query: { status: "OPEN" } }, { repeats: 0 }).then(
      () => true,
      () => false,
    );
  }
}

/** A hundredth of a bucket: twelve calls, five more a minute. */
const TIGHT = { divide: 100 } as const;

describe.concurrent("a request budget", () => {
  it("that is spent holds back its own answers only, counts down, and lets them come by themselves", async () => {
    await using stage = await Stage.set(LARGE);
    const { world } = stage;
    const sextant = await opened(stage, WALL);
    await goWrong(world, { scenario: "rate-limit", options: TIGHT, on: ["alerts"] });
    await drain(world);
    await lookUntil(sextant, /Problems as of [\d:]{8}, (?:<10|\d+)s old/u);
    await lookUntil(sextant, /Refreshed in \d+ s, as requested by the service/u);
    expect(sextant.screen()[0]).toMatch(/budget 0 %/u);
    expect(said(sextant)).toMatch(/next try in \d+s/u);
    expect(said(sextant)).toMatch(/In progress as of [\d:]{8} (?!, )/u);
    expect(said(sextant)).toMatch(WALL.stays);
    // Nobody presses anything.
    await sextant.waitFor(() => isInTime(sextant), { what: "in time by itself" });
    expect(await world.writes()).toEqual([]);
  });

  it("that says neither how long to wait nor what is left is met with patience", async () => {
    await using stage = await Stage.set(SMALL);
    const { world } = stage;
    const sextant = await opened(stage, ALERTS);
    await goWrong(world, {
      scenario: "rate-limit",
      options: { ...TIGHT, wait: "no", remaining: "no" },
      on: ["alerts"],
    });
    await drain(world);
    await lookUntil(
      sextant,
      () => isOutdated(sextant) && /Rate limit of the service reached/u.test(said(sextant)),
      "429",
    );
    await sextant.waitFor(/next try in \d+s/u);
    expect(said(sextant)).toMatch(ALERTS.stays);
    await goWell(world);
    await lookUntil(sextant, () => isInTime(sextant), "in time again");
  });
});

describe.concurrent("an answer that is slow", () => {
  it.each([
    ["late", { scenario: "slow", options: { seconds: 4 } }, SMALL],
    ["at any time", { scenario: "jitter", options: { least: 1, most: 4 } }, LARGE],
  ] as const)("and comes %s keeps nobody from anything", async (_when, wish, setting) => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage, ALERTS);
    const before = sextant.row("as of")?.text.match(/as of ([\d:]{8})/u)?.[1];
    await goWrong(world, wish);
    sextant.press("refresh");
    await sextant.do("list.open", /Acknowledged +no/u);
    await sextant.do("detail.back", /▌Alerts/u);
    await sextant.do("help.open", "▌Keys");
    sextant.press("help.close");
    await sextant.waitUntilAbsent("▌Keys");
    await lookUntil(sextant, () => isInTime(sextant) && !said(sextant).includes(`as of ${before} `), "a later time");
    expect(await world.writes()).toEqual([]);
  });

  it("and never comes is given up in words; what was there stays and everything else goes on", async () => {
    await using stage = await Stage.set(SMALL);
    const { world } = stage;
    await using sextant = new Sextant({
      args: ["dist/main.js", "alerts"],
      cols: SMALL.cols,
      rows: SMALL.rows,
      env: { ...stage.home.env, ...world.env() },
    });
    await sextant.waitFor(ALERTS.title);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected alert" });
    await goWrong(world, { scenario: "hang" });
    await lookUntil(sextant, () => isOutdated(sextant), "late");
    await sextant.waitFor(/no response|30 s/u);
    expect(said(sextant)).toMatch(ALERTS.stays);
    await sextant.do("list.open", /Acknowledged +no/u);
    await sextant.do("detail.back", /▌Alerts/u);
    await goWell(world);
    await lookUntil(sextant, () => isInTime(sextant), "in time again");
  });
});

/** The environment of a service account in place of an API key. */
const account = ({ ready }: World): Readonly<Record<string, string | undefined>> => ({
  SEXTANT_PUBLIC_KEY: undefined,
  SEXTANT_PRIVATE_KEY: undefined,
  SEXTANT_CLIENT_ID: ready.clientId,
  SEXTANT_CLIENT_SECRET: ready.clientSecret,
});

/** Strikes no call of the token endpoint that will ever be made, and counts them. */
const COUNTING: JsonObject = { scenario: "token-429", nth: 1_000_000 };

describe.concurrent("who one is", () => {
  it("with a token that ends is renewed once, and nobody sees it", async () => {
    await using stage = await Stage.set(SMALL);
    const { world } = stage;
    await goWrong(world, COUNTING);
    const sextant = await opened(stage, ALERTS, account(world));
    expect(await countOf(world, "token-429", "seen")).toBe(1);
    await goWrong(world, { scenario: "token-expired", nth: 1 });
    const before = sextant.row("as of")?.text.match(/as of ([\d:]{8})/u)?.[1];
    await lookUntil(sextant, () => isInTime(sextant) && !said(sextant).includes(`as of ${before} `), "a later time");
    expect(await countOf(world, "token-429", "seen")).toBe(2);
  });

  it("with a token endpoint that refuses keeps what is there, and is not asked in a storm", async () => {
    await using stage = await Stage.set(LARGE);
    const { world } = stage;
    const sextant = await opened(stage, ALERTS, account(world));
    await goWrong(world, { scenario: "token-429", options: { wait: 4 } }, { scenario: "token-expired", nth: 1 });
    await lookUntil(sextant, () => isOutdated(sextant) && /token/u.test(said(sextant)), "late for want of a token");
    expect(said(sextant)).toMatch(ALERTS.stays);
    expect(await countOf(world, "token-429", "triggered")).toBeLessThan(4);
    await goWell(world);
    await lookUntil(sextant, () => isInTime(sextant), "in time again");
  });

  it("with nonces that are used up at every second call is signed anew, and nobody sees it", async () => {
    await using stage = await Stage.set(SMALL);
    const { world } = stage;
    const sextant = await opened(stage, WALL);
    await goWrong(world, { scenario: "digest-stale", every: 2 });
    const before = sextant.row("as of")?.text.match(/as of ([\d:]{8})/u)?.[1];
    await lookUntil(sextant, () => isInTime(sextant) && !said(sextant).includes(`as of ${before} `), "a later time");
    expect(await countOf(world, "digest-stale", "triggered")).toBeGreaterThan(0);
    expect(said(sextant)).toMatch(WALL.stays);
  });
});

describe.concurrent("the service's clock", () => {
  it("is the one that countdowns follow, and is said to be another one than this machine's", async () => {
    await using stage = await Stage.set(LARGE, { speed: 1 });
    const { world } = stage;
    const sextant = await opened(stage, ALERTS);
    expect(sextant.screen()[0]).not.toMatch(/clock/u);
    await sextant.waitFor(/ack ends in [23]m/u);
    await goWrong(world, { scenario: "clock-skew", options: { seconds: -600 } });
    await lookUntil(sextant, /ack ends in 1[23]m/u);
    expect(sextant.screen()[0]).toMatch(/service clock 10m behind/u);
    await goWell(world);
    await lookUntil(sextant, /ack ends in [23]m/u);
    await sextant.waitFor(() => !/clock/u.test(sextant.screen()[0] ?? ""), { what: "clocks that agree" });
  });
});
