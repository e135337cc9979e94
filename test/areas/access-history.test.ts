import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGuard } from "../../src/app/guard.ts";
import { layoutOf } from "../../src/app/layout.ts";
import { fitColumns, GUTTER } from "../../src/app/list/columns.ts";
import { guardedAreas } from "../../src/app/screen/guarded-areas.ts";
import { createSelectors } from "../../src/app/screen/selectors.ts";
import { detail } from "../../src/areas/access-history/detail.ts";
import { list } from "../../src/areas/access-history/list.ts";
import { clusterArgs, filterForm } from "../../src/areas/access-history/questions.ts";
import { COLUMNS } from "../../src/areas/access-history/rows.ts";
import { cellShort } from "../../src/areas/model/cell.ts";
import type { Context } from "../../src/areas/model/context.ts";
import type { FormSetup } from "../../src/areas/model/effect.ts";
import { AccessLogs } from "../../src/contract/access-history.ts";
import { operations } from "../../src/contract/operations.ts";
import { violationsOfRules } from "../../src/contract/schema/body.ts";
import { setText } from "../../src/forms/edit.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { testConsole } from "../state/console.ts";
import { Answers, cellsOf, cluster, linesOf, NOW, summaryOf } from "./answers.ts";

const HOUR = 60 * 60_000;
const MINUTE = 60_000;

type Stored = Readonly<Record<string, unknown>>;

/** An attempt so long (ms) before now. */
const attempt = (before: number, username: string): Stored => ({
  authResult: true,
  authSource: "admin",
  groupId: "65f000000000000000000001",
  hostname: "prod-eu-shard-00-00.example.net",
  ipAddress: "203.0.113.66",
  logLine: "{}",
  timestamp: new Date(NOW - before).toISOString(),
  username,
});

/** The list of one cluster, looked at so long (ms) after now. */
function looking(...attempts: readonly Stored[]): (after: number, zone?: Context["zone"]) => Context {
  const scope = { clusters: [cluster("prod-eu")] };
  const answers = new Answers();
  answers.add(
    "listAccessLogsByClusterName",
    clusterArgs(answers.context({ scope }).scope, "prod-eu"),
    AccessLogs.parse({ accessLogs: attempts }),
  );
  return (after, zone = "utc") => answers.context({ scope, now: NOW + after, zone });
}

const times = (context: Context): readonly string[] => list(context).rows.map((row) => cellsOf(row)["time"] ?? "");

