import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { goWell, goWrong, lookUntil, said } from "./look-again.ts";
import type { Setting, Sextant } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { objectOf, type World } from "./world.ts";

/**
 * Each way in which a write can go wrong (`domain.md` 17.4) that is made from a live view, here the silence of an alert: what is said,
 * that what was filled in stays, and that nothing is sent twice.
 */

const SMALL: Setting = { cols: 80, rows: 24, dialect: "specification" };
const LARGE: Setting = { cols: 120, rows: 40, dialect: "atlas" };
const settingOf = (index: number): Setting => (index % 2 === 0 ? SMALL : LARGE);

/** Every time that the write came to the service, the unsigned first leg of a digest left out. */
const sent = async (world: World): Promise<readonly number[]> =>
  (await world.writes()).flatMap(({ method, status }) => (method === "PATCH" && status !== 401 ? [status] : []));

/** Fills a silence in, reviews it and sends it. */
async function silence(stage: Stage): Promise<Sextant> {
  const sextant = await stage.alerts();
  await sextant.select("no primary");
  await sextant.act("Acknowledge…", /▌Acknowledge no primary/u);
  await sextant.field("Acknowledge until");
  sextant.type("+2h");
  await sextant.waitFor(/\+2h.*UTC/u);
  await sextant.review({ offers: "Acknowledge" });
  return sextant;
}

const isAcknowledged = async (world: World): Promise<boolean> => {
  const alerts = await world.alerts("OPEN");
  return alerts.some(
    ({ eventTypeName, clusterName, acknowledgedUntil }) =>
      eventTypeName === "NO_PRIMARY" && clusterName === "prod-eu-side" && acknowledgedUntil !== undefined,
  );
};

type Refused = { readonly what: string; readonly wish: JsonObject; readonly says: RegExp; readonly status: number };

const REFUSED: readonly Refused[] = [
  {
    what: "429 and how long to wait",
    wish: { scenario: "429-on-write", on: ["PATCH **"] },
    says: /Rate limit of the service reached\. Try again in 12 s\./u,
    status: 429,
  },
  {
    what: "a field that is named",
    wish: { scenario: "validation", on: ["PATCH **"], options: { field: "acknowledgedUntil" } },
    says: /› Acknowledge until \[.*! is not accepted/u,
    status: 400,
  },
  {
    what: "a field that only the words mention",
    wish: { scenario: "validation", on: ["PATCH **"], options: { field: "acknowledgedUntil", named: "no" } },
    says: /› Acknowledge until \[.*! acknowledgedUntil is not accepted/u,
    status: 400,
  },
  {
    what: "a role that is missing",
    wish: { scenario: "role-missing", on: ["PATCH **"] },
    says: /requires the role .*Project Owner/u,
    status: 401,
  },
];

describe.concurrent("a write that is refused", () => {
  it.each(REFUSED.map((row, index) => [row.what, row, settingOf(index)] as const))(
    "with %s goes back to its form as it was filled in, and goes out again only when it is sent again",
    async (_what, { wish, says, status }, setting) => {
      await using stage = await Stage.set(setting);
      const { world } = stage;
      const sextant = await silence(stage);
      await goWrong(world, wish);
      sextant.press("review.send");
      await sextant.waitFor(() => says.test(said(sextant)), { what: String(says) });
      expect(said(sextant)).toMatch(/Acknowledge until \[\d{4}-\d\d-\d\d/u);
      const before = (await world.writes()).length;
      expect((await world.writes()).at(-1)?.status).toBe(status);
      expect(await isAcknowledged(world)).toBe(false);

      await goWell(world);
      expect((await world.writes()).length).toBe(before);
      await sextant.review({ offers: "Acknowledge" });
      await sextant.doSaying("review.send", /Acknowledged for (1h 5\dm|2h) more/u);
      expect(await world.writesDone()).toHaveLength(1);
    },
  );
});

type UnknownOutcome = { readonly what: string; readonly wish: JsonObject; readonly happened: boolean };

const UNKNOWN_OUTCOMES: readonly UnknownOutcome[] = [
  {
    what: "the connection is cut before anything is done",
    wish: { scenario: "cut-before", on: ["PATCH **"], times: 1 },
    happened: false,
  },
  {
    what: "the connection is cut when it is done",
    wish: { scenario: "cut-after", on: ["PATCH **"], times: 1 },
    happened: true,
  },
  {
    what: "the service fails before it",
    wish: { scenario: "server-error", on: ["PATCH **"], times: 1 },
    happened: false,
  },
  { what: "the service fails after it", wish: { scenario: "error-after", on: ["PATCH **"], times: 1 }, happened: true },
];

describe.concurrent("a write with an unknown outcome", () => {
  it.each(UNKNOWN_OUTCOMES.map((row, index) => [row.what, row, settingOf(index)] as const))(
    "because %s is not sent again by itself; looking tells",
    async (_what, { wish, happened }, setting) => {
      await using stage = await Stage.set(setting);
      const { world } = stage;
      const sextant = await silence(stage);
      await goWrong(world, wish);
      await sextant.doSaying("review.send", /the outcome is unknown\. .*Check the current state/u);
      const before = await sent(world);
      expect(before).toHaveLength(1);
      expect(await isAcknowledged(world)).toBe(happened);
      await sextant.doSaying("review.look", happened ? /Acknowledged for (1h 5\dm|2h) more/u : /Acknowledged no/u);
      await lookUntil(sextant, happened ? /Acknowledged for/u : /Acknowledged no/u);
      expect(await sent(world)).toEqual(before);
    },
  );
});

describe.concurrent("a write that replaces a document", () => {
  it("echoes no masked secret, and lacks nothing of what was read before it", async () => {
    await using stage = await Stage.set(LARGE);
    const { world } = stage;
    await goWrong(world, { scenario: "masked-echo" }, { scenario: "replace-lossy" });
    const sextant = await stage.configurations();
    await sextant.select("disk > 80 %");
    await sextant.do("action.edit", /▌Edit alert config/u);
    await sextant.field("Notification 2");
    await sextant.openItem("Channel");
    await sextant.field("Delay");
    await sextant.replace("15");
    await sextant.review({ offers: "Update alert configuration" });
    await sextant.doSaying("review.send", /Notification 2 PagerDuty .*, after 15 min/u);
    const { entries } = await world.control("GET", "/journal");
    const puts = (Array.isArray(entries) ? entries.map(objectOf) : []).filter(
      ({ method, status }) => method === "PUT" && status !== 401,
    );
    expect(puts.map(({ status, lost }) => [status, lost ?? []])).toEqual([[200, []]]);
  });
});
