import { describe, expect, it } from "vitest";
import { acknowledge, unacknowledge } from "../../src/areas/alerts/acknowledge.ts";
import { detail, detailQueries } from "../../src/areas/alerts/detail.ts";
import { list, listQueries } from "../../src/areas/alerts/list.ts";
import { fields } from "../../src/areas/alerts/row-fields.ts";
import { areaOf } from "../../src/areas/areas.ts";
import type { Action } from "../../src/areas/model/area.ts";
import { cellText } from "../../src/areas/model/cell.ts";
import type { Context } from "../../src/areas/model/context.ts";
import type { FormSetup } from "../../src/areas/model/effect.ts";
import { alertCounts } from "../../src/areas/overview/alerts.ts";
import { AlertConfiguration } from "../../src/contract/alert-configurations.ts";
import { Alert } from "../../src/contract/alerts.ts";
import { parseJson, writeJson } from "../../src/contract/json/json.ts";
import { AlertId, GroupId } from "../../src/contract/schema/ids.ts";
import { alertStateOf } from "../../src/domain/alerts/alert.ts";
import { draftOf, restoreDraft } from "../../src/forms/draft.ts";
import { setText } from "../../src/forms/edit.ts";
import { openForm } from "../../src/forms/open.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { sentenceOf } from "../../src/forms/summary.ts";
import { showTime } from "../../src/forms/values/timestamp.ts";
import { resourceKey } from "../../src/state/answers/query.ts";
import type { ResourceTables } from "../../src/state/answers/resource.ts";
import { afterAnswer, emptyResource, find, withResource } from "../../src/state/answers/tables.ts";
import { Answers, ago, askFrom, cellsOf, GROUP, id, linesOf, NOW, summaryOf } from "./answers.ts";

/** The live list of alerts as data: what stands where, what folds, what is new. */

type Change = Parameters<Answers["context"]>[0];

const CONFIGURATION = AlertConfiguration.parse({
  id: id(900),
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  severityOverride: "CRITICAL",
  metricThreshold: { metricName: "CONNECTIONS_PERCENT", operator: "GREATER_THAN", threshold: 90, units: "RAW" },
  notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 5 }],
});

const alert = (number: number, change: object = {}): Alert =>
  Alert.parse({
    id: id(number),
    alertConfigId: CONFIGURATION.id,
    eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
    metricName: "CONNECTIONS_PERCENT",
    status: "OPEN",
    created: ago(number),
    clusterName: "prod-eu",
    hostnameAndPort: `prod-eu-shard-00-0${number}.acme.example.net:27017`,
    currentValue: { number: 91.25, units: "RAW" },
    ...change,
  });

const projectArgs = { params: { groupId: GroupId.parse(GROUP) } };
const statusArgs = (status: "OPEN" | "TRACKING") => ({ ...projectArgs, query: { status } });

const action = (wanted: string): Action => {
  const found = areaOf("alerts").screen.actions.find((each) => each.id === wanted);
  if (found === undefined) throw new Error(`alerts has no action ${wanted}`);
  return found;
};

/** A context in which these alerts are held. */
const contextOf = (open: readonly Alert[], tracking: readonly Alert[] = [], change: Change = {}): Context =>
  answersOf(open, tracking).context(change);

const answersOf = (open: readonly Alert[], tracking: readonly Alert[] = []): Answers =>
  new Answers()
    .add("listAlerts", statusArgs("OPEN"), { results: [...open] })
    .add("listAlerts", statusArgs("TRACKING"), { results: [...tracking] })
    .add("listAlertConfigurations", projectArgs, { results: [CONFIGURATION] });

describe("the standing of an alert", () => {
  it("is silenced only while the acknowledgement lasts, although the service keeps it OPEN", () => {
    expect(alertStateOf(alert(1), NOW)).toBe("open");
    expect(alertStateOf(alert(1, { acknowledgedUntil: ago(-10) }), NOW)).toBe("acknowledged");
    expect(alertStateOf(alert(1, { acknowledgedUntil: ago(10) }), NOW)).toBe("open");
    expect(alertStateOf(alert(1, { status: "TRACKING" }), NOW)).toBe("building");
    expect(alertStateOf(alert(1, { status: "CANCELLED" }), NOW)).toBe("closed");
  });

  it("is acknowledged while it is still tracking too, and not once it is closed", () => {
    const acknowledgedUntil = ago(-10);
    expect(alertStateOf(alert(1, { status: "TRACKING", acknowledgedUntil }), NOW)).toBe("acknowledged");
    expect(alertStateOf(alert(1, { status: "TRACKING", acknowledgedUntil: ago(10) }), NOW)).toBe("building");
    expect(alertStateOf(alert(1, { status: "CLOSED", acknowledgedUntil }), NOW)).toBe("closed");
  });
});