describe("the list of attempts to log in", () => {
  it("says the second of those of the last twelve hours, and the day of those before", () => {
    const at = looking(attempt(2 * HOUR, "ann"), attempt(30 * HOUR, "bob"));
    expect(times(at(0))).toEqual(["12:06:00", "20 Nov 08:06"]);
  });

  it("has what failed above one row of the many that succeeded, hosts by what differs, and the reason", () => {
    const failed = { authResult: false, failureReason: "UserNotFound: Could not find user" };
    const odd = { ...attempt(50 * MINUTE, "eve"), authResult: undefined };
    const many = Array.from({ length: 40 }, (_, index) => attempt(index * MINUTE, "app"));
    const at = looking(...many, { ...attempt(HOUR, "bob"), ...failed }, odd);
    const { rows, sections } = list(at(0));
    expect(sections.map(({ id }) => id)).toEqual(["failed", "succeeded"]);
    expect(rows.map(({ section, members }) => [section, members?.length ?? 1])).toEqual([
      ["succeeded", 40],
      ["failed", 1],
      ["failed", 1],
    ]);
    const [fold, unknown, row] = rows.map(cellsOf);
    expect(fold).toMatchObject({ result: "ok", reason: "×40 succeeded" });
    expect(unknown).toMatchObject({ result: "?", user: "eve" });
    expect(row).toMatchObject({
      result: "FAIL",
      user: "bob",
      host: "prod-eu-shard-00-00",
      reason: failed.failureReason,
    });
  });

  it.each([60, 80])("shows the reason of today's attempts and of yesterday's at %i columns", (screen) => {
    const failed = { authResult: false, failureReason: "UserNotFound: Could not find user" };
    const both = looking({ ...attempt(HOUR, "bob"), ...failed }, { ...attempt(30 * HOUR, "carla"), ...failed });
    const { rows } = list(both(0));
    const layout = layoutOf({
      columns: screen,
      rows: 24,
      pane: "main",
      sideOpen: false,
      fullScreen: false,
      hideSidebar: false,
      warned: false,
      last: 1,
    });
    const room = (layout.kind === "panes" ? layout.main : 0) - GUTTER;
    const widths = new Map(fitColumns(COLUMNS, rows, room).map(({ column, width }) => [column.id, width]));
    expect([...widths.keys()]).toEqual(["time", "user", "address", "reason"]);
    expect(rows.map(({ cells }) => cellShort(cells["time"] ?? ""))).toEqual(["13:06:00", "Fr 08:06"]);
    expect(widths.get("time")).toBeGreaterThanOrEqual("Fr 08:06".length);
    expect(widths.get("reason")).toBeGreaterThanOrEqual("AuthenticationFailed".length);
    expect(widths.get("address")).toBeGreaterThanOrEqual("255.255.255.255".length);
  });

  it("takes an attempt without a result for neither, in groups too", () => {
    const odd = { ...attempt(50 * MINUTE, "eve"), authResult: undefined };
    const context = looking(odd, attempt(HOUR, "ann"))(0);
    const groups = (group: string) =>
      list({ ...context, scope: { ...context.scope, params: { group } } }).rows.map(cellsOf);
    expect(groups("user")).toMatchObject([
      { user: "×1 eve", result: "?", reason: "1 result not reported" },
      { user: "×1 ann", result: "ok", reason: "" },
    ]);
    expect(groups("reason")).toMatchObject([
      { reason: "×1 result not reported", result: "?" },
      { reason: "×1 succeeded", result: "ok" },
    ]);
    const model = list(context);
    expect(summaryOf(model)).toEqual(["2 attempts", "1 result not reported"]);
    const [first] = model.rows.filter(({ section }) => section === "failed");
    expect(linesOf(detail(context, first?.id ?? ""))).toContain(
      "This user: 1 attempt, 0 failed, 1 result not reported, first 50m ago",
    );
  });

  it("has every attempt by itself where none failed", () => {
    const { rows, sections } = list(looking(...Array.from({ length: 9 }, (_, at) => attempt(at * HOUR, "ann")))(0));
    expect([rows.length, sections.length]).toEqual([9, 0]);
    expect(rows.some(({ section }) => section !== undefined)).toBe(false);
  });

  it("is made of the same rows from minute to minute, and of others when a quarter of an hour or what is asked is another", () => {
    const at = looking(attempt(12 * HOUR - MINUTE, "ann"));
    const first = list(at(0)).rows;
    expect(times(at(0))).toEqual(["02:07:00"]);
    expect(list(at(8 * MINUTE)).rows).toBe(first);
    // 14:15, a quarter later: the attempt of 02:07 is one of this morning.
    expect(list(at(9 * MINUTE)).rows).not.toBe(first);
    expect(times(at(9 * MINUTE))).toEqual(["02:07"]);
    expect(list(at(9 * MINUTE, "local")).rows).not.toBe(list(at(9 * MINUTE)).rows);
  });

  it("is not put in order again because a minute has passed", () => {
    const { store } = testConsole();
    store.navigation.open({ area: "access-history", ids: [] });
    let minute = NOW;
    const selectors = createSelectors(guardedAreas(createGuard(() => undefined)), () => minute);
    const first = selectors.list(store.getState());
    minute += MINUTE;
    const second = selectors.list(store.getState());
    expect(first).not.toBeNull();
    expect(second?.model).not.toBe(first?.model);
    expect(second?.arranged).toBe(first?.arranged);
  });

  it("has the rows of before where a newer answer has the attempts of before", () => {
    const answers = new Answers();
    const scope = { clusters: [cluster("prod-eu")] };
    const args = clusterArgs(answers.context({ scope }).scope, "prod-eu");
    const old = AccessLogs.parse({ accessLogs: [attempt(HOUR, "ann"), attempt(2 * HOUR, "bob")] });
    const newer = AccessLogs.parse({ accessLogs: [attempt(MINUTE, "eve")] });
    answers.add("listAccessLogsByClusterName", args, old);
    const before = list(answers.context({ scope, now: NOW, zone: "utc" })).rows;
    const later = new Answers();
    later.add("listAccessLogsByClusterName", args, {
      accessLogs: [...(newer.accessLogs ?? []), ...(old.accessLogs ?? [])],
    });
    const after = list(later.context({ scope, now: NOW, zone: "utc" })).rows;
    expect(after.map((row) => cellsOf(row)["user"])).toEqual(["eve", "ann", "bob"]);
    expect(after.map((row) => before.indexOf(row))).toEqual([-1, 0, 1]);
  });
});