describe("the list of alerts", () => {
  it("says what, where and how bad, with the limit of the configuration that raised it", () => {
    const { rows, summary } = list(contextOf([alert(1)]));
    expect(rows).toHaveLength(1);
    expect(cellsOf(rows[0])).toMatchObject({
      severity: "CRIT",
      age: "1m",
      what: "connections used 91.3 % > 90 %",
      where: "prod-eu · shard-00-01",
    });
    expect(summary.map(cellText)).toEqual(["1 open"]);
  });

  it("puts what is silenced and what builds up below, and says when each speaks again", () => {
    const silenced = alert(2, { acknowledgedUntil: ago(-125) });
    const building = alert(3, { status: "TRACKING", metricName: "DISK_PARTITION_SPACE_USED_DATA" });
    const { rows, summary } = list(contextOf([alert(1), silenced], [building]));
    expect(rows.map(({ section }) => section).sort()).toEqual(["acknowledged", "building", "open"]);
    expect(cellsOf(rows.find(({ section }) => section === "acknowledged"))["next"]).toBe("ack ends in 2h 5m");
    expect(cellsOf(rows.find(({ section }) => section === "building"))["next"]).toBe("notifies in ~2m");
    expect(summary.map(cellText)).toEqual(["1 open", "1 acknowledged", "1 tracking"]);
  });

  it("puts a tracking one that is acknowledged among the acknowledged, everywhere in the same way", () => {
    const taken = alert(3, { status: "TRACKING", acknowledgedUntil: ago(-125) });
    const context = contextOf([], [taken]);
    const { rows, summary } = list(context);
    expect(rows.map(({ section, cells }) => [section, cells["next"]])).toEqual([
      ["acknowledged", { text: "ack ends in 2h 5m", tone: "dim", short: "ack ends 2h 5m" }],
    ]);
    expect(summary.map(cellText)).toEqual(["0 open", "1 acknowledged"]);
    expect(action("alerts.unacknowledge").disabled?.(context, [id(3)])).toBeNull();
    expect(fields.of(context)?.get(id(3))).toMatchObject({ status: "acknowledged", acknowledged: true });
    expect(alertCounts(context)).toMatchObject({ silenced: 1, building: 0 });
    expect(linesOf(detail(context, id(3)))).toContain("Status: TRACKING, acknowledged");
  });

  it("shows a note on an alert that is not acknowledged", () => {
    const lines = linesOf(detail(contextOf([alert(1, { acknowledgementComment: "looking" })]), id(1)));
    expect(lines.filter((line) => /^(Acknowledged|By|Note):/u.test(line))).toEqual([
      "Acknowledged: no",
      "Note: looking",
    ]);
  });

  describe("in the detail", () => {
    const notifications = [
      { typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 5, intervalMin: 60 },
      { typeName: "SLACK", channelName: "#db", delayMin: 10, intervalMin: 30 },
    ];
    const next = (change: object, configuration: object = { notifications }) => {
      const one = alert(1, change);
      const results = [AlertConfiguration.parse({ ...CONFIGURATION, ...configuration })];
      const args = { params: { ...projectArgs.params, alertId: one.id } };
      const context = answersOf([one]).add("listAlertConfigurationsByAlertId", args, { results }).context();
      return linesOf(detail(context, id(1))).filter((line) => line.startsWith("Notifies next:"));
    };

    it("says when the next notification comes: at the shortest interval after the last, or after the first delay", () => {
      expect(next({ lastNotified: ago(6) })).toEqual(["Notifies next: 14:30 UTC, in 24m"]);
      expect(next({ status: "TRACKING" })).toEqual(["Notifies next: 14:10 UTC, in 4m"]);
    });

    it("names no next notification where none can be expected", () => {
      expect(next({ lastNotified: ago(6), acknowledgedUntil: ago(-60) })).toEqual([]);
      expect(next({ lastNotified: ago(6), status: "CLOSED" })).toEqual([]);
      expect(next({ lastNotified: ago(6) }, { notifications, enabled: false })).toEqual([]);
      expect(next({ lastNotified: ago(6) }, { notifications: [{ typeName: "PAGER_DUTY", delayMin: 0 }] })).toEqual([]);
      expect(next({ lastNotified: ago(90) })).toEqual([]);
    });
  });

  it("asks before unacknowledging only where an acknowledgement is over, of tracking ones as of open ones", async () => {
    const taken = alert(3, { status: "TRACKING", acknowledgedUntil: ago(-125) });
    const answers = answersOf([alert(1)], [taken]);
    const context = answers.context();
    const warnings = async (number: number) => {
      const { preflight } = unacknowledge([{ context, ids: [id(number)] }]);
      return (await preflight({ ask: askFrom(answers), context })).warnings;
    };
    expect(await warnings(3)).toEqual([]);
    expect(await warnings(1)).toEqual(["1 selected alert is no longer acknowledged."]);
  });

  it("warns when a silence is about to end", () => {
    const { rows } = list(contextOf([alert(1, { acknowledgedUntil: ago(-11) })]));
    expect(rows[0]?.cells["next"]).toEqual({ text: "ack ends in 11m !", tone: "warn", short: "ack ends 11m !" });
  });

  it("folds three of one kind on one cluster into a row that stands for all of them", () => {
    const { rows } = list(contextOf([alert(1), alert(2), alert(3), alert(4, { clusterName: "analytics" })]));
    expect(rows).toHaveLength(2);
    const folded = rows.find(({ members }) => members !== undefined);
    expect(cellsOf(folded)).toMatchObject({ what: "×3 connections used", where: "prod-eu · 3 hosts", age: "3m" });
    expect(folded?.members?.map((member) => member.id)).toEqual([id(1), id(2), id(3)]);
  });

  it("gives a fold severity and age of one alert, the worst, of equally severe ones the oldest, as the overview does", () => {
    const silent = { alertConfigId: id(901) };
    const open = [alert(2, silent), alert(3), alert(40), alert(90, silent), alert(30, { clusterName: "analytics" })];
    const context = contextOf(open, [], { unread: () => null });
    const { rows } = list(context);
    expect(rows.map((row) => [cellsOf(row)["severity"], cellsOf(row)["age"]])).toEqual([
      ["CRIT", "30m"],
      ["CRIT", "40m"],
    ]);
    const ofOverview = areaOf("overview")
      .screen.list(context)
      .rows.filter(({ section }) => section === "wrong");
    expect(ofOverview.map((row) => [cellsOf(row)["kind"], cellsOf(row)["time"]])).toEqual([
      ["CRIT", "40m"],
      ["CRIT", "30m"],
    ]);
  });

  it("counts and ranks alerts whose severity is not set or not known as warnings, everywhere", () => {
    const [none, unknown, info] = [901, 902, 903].map((number) => ({ alertConfigId: id(number) }));
    const open = [alert(1, none), alert(2, { ...unknown, clusterName: "a" }), alert(3, { ...info, clusterName: "b" })];
    const configurations = [undefined, "EMERGENCY", "INFO"].map((severityOverride, index) =>
      AlertConfiguration.parse({ ...CONFIGURATION, id: id(901 + index), severityOverride }),
    );
    const context = new Answers()
      .add("listAlerts", statusArgs("OPEN"), { results: open })
      .add("listAlertConfigurations", projectArgs, { results: configurations })
      .context();
    const bySeverity = list(context).rows.toSorted(
      (left, right) => Number(right.sort["severity"]) - Number(left.sort["severity"]),
    );
    expect(bySeverity.map((row) => cellsOf(row)["severity"])).toEqual(["–", "EMERGENCY", "INFO"]);
    for (const area of ["alerts", "overview"] as const) {
      expect(areaOf(area).screen.counts?.of(context)).toMatchObject({ open: 3, warning: 2, info: 1 });
    }
    expect(summaryOf(areaOf("overview").screen.list(context)).slice(0, 2)).toEqual(["2 warnings", "1 info"]);
  });

  it("counts an alert once that was in both answers", () => {
    const moved = alert(1);
    expect(list(contextOf([moved], [moved])).rows).toHaveLength(1);
  });

  it("marks what was not there at the last look, and narrows to a cluster", () => {
    const lastLook = { at: NOW - 60_000, ids: new Set([id(1)]) };
    const both = [alert(1), alert(2, { clusterName: "analytics" })];
    const { rows } = list(contextOf(both, [], { lastLook }));
    expect(rows.map((row) => [row.id, row.isNew])).toEqual([
      [id(1), false],
      [id(2), true],
    ]);
    expect(list(contextOf(both, [], { scope: { cluster: "analytics" } })).rows.map((row) => row.id)).toEqual([id(2)]);
  });

  it("shows an event, a status and a missing configuration of tomorrow as they are", () => {
    const odd = alert(1, {
      eventTypeName: "SOMETHING_NEW",
      metricName: null,
      currentValue: null,
      alertConfigId: id(5),
    });
    const { rows } = list(contextOf([odd]));
    expect(cellsOf(rows[0])).toMatchObject({ severity: "–", what: "something new" });
  });
});