describe("the filter of the list", () => {
  const env = { now: NOW, timeZone: "UTC" };
  const context = new Answers().context({ scope: { clusters: [cluster("prod-eu")] } });
  const setup: FormSetup = filterForm(context, []);

  /** What is wrong with texts that are typed into the form, and what the list would ask with them. */
  function typed(texts: Readonly<Record<string, string>>) {
    const state = Object.entries(texts).reduce(
      (now, [field, text]) => setText(setup.plan, now, [field], text, env),
      openForm(setup.plan, { mode: "create", initial: {} }),
    );
    const wrong = problemsOf(setup.plan, state, env).map(({ message }) => message);
    const effect = setup.applies?.(bodyOf(setup.plan, state));
    const params = effect?.kind === "params" ? effect.params : {};
    return { wrong, query: clusterArgs({ ...context.scope, params }, "prod-eu").query };
  }

  it("asks for an IPv6 address as the service takes it, however it is written", () => {
    const { wrong, query } = typed({ ipAddress: "2001:db8:4f:1::2a" });
    expect({ wrong, ipAddress: query.ipAddress }).toEqual({ wrong: [], ipAddress: "2001:db8:4f:1:0:0:0:2a" });
  });

  it("refuses in a sentence what the service would refuse", () => {
    expect(typed({ from: "2001-01-01", to: "now" }).wrong).toEqual(["enter a time in 2008 or later"]);
    expect(typed({ ipAddress: "10.0.0" }).wrong).toEqual([
      "enter an IPv4 address such as 203.0.113.66, or an IPv6 address such as 2001:db8::2a",
    ]);
  });

  it("ends a range now where only its start is given", () => {
    expect(typed({ from: "-1h" })).toMatchObject({ wrong: [], query: { start: NOW - 3_600_000, end: NOW } });
    expect(typed({ to: "-2h", from: "-3h" }).query).toMatchObject({ end: NOW - 2 * 3_600_000 });
  });

  it("lets nothing through that the request does not take", () => {
    const { query: shape, queryRules } = operations.listAccessLogsByClusterName;
    const time = fc.oneof(fc.constantFrom("-1h", "now", "2001-01-01", "2007-12-31 23:59", "2008-01-01"), fc.string());
    const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string());
    const rows = fc.oneof(fc.integer({ min: -1, max: 20_001 }).map(String), fc.string());
    fc.assert(
      fc.property(fc.record({ from: time, to: time, ipAddress: address, nLogs: rows }), (texts) => {
        const { wrong, query } = typed(texts);
        fc.pre(wrong.length === 0);
        for (const [name, value] of Object.entries(query)) {
          const field = Object.entries(shape).find(([known]) => known === name)?.[1];
          expect([name, value, field?.safeParse(value).success]).toEqual([name, value, true]);
        }
        expect(violationsOfRules(queryRules, query)).toEqual([]);
      }),
    );
  });
});

it("a time range is not followed, another filter goes on being", () => {
  const context = new Answers().context({ scope: { params: { follow: "on" } } });
  const { applies } = filterForm(context, []);
  expect(applies?.({ show: "failures" })).toMatchObject({ params: { show: "failures", follow: "on" } });
  const range = { from: "2026-11-21T13:00:00Z", to: "2026-11-21T14:00:00Z" };
  expect(applies?.(range)).toEqual({ kind: "params", params: range });
});