describe("alerts that ended", () => {
  const FLAPPING = { hostnameAndPort: "prod-eu-shard-00-00.acme.example.net:27017" };

  /** A context after several answers for what is open, a minute apart. */
  function inTurn(answers: readonly (readonly Alert[])[], change: Partial<Context> = {}): Context {
    let tables: ResourceTables = {};
    let open = emptyResource("listAlerts", statusArgs("OPEN"));
    for (const [index, results] of answers.entries()) {
      const at = NOW - (answers.length - 1 - index) * 60_000;
      open = afterAnswer(open, index + 1, { at, complete: true, raw: null, data: { results: [...results] } });
    }
    tables = withResource(tables, open);
    const base = contextOf([]);
    return {
      ...base,
      cached: (operation, args) =>
        find(tables, operation, resourceKey(operation, args))?.cached ?? base.cached(operation, args),
      ...change,
    };
  }

  it("within the hour stand last, with when that was seen, and are no part of what is open", () => {
    const model = list(inTurn([[alert(1), alert(2, { hostnameAndPort: "other:27017" })], [alert(1)], [alert(1)]]));
    expect(model.rows.map(({ id: row, section }) => [row, section])).toEqual([
      [id(1), "open"],
      [id(2), "closed"],
    ]);
    expect(cellsOf(model.rows[1])["age"]).toBe("1m");
    expect(model.summary.map(cellText)).toEqual(["1 open", "1 closed"]);
    const later = list(inTurn([[alert(2)], []], { now: NOW + 61 * 60_000 }));
    expect(later.rows).toEqual([]);
  });

  it("take no part in what is done to the rows chosen with them", () => {
    const context = inTurn([
      [alert(1), alert(2), alert(3, { acknowledgedUntil: ago(-60) })],
      [alert(1), alert(3, { acknowledgedUntil: ago(-60) })],
    ]);
    const rows = [id(1), id(2), id(3)];
    expect(action("alerts.acknowledge").appliesTo?.(context, rows)).toEqual([id(1), id(3)]);
    expect(action("alerts.unacknowledge").appliesTo?.(context, rows)).toEqual([id(3)]);
    expect(action("alerts.acknowledge").disabled?.(context, [id(2)])).toBe("the alert is closed");
  });

  it("still name the configuration that raised them", () => {
    const context = inTurn([[alert(1)], []]);
    expect(action("alerts.configuration").disabled?.(context, [id(1)])).toBeNull();
    expect(action("alerts.configuration").open(context, [id(1)])).toMatchObject({
      kind: "place",
      place: { area: "alert-configurations", ids: [CONFIGURATION.id] },
    });
  });

  it("are known to their actions where only they themselves were read", () => {
    const closed = alert(7, { status: "CLOSED" });
    const args = { params: { groupId: GroupId.parse(GROUP), alertId: AlertId.parse(id(7)) } };
    const context = new Answers().add("listAlerts", statusArgs("OPEN"), { results: [] }).add("getAlert", args, closed);
    expect(action("alerts.configuration").disabled?.(context.context(), [id(7)])).toBeNull();
  });

  it("are there again when they are opened again", () => {
    const model = list(inTurn([[alert(1)], [], [alert(1)]]));
    expect(model.rows.map(({ section }) => section)).toEqual(["open"]);
  });

  it("and come again and again are called flapping, from three times an hour on", () => {
    const raised = (number: number) => alert(number, { ...FLAPPING, created: ago(number * 5) });
    const twice = list(inTurn([[raised(2)], [raised(1)]]));
    expect(cellsOf(twice.rows[0])["what"]).not.toContain("flapping");
    const thrice = list(inTurn([[raised(3)], [raised(2)], [raised(1)]]));
    expect(cellsOf(thrice.rows[0])["what"]).toMatch(/^flapping ×3 · /u);
    const said = (turns: readonly (readonly Alert[])[]) => linesOf(detail(inTurn(turns), id(1)));
    expect(said([[raised(2)], [raised(1)]]).join()).not.toContain("Flapping");
    expect(said([[raised(3)], [raised(2)], [raised(1)]])).toContain("Flapping: raised 3 times within the last hour");
    const elsewhere = list(inTurn([[raised(3)], [raised(2)], [alert(1)]]));
    expect(cellsOf(elsewhere.rows[0])["what"]).not.toContain("flapping");
    const longAgo = list(inTurn([[raised(3)], [raised(2)], [raised(1)]], { now: NOW + 50 * 60_000 }));
    expect(cellsOf(longAgo.rows[0])["what"]).not.toContain("flapping");
  });

  it("are listed on request, the last one first, with how long they lasted; that is no look at what is open", () => {
    const context = contextOf([alert(1)]);
    const scope = { ...context.scope, params: { status: "closed" } };
    expect(listQueries(scope).flatMap(({ args }) => ("query" in args ? [args.query] : []))).toEqual([
      { status: "CLOSED" },
    ]);
    const closed = alert(3, { status: "CLOSED", created: ago(200), resolved: ago(180) });
    const resource = afterAnswer(emptyResource("listAlerts", { ...projectArgs, query: { status: "CLOSED" } }), 1, {
      at: NOW,
      complete: true,
      raw: null,
      data: { results: [closed] },
    });
    const tables = withResource({}, resource);
    const model = list({
      ...context,
      scope,
      cached: (operation, args) =>
        find(tables, operation, resourceKey(operation, args))?.cached ?? context.cached(operation, args),
    });
    expect(model.rows.map((row) => [row.id, cellsOf(row)["age"], cellsOf(row)["next"]])).toEqual([
      [id(3), "3h", "lasted 20m"],
    ]);
    expect(model.summary.map(cellText)).toEqual(["closed only", "1"]);
    expect(model.isExcerpt).toBe(true);
  });
});

describe("until when an alert is acknowledged", () => {
  const setup = acknowledge([{ context: contextOf([alert(1)]), ids: [id(1)] }]);

  /** What can be chosen at a time in Berlin, and when each ends. */
  function offeredAt(now: number): readonly (readonly [string, string])[] {
    const env = { now, timeZone: "Europe/Berlin" };
    const state = openForm(setup.plan, { mode: "merge", received: {} });
    const row = rowsOf(setup.plan, state, env, { showAll: false }).find(
      (each) => each.row === "field" && each.path.join(".") === "acknowledgedUntil",
    );
    return row?.row !== "field"
      ? []
      : row.field.choices.map(({ value, label }) => {
          const chosen = setText(setup.plan, state, ["acknowledgedUntil"], value, env);
          return [label, showTime(String(bodyOf(setup.plan, chosen)["acknowledgedUntil"]), env)];
        });
  }

  it("is until this morning for somebody who is woken at night", () => {
    expect(offeredAt(Date.parse("2026-11-21T02:20:00Z"))).toEqual([
      ["for 1 hour", "today 04:20 local"],
      ["for 4 hours", "today 07:20 local"],
      ["until the next 08:00", "today 08:00 local"],
      ["until Monday 08:00", "23 Nov 08:00 local"],
      ["forever", "permanently (21 Nov 2126)"],
    ]);
  });

  it("is until tomorrow morning during the day", () => {
    expect(offeredAt(Date.parse("2026-11-21T07:00:00Z"))[2]).toEqual(["until the next 08:00", "tomorrow 08:00 local"]);
    expect(offeredAt(Date.parse("2026-11-21T21:00:00Z"))[2]).toEqual(["until the next 08:00", "tomorrow 08:00 local"]);
  });
});

describe("the note of an acknowledgement", () => {
  const running = { acknowledgedUntil: ago(-60), acknowledgementComment: "disk on its way" };
  const over = { ...running, acknowledgedUntil: ago(60) };

  const env = { now: NOW, timeZone: "UTC" };
  const opened = (...all: readonly Alert[]) => {
    const setup: FormSetup = acknowledge([{ context: contextOf(all), ids: all.map((one) => one.id) }]);
    return { setup, state: openForm(setup.plan, { mode: "create", initial: setup.initial ?? {} }) };
  };

  /** What is sent of some alerts when an hour is chosen and nothing else, and what undoing it would send to the first. */
  function sent(...all: readonly Alert[]) {
    const { setup, state } = opened(...all);
    const body = bodyOf(setup.plan, setText(setup.plan, state, ["acknowledgedUntil"], "+1h", env));
    const was = setup.before?.asBody?.(JSON.parse(JSON.stringify(all[0]))) ?? {};
    const made = setup.before?.becomes?.(was, body) ?? body;
    return { note: body["acknowledgementComment"], was, made, back: setup.before?.undo?.(was, made) };
  }

  it("of an acknowledgement that is over is not taken into the next one, and the review has it as gone", () => {
    const { note, was, made } = sent(alert(1, over));
    expect(note).toBe("");
    expect(was).toEqual({ acknowledgementComment: "disk on its way" });
    expect(Object.keys(made)).toEqual(["acknowledgedUntil"]);
  });

  it("of a running one is there to be kept, and is sent only once it was touched: somebody may have written another", () => {
    expect(sent(alert(1, running)).note).toBeUndefined();
    const { setup, state } = opened(alert(1, running));
    expect(state.body["acknowledgementComment"]).toBe("disk on its way");
    const noteAfter = (text: string) =>
      bodyOf(setup.plan, setText(setup.plan, state, ["acknowledgementComment"], text, env))["acknowledgementComment"];
    expect([noteAfter("disk is here"), noteAfter("")]).toEqual(["disk is here", ""]);
  });

  it("tells of no end that is over", () => {
    const { setup, state } = opened(alert(1));
    const said = (text: string) =>
      sentenceOf(setup.plan, setText(setup.plan, state, ["acknowledgedUntil"], text, env), {
        env,
        names: () => undefined,
      });
    expect(said("-1d")).toBe("A summary appears here when Acknowledge until is valid.");
    expect(said("+1h")).toMatch(/^Notifications about .* stop for 1 h/u);
  });

  it("of a draft is not sent either where it was not touched", () => {
    const { setup, state } = opened(alert(1, running));
    const timed = setText(setup.plan, state, ["acknowledgedUntil"], "+1h", env);
    const json = parseJson(writeJson(draftOf(timed)));
    const back = json.ok ? restoreDraft(setup.plan, json.value, setup.initial) : null;
    if (back === null) throw new Error("no draft");
    expect(Object.keys(bodyOf(setup.plan, back))).toEqual(["acknowledgedUntil"]);
  });

  it.each([
    [
      "stays where somebody has acknowledged with another note since",
      { ...running, acknowledgementComment: "mine" },
      undefined,
    ],
    ["is taken away where it is still over when the review opens", over, ""],
  ])("of an acknowledgement that is over %s", async (_case, now, note) => {
    const { setup, state } = opened(alert(1, over));
    const given = new Answers().add(
      "getAlert",
      { params: { ...projectArgs.params, alertId: alert(1).id } },
      alert(1, now),
    );
    const { plan } = await setup.preflight({ ask: askFrom(given), context: given.context() }, {});
    expect(bodyOf(plan ?? setup.plan, state)["acknowledgementComment"]).toBe(note);
  });

  it("is not sent where there was none, and stays as it is at alerts whose running acknowledgements differ", () => {
    expect(sent(alert(1)).note).toBeUndefined();
    expect(sent(alert(1, running), alert(2, { ...running, acknowledgementComment: "mine" })).note).toBeUndefined();
    expect(sent(alert(1, running), alert(2, over)).note).toBeUndefined();
    expect(sent(alert(1, over), alert(2)).note).toBe("");
  });

  it("that was added is taken away by undo, and a former one put back", () => {
    const { acknowledgedUntil } = running;
    const { before } = acknowledge([{ context: contextOf([alert(1)]), ids: [id(1)] }]);
    const made = { acknowledgedUntil: ago(-90), acknowledgementComment: "ZZ note" };
    expect(before?.undo?.({ acknowledgedUntil }, made)).toEqual({ acknowledgedUntil, acknowledgementComment: "" });
    expect(before?.undo?.(running, made)).toEqual(running);
    expect(before?.undo?.({}, made)).toEqual({ unacknowledgeAlert: true });
  });
});

describe("the configuration of an alert", () => {
  const show = action("alerts.configuration");
  const args = { params: { ...projectArgs.params, alertId: alert(1).id } };
  const shown = (context: Context) => ({
    line: linesOf(detail(context, id(1))).find((line) => line.startsWith("Config:")),
    queries: detailQueries(context, id(1)).map(({ operation }) => operation),
    disabled: show.disabled?.(context, [id(1)]) ?? null,
  });

  it("that is deleted is not asked for its other alerts, and leads nowhere", () => {
    const given = answersOf([alert(1)]).add("listAlertConfigurationsByAlertId", args, { results: [] });
    expect(shown(given.context())).toEqual({
      line: expect.stringMatching(/\(deleted\)$/u),
      queries: ["getAlert", "listAlertConfigurationsByAlertId"],
      disabled: "the configuration was deleted",
    });
  });

  it("is known by the list before it is read, and asked for its other alerts", () => {
    expect(shown(contextOf([alert(1)]))).toMatchObject({
      queries: ["getAlert", "listAlertConfigurationsByAlertId", "listAlertsByAlertConfigurationId"],
      disabled: null,
    });
    expect(show.open(contextOf([alert(1)]), [id(1)])).toMatchObject({
      place: { area: "alert-configurations", ids: [CONFIGURATION.id] },
    });
    expect(show.disabled?.(contextOf([alert(1, { alertConfigId: null })]), [id(1)])).toBe(
      "the alert names no configuration",
    );
  });
});

describe("from an alert to the login attempts", () => {
  const attempts = action("alerts.attempts");

  it("leads to those of its host in the quarter of an hour before and after it was raised", () => {
    const context = contextOf([alert(1, { created: "2026-11-21T13:30:00Z" })]);
    expect(attempts.disabled?.(context, [id(1)])).toBeNull();
    expect(attempts.open(context, [id(1)])).toEqual({
      kind: "place",
      place: { area: "access-history", ids: [] },
      params: {
        from: "2026-11-21T13:15:00.000Z",
        to: "2026-11-21T13:45:00.000Z",
        hostname: "prod-eu-shard-00-01.acme.example.net",
      },
    });
  });

  it("leads to those of all clusters where it names no host", () => {
    const context = contextOf([alert(1, { hostnameAndPort: null })]);
    expect(attempts.open(context, [id(1)])).toMatchObject({ params: { from: ago(16), to: ago(-14) } });
  });

  it("says why there are none: too long ago, or a shared cluster", () => {
    const old = contextOf([alert(1, { created: ago(8 * 24 * 60) })]);
    expect(attempts.disabled?.(old, [id(1)])).toBe("login attempts are kept for 7 days");
    const clusters = [{ name: "prod-eu", kind: "tenant", paused: false }] as const;
    const shared = contextOf([alert(1)], [], { scope: { clusters } });
    expect(attempts.disabled?.(shared, [id(1)])).toBe("shared clusters have no access history");
  });
});

describe("a storm", () => {
  it("of 2,000 alerts folds to a row an event and cluster, and every alert is still reached", () => {
    const storm = Array.from({ length: 2000 }, (_, index) =>
      alert(index + 1, {
        created: ago(index % 50),
        clusterName: `cluster-${index % 5}`,
        eventTypeName: index % 2 === 0 ? "OUTSIDE_METRIC_THRESHOLD" : "HOST_DOWN",
        ...(index % 2 === 0 ? {} : { metricName: null }),
        hostnameAndPort: `host-${index}:27017`,
      }),
    );
    const model = list(contextOf(storm));
    expect(model.rows).toHaveLength(10);
    expect(model.rows.flatMap(({ members = [] }) => members)).toHaveLength(2000);
    expect(model.rows.every((row) => /^×200 /u.test(cellsOf(row)["what"] ?? ""))).toBe(true);
    expect(model.summary.map(cellText)).toEqual(["2000 open"]);
  });
});
