import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actions } from "../../src/areas/live-migration/actions.ts";
import { check } from "../../src/areas/live-migration/check.ts";
import { cachedFacts, checkLines, checksOf } from "../../src/areas/live-migration/checks.ts";
import { detail, detailQueries } from "../../src/areas/live-migration/detail.ts";
import { curve, strip } from "../../src/areas/live-migration/drawn.ts";
import { endTimes, list, listQueries, running } from "../../src/areas/live-migration/list.ts";
import { migrationArgs, thingOfId } from "../../src/areas/live-migration/queries.ts";
import { counts, fields } from "../../src/areas/live-migration/row-fields.ts";
import { migrationStatusOf } from "../../src/areas/live-migration/status.ts";
import { cellText } from "../../src/areas/model/cell.ts";
import type { Ask, Context } from "../../src/areas/model/context.ts";
import type { Effect, Preflight, WritePlan } from "../../src/areas/model/effect.ts";
import { AlertConfiguration } from "../../src/contract/alert-configurations.ts";
import { Alert } from "../../src/contract/alerts.ts";
import { Migration, MigrationValidation } from "../../src/contract/live-migration.ts";
import { ClusterName, GroupId, ValidationId } from "../../src/contract/schema/ids.ts";
import { ReplicaSetSnapshot } from "../../src/contract/snapshots.ts";
import { CUT_OVER } from "../../src/domain/cut-over-state.ts";
import type { PhaseStep } from "../../src/domain/live-migration/migration.ts";
import type { Ring, Sample } from "../../src/domain/sample-ring.ts";
import { POLL_INTERVALS } from "../../src/state/answers/poll-intervals.ts";
import type { KnownName } from "../../src/state/names/names.ts";
import { lagKey } from "../../src/state/samples/measured.ts";
import { serviceError } from "../state/fake-client.ts";
import { Answers, ago, cellsOf, cluster, GROUP, id, linesOf, NOW, summaryOf } from "./answers.ts";

/** Migrations as data: how one stands, what is told of it and what is not, and what a cut-over rests upon. */

const groupId = GroupId.parse(GROUP);
const project = { params: { groupId } };
const SCOPE = { groupId: GROUP };
/** The id of something that was made so many minutes ago. */
const madeId = (minutesAgo: number, number = 1): string =>
  `${Math.floor(NOW / 1000 - minutesAgo * 60).toString(16)}${number.toString(16).padStart(16, "0")}`;

const known = (kind: "migration" | "validation", of: string, change: Partial<KnownName> = {}): KnownName => ({
  kind,
  id: of,
  name: "shop-rs0 → prod-eu",
  project: GROUP,
  source: "started in this console",
  firstSeen: NOW - 3_600_000,
  lastSeen: NOW,
  about: { source: "shop-rs0", destination: "prod-eu" },
  ...change,
});

const ONE = madeId(60);
const args = (of: string) => migrationArgs({ ...new Answers().context().scope, ...SCOPE }, of);
const migration = (change: object): Migration =>
  Migration.parse({ _id: ONE, migrationHosts: ["mig01.corp.example"], readyForCutover: false, ...change });

/** Readings every ten seconds, the last one now. */
const readings = (values: readonly (number | null)[], state = "WORKING"): Ring =>
  values.map((value, index): Sample => ({ at: NOW - (values.length - 1 - index) * 10_000, value, state }));

const falling = readings(Array.from({ length: 120 }, (_, index) => 5400 - 30 * index));

function at(of: Migration, ring: Ring = [], change: Partial<Context> = {}, names = [known("migration", ONE)]): Context {
  return new Answers().add("getPushMigration", args(ONE), of).context({
    scope: { unlisted: names, clusters: [cluster("prod-eu"), cluster("analytics", "sharded")] },
    ring: (key) => (key === lagKey(GROUP, ONE) ? ring : []),
    ...change,
  });
}

const words = (context: Context): string => linesOf(detail(context, ONE)).join("\n");

describe("the list of migrations", () => {
  it("has those of this project that are remembered, each asked for by its id, and says why there are no others", () => {
    const empty = new Answers().context();
    expect(list(empty).empty).toMatch(/service has no list/u);
    expect(listQueries(empty.scope)).toEqual([]);
    const elsewhere = known("migration", id(7), { project: id(99) });
    const context = at(migration({ status: "NEW" }), [], {}, [known("migration", ONE), elsewhere]);
    expect(listQueries(context.scope).map(({ args: params }) => params)).toEqual([args(ONE)]);
    expect(list(context).rows.map(cellsOf)).toMatchObject([
      { what: "shop-rs0 → prod-eu", status: "new", lag: "unknown" },
    ]);
  });

  it.each([
    [{ status: "WORKING", lagTimeSeconds: null }, [], "copying", "unknown"],
    [{ status: "WORKING", lagTimeSeconds: 1830 }, falling, "catching up", "30m 30s"],
    [{ status: "WORKING", lagTimeSeconds: 3, readyForCutover: true }, readings([3], "WORKING ready"), "ready", "3s"],
    [
      { status: "WORKING", lagTimeSeconds: 0, readyForCutover: true },
      [{ at: NOW, value: null, state: CUT_OVER }],
      "cutting over",
      "0s",
    ],
    [{ status: "COMPLETE", lagTimeSeconds: null }, falling, "completed", "–"],
    [{ status: "FAILED", lagTimeSeconds: null }, [], "failed", "–"],
    [{ status: "EXPIRED", lagTimeSeconds: null }, readings([3], "WORKING ready"), "expired", "–"],
    [{ status: "HIBERNATING", lagTimeSeconds: null }, [], "HIBERNATING", "unknown"],
  ] as const)("says of %o where it is: %s %s", (fields, ring, state, lag) => {
    expect(cellsOf(list(at(migration(fields), ring)).rows[0])).toMatchObject({ status: state, lag });
  });

  it("explains nothing of a status that it does not know", () => {
    const paused = at(migration({ status: "PAUSED", lagTimeSeconds: null }));
    expect(cellsOf(list(paused).rows[0])).toMatchObject({ status: "PAUSED", lag: "unknown", next: "unknown" });
    expect(words(paused)).toContain("Status PAUSED: unknown to this console.");
    expect(words(paused)).toContain("Lag unknown (not zero): not reported by the service.");
    expect(words(paused)).not.toContain("initial copy");
  });

  it("asks what goes on again and again, closer when it can be cut over, and no more what has ended", () => {
    const poll = (fields: object, ring: Ring = []) => running(at(migration(fields), ring)).map((query) => query.poll);
    expect(poll({ status: "WORKING", lagTimeSeconds: 60 })).toEqual(["migration"]);
    expect(poll({ status: "WORKING", lagTimeSeconds: 3, readyForCutover: true })).toEqual(["migration-closing"]);
    expect(poll({ status: "COMPLETE" })).toEqual(["ended"]);
    expect(POLL_INTERVALS.ended).toEqual({ focused: null, unfocused: null });
    expect(poll({ status: "SOMETHING" })).toEqual(["migration"]);
  });

  it("keeps what the service does not have any more, and says so", () => {
    const missing = new Answers().context({
      scope: { unlisted: [known("migration", ONE)] },
      unread: () => ({
        words: "There is no migration",
        reason: "There is no migration",
        status: 404,
        code: "RESOURCE_NOT_FOUND",
        isAbsent: true,
      }),
    });
    expect(cellsOf(list(missing).rows[0])).toMatchObject({ what: "shop-rs0 → prod-eu", status: "absent" });
    expect(linesOf(detail(missing, ONE)).join()).toMatch(/no migration with this id in this project/u);
  });

  it("counts in its title, and names the nearest end of a ready one", () => {
    const ready = at(migration({ status: "WORKING", lagTimeSeconds: 3, readyForCutover: true }), [
      { at: NOW - 118 * 3_600_000, value: 3, state: "WORKING ready" },
    ]);
    expect(summaryOf(list(ready))).toEqual(["1 ready", "! expires in 2h"]);
    expect(endTimes(ready)).toEqual([NOW + 2 * 3_600_000]);
    expect(endTimes(at(migration({ status: "WORKING", lagTimeSeconds: 60 })))).toEqual([]);
  });
});

describe("the cockpit", () => {
  it("never takes a lag that is not told for zero", () => {
    for (const fields of [{ status: "NEW" }, { status: "WORKING" }, { status: "WORKING", readyForCutover: true }]) {
      const text = words(at(migration({ lagTimeSeconds: null, ...fields })));
      expect(text).toMatch(/Lag unknown/u);
      expect(text).toMatch(/not zero/u);
      expect(text).not.toMatch(/Lag 0|caught up with/u);
    }
  });

  it("says how fast it falls and when it was deleted, with a range; and why it says nothing", () => {
    expect(words(at(migration({ status: "WORKING", lagTimeSeconds: 1830 }), falling))).toMatch(
      /Lag 30 min 30 s, falling 3\.0 s per second: caught up in about \d+ min \(\d+ to \d+\)/u,
    );
    const stuck = readings(Array.from({ length: 120 }, (_, index) => 900 + index));
    expect(words(at(migration({ status: "WORKING", lagTimeSeconds: 1019 }), stuck))).toMatch(
      /rising 0\.1 s per second for \d+ min: writes on the source/u,
    );
    const few = readings([1200, 1190]);
    expect(words(at(migration({ status: "WORKING", lagTimeSeconds: 1190 }), few))).toMatch(/too few readings/u);
  });

  it("counts down to the end of the time for a cut-over, at most, from when ready was first seen", () => {
    const ring = [{ at: NOW - 3 * 3_600_000, value: 3, state: "WORKING ready" }];
    const text = words(at(migration({ status: "WORKING", lagTimeSeconds: 3, readyForCutover: true }), ring));
    expect(text).toMatch(/! Migration expires in 4 days 21 h at most/u);
    expect(text).toMatch(/Ready: first seen 11:06/u);
    const before = words(at(migration({ status: "WORKING", lagTimeSeconds: 300 }), falling));
    expect(before).toMatch(/Expires: 120 h after ready/u);
  });

  it("says what an end means and what to do then", () => {
    expect(words(at(migration({ status: "COMPLETE" })))).toMatch(/Remaining tasks[\s\S]*Recreate the search indexes/u);
    expect(words(at(migration({ status: "FAILED" })))).toMatch(/failed and will not continue[\s\S]*Validate/u);
    expect(words(at(migration({ status: "EXPIRED" })))).toMatch(/no cut-over within 120 h [\s\S]*start again/u);
    expect(words(at(migration({ status: "HIBERNATING" })))).toMatch(/HIBERNATING: unknown to this console/u);
  });

  it("asks for the migration at the pace of its phase, and for what the checks need of its destination", () => {
    const context = at(migration({ status: "WORKING", lagTimeSeconds: 3, readyForCutover: true }));
    const queries = detailQueries(context, ONE);
    expect(queries[0]).toMatchObject({ operation: "getPushMigration", poll: "migration-closing" });
    expect(queries.map(({ operation }) => operation)).toContain("listReplicaSetBackups");
    expect(queries.map(({ operation }) => operation)).toContain("listAlerts");
    const unseen = detailQueries(new Answers().context(), madeId(5, 9));
    expect(unseen[0]).toMatchObject({ operation: "getPushMigration", poll: "migration" });
    expect(detail(new Answers().context(), "no-id")?.lines).toHaveLength(1);
  });

  it("takes a validation of the same pair, before the start, for the first phase", () => {
    const validation = madeId(90, 2);
    const names = [known("migration", ONE), known("validation", validation)];
    const with_ = (status: string) => {
      const scope = { unlisted: names };
      const answers = new Answers()
        .add("getPushMigration", args(ONE), migration({ status: "NEW" }))
        .add(
          "getValidationStatus",
          { params: { groupId, validationId: ValidationId.parse(validation) } },
          MigrationValidation.parse({ _id: validation, status }),
        )
        .context({ scope });
      return migrationStatusOf(answers, thingOfId(answers.scope, ONE))?.progress.steps[0]?.state;
    };
    expect([with_("SUCCESS"), with_("FAILED"), with_("PENDING")]).toEqual(["past", "unknown", "unknown"]);
  });

  it("draws nothing wider than it is told, however narrow", () => {
    const steps = ["past", "now", "to-come", "broken-off", "unknown", "past"] as const;
    const status = migrationStatusOf(
      at(migration({ status: "WORKING", lagTimeSeconds: 1830 }), falling),
      thingOfId(at(migration({})).scope, ONE),
    );
    if (status === null) throw new Error("it was read");
    const phases = status.progress.steps;
    const facts = cachedFacts(at(migration({})), status);
    const phasesAt = (status: Partial<Record<string, PhaseStep["state"]>>) =>
      strip(
        phases.map((step) => ({ ...step, state: status[step.phase] ?? "past" })),
        56,
      );
    // At 80 columns, whatever is reached: a line more would push all below it down.
    expect(phasesAt({ "cutting-over": "now", done: "to-come" })).toHaveLength(1);
    expect(phasesAt({})).toHaveLength(1);
    fc.assert(
      fc.property(fc.integer({ min: 24, max: 160 }), fc.constantFrom(...steps), (width, state) => {
        const drawn = [
          ...strip(
            phases.map((step) => ({ ...step, state })),
            width,
          ),
          ...curve(falling, { now: NOW, zone: "utc" }, width),
          ...checksOf(facts).flatMap((check) => checkLines(check, width, "utc")),
        ];
        for (const line of drawn) expect(line.map(cellText).join("").length).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe("what has to be so before a cut-over", () => {
  const alert = (config: string, on = "prod-eu") =>
    Alert.parse({
      id: id(40),
      status: "OPEN",
      eventTypeName: "X",
      clusterName: on,
      alertConfigId: config,
      created: ago(5),
    });
  const configuration = (of: string, severity: string) =>
    AlertConfiguration.parse({ id: of, eventTypeName: "X", enabled: true, severityOverride: severity });

  it("is read off the answers, each with its time: alerts and snapshots of the destination alone", () => {
    const answers = new Answers()
      .add("getPushMigration", args(ONE), migration({ status: "WORKING", lagTimeSeconds: 3, readyForCutover: true }))
      .add(
        "listAlerts",
        { ...project, query: { status: "OPEN" } },
        {
          results: [alert(id(1)), alert(id(2)), alert(id(1), "stage-1")],
        },
      )
      .add("listAlertConfigurations", project, {
        results: [configuration(id(1), "CRITICAL"), configuration(id(2), "INFO")],
      })
      .add(
        "listReplicaSetBackups",
        { params: { groupId, clusterName: ClusterName.parse("prod-eu") } },
        {
          results: [
            ReplicaSetSnapshot.parse({ id: madeId(900), createdAt: ago(840), status: "completed", type: "replicaSet" }),
          ],
        },
      )
      .context({
        scope: { unlisted: [known("migration", ONE)], clusters: [cluster("prod-eu")] },
        ring: () => readings([3, 2, 4], "WORKING ready"),
      });
    const text = words(answers);
    expect(text).toMatch(/✓ ready +reported by the service +14:06:00/u);
    expect(text).toMatch(/✓ lag 5 s or less +4 s, 3 readings in a row +14:06:00/u);
    expect(text).toMatch(/! no critical alert +1 critical, 2 open on prod-eu +14:06:00/u);
    expect(text).toMatch(/! recent snapshot +latest is 14h old +14:06:00/u);
    expect(text).toMatch(/– writes stopped +on the source: to be confirmed by you/u);
  });

  /** The checks as one text: without times, and where a line is broken. */
  const checksIn = (context: Context): string => words(context).replaceAll(/\s+(?:14:06:00)?\s*/gu, " ");

  it.each([
    ["CRITICAL alone is critical", ["CRITICAL", "ERROR"], "! no critical alert 1 critical, 1 error, 2 open on prod-eu"],
    ["an error is called one", ["ERROR", "INFO"], "! no critical alert 1 error, 2 open on prod-eu"],
    ["known ones that are less", ["WARNING", "INFO"], "✓ no critical alert 2 open on prod-eu, none critical"],
    ["nobody told of one", ["INFO", null], "– no critical alert 2 open on prod-eu, 1 without severity"],
    ["none at all", [], "✓ no critical alert none open on prod-eu"],
  ] as const)("counts open alerts by the severity of their configurations: %s", (_what, severities, line) => {
    const context = new Answers()
      .add("getPushMigration", args(ONE), migration({ status: "WORKING", lagTimeSeconds: 3 }))
      .add(
        "listAlerts",
        { ...project, query: { status: "OPEN" } },
        { results: severities.map((_, index) => alert(id(index + 1))) },
      )
      .add("listAlertConfigurations", project, {
        results: severities.flatMap((severity, index) =>
          severity === null ? [] : [configuration(id(index + 1), severity)],
        ),
      })
      .context({ scope: { unlisted: [known("migration", ONE)], clusters: [cluster("prod-eu")] } });
    expect(checksIn(context)).toContain(line);
  });

  it("does not call alerts harmless whose severity could not be read", () => {
    const context = new Answers()
      .add("getPushMigration", args(ONE), migration({ status: "WORKING", lagTimeSeconds: 3 }))
      .add("listAlerts", { ...project, query: { status: "OPEN" } }, { results: [alert(id(1)), alert(id(2))] })
      .context({ scope: { unlisted: [known("migration", ONE)], clusters: [cluster("prod-eu")] } });
    expect(checksIn(context)).toContain("– no critical alert 2 open on prod-eu, severity not loaded");
  });

  it("takes nothing open on a cluster that the project does not have for no good sign", () => {
    const context = new Answers()
      .add("getPushMigration", args(ONE), migration({ status: "WORKING", lagTimeSeconds: 3 }))
      .add("listAlerts", { ...project, query: { status: "OPEN" } }, { results: [] })
      .context({ scope: { unlisted: [known("migration", ONE)], clusters: [cluster("stage-1")] } });
    expect(checksIn(context)).toContain("– no critical alert no cluster prod-eu is known");
    expect(checksIn(context)).toContain("– recent snapshot no cluster prod-eu is known");
  });

  it("says that it does not know of a destination that nobody told it", () => {
    const bare = known("migration", ONE, { name: ONE, about: undefined });
    const text = words(at(migration({ status: "WORKING", lagTimeSeconds: 900 }), falling, {}, [bare]));
    expect(text.match(/destination unknown to this console/gu)).toHaveLength(2);
  });
});

const action = (name: string) => {
  const found = actions.find((one) => one.id === `live-migration.${name}`);
  if (found === undefined) throw new Error(`no action ${name}`);
  return found;
};

/** The review of a cut-over once both statements were confirmed. */
function planOf(context: Context): WritePlan {
  const effect = action("cut-over").open(context, [ONE]);
  if (effect.kind !== "form" || effect.setup.applies === undefined) throw new Error("no question");
  const write = effect.setup.applies({ destination: "prod-eu", writesStopped: true, sourceKept: true });
  if (write.kind !== "write") throw new Error("no write");
  return write.plan;
}

const asking =
  (current: Migration, given = new Answers()): Ask =>
  async (operation, requestArgs) => {
    const cached = given
      .add("getPushMigration", args(ONE), current)
      .add("listReplicaSetBackups", { params: { groupId, clusterName: ClusterName.parse("prod-eu") } }, { results: [] })
      .context()
      .cached(operation, requestArgs);
    if (cached === undefined) throw new Error(`not asked for: ${operation}`);
    return { data: cached.data, raw: cached.raw, at: NOW };
  };

describe("cutting over", () => {
  const ready = migration({ status: "WORKING", lagTimeSeconds: 3, readyForCutover: true });

  it("is not offered where it has no sense, each with its reason", () => {
    const why = (fields: object, ring: Ring = []) => action("cut-over").disabled?.(at(migration(fields), ring), [ONE]);
    expect(why({ status: "NEW" })).toMatch(/not started/u);
    expect(why({ status: "WORKING", lagTimeSeconds: null })).toMatch(/initial copy is in progress/u);
    expect(why({ status: "COMPLETE" })).toMatch(/has ended: COMPLETE/u);
    expect(why({ status: "WORKING", lagTimeSeconds: 1 }, [{ at: NOW, value: null, state: CUT_OVER }])).toMatch(
      /cut-over is in progress/u,
    );
    expect(why({ status: "WORKING", lagTimeSeconds: 900 })).toBeNull();
    expect(action("cut-over").disabled?.(new Answers().context(), [ONE])).toMatch(/not loaded/u);
  });

  it("can be done where the service tells no lag, which is not zero and has to be overruled by hand", async () => {
    const current = migration({ status: "WORKING", lagTimeSeconds: null, readyForCutover: true });
    const context = at(current, readings([3, 3, 3, null], "WORKING ready"));
    expect(action("cut-over").disabled?.(context, [ONE])).toBeNull();
    expect(action("cut-over").disabled?.(at(current), [ONE])).toBeNull();
    const { confirm, warnings } = await planOf(context).preflight({ ask: asking(current), context });
    expect(confirm).toBe("prod-eu anyway");
    expect(warnings).toEqual([
      "Not met: lag 5 s or less: not reported (not zero).",
      'Type "prod-eu anyway" to continue anyway.',
      "Synchronisation stops. Later changes on the source are not copied. This cannot be undone.",
    ]);
  });

  it("can be overruled before it is ready too, and where the lag is no longer told", () => {
    const current = migration({ status: "WORKING", lagTimeSeconds: null });
    expect(action("cut-over").disabled?.(at(current, readings([900, null, null])), [ONE])).toBeNull();
  });

  it("goes on only when both statements that nobody else can make are made", () => {
    const effect = action("cut-over").open(at(ready), [ONE]);
    if (effect.kind !== "form") throw new Error("no form");
    const { plan, keepsDraft } = effect.setup;
    // "Writes stopped" of an hour ago says nothing.
    expect(keepsDraft).toBe(false);
    const check = (path: string, value: boolean) => {
      const field = plan.fields.find((one) => one.path === path);
      return field?.check?.(value, { now: NOW, timeZone: "UTC" });
    };
    expect(check("writesStopped", false)).toMatch(/stop the writes/u);
    expect(check("sourceKept", false)).toMatch(/keep the source/u);
    expect([check("writesStopped", true), check("sourceKept", true)]).toEqual([null, null]);
  });

  it("asks for the destination's name when all is so, and says what is lost", async () => {
    const context = at(ready, readings([3, 4], "WORKING ready"));
    const plan = planOf(context);
    expect([plan.risk, plan.confirmName, plan.operation]).toEqual(["irreversible", "prod-eu", "cutoverMigration"]);
    const found = await plan.preflight({ ask: asking(ready), context });
    expect(found.confirm).toBeUndefined();
    expect(found.warnings.join(" ")).toMatch(/Synchronisation stops\. .* cannot be undone/u);
    expect(found.facts).toContainEqual({
      label: "lag 5 s or less",
      value: "3 s, 3 readings in a row",
      mark: { text: "✓", tone: "good" },
    });
  });

  it("wants more than the name whenever it is not ready, or the last three readings are not all low (any readings)", async () => {
    const lag = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(lag, { maxLength: 6 }), lag, fc.boolean(), async (before, now, readyForCutover) => {
        const current = migration({ status: "WORKING", lagTimeSeconds: now, readyForCutover });
        const context = at(ready, readings(before));
        const { confirm, warnings } = await planOf(context).preflight({ ask: asking(current), context });
        const last = [...before, now].slice(-3);
        const isLow = last.length === 3 && last.every((value) => value !== null && value <= 5);
        expect(confirm).toBe(readyForCutover && isLow ? undefined : "prod-eu anyway");
        expect(warnings.some((warning) => warning.startsWith("Not met:"))).toBe(confirm !== undefined);
      }),
    );
  });
});

describe("while the list is narrowed to another cluster", () => {
  const ready = migration({ status: "WORKING", lagTimeSeconds: 3, readyForCutover: true });
  const narrowed = (names: readonly KnownName[] = [known("migration", ONE)]): Context =>
    new Answers().add("getPushMigration", args(ONE), ready).context({
      scope: {
        unlisted: names,
        cluster: "analytics",
        clusters: [cluster("analytics", "sharded")],
        projects: [{ id: GROUP, name: "Payments", clusters: [cluster("prod-eu"), cluster("analytics", "sharded")] }],
      },
    });

  it("lists it no more, and still says of it what it is", () => {
    expect(list(narrowed())).toMatchObject({
      rows: [],
      empty: expect.stringMatching(/^No known migrations to analytics/u),
    });
    expect(detail(narrowed(), ONE)?.title).toBe("shop-rs0 → prod-eu · ready");
    expect(words(narrowed())).not.toMatch(/unknown to this console/u);
    const queries = detailQueries(narrowed(), ONE).map(({ operation }) => operation);
    // Of which kind its destination is, is no matter of the filter either.
    expect(queries).toContain("listReplicaSetBackups");
    expect(queries).not.toContain("listShardedClusterBackups");
  });

  it("is cut over with the name of its own destination", () => {
    const effect = action("cut-over").open(narrowed(), [ONE]);
    if (effect.kind !== "form") throw new Error("no form");
    const field = effect.setup.plan.fields.find(({ path }) => path === "destination");
    expect(field?.kind).toBe("choice");
    expect(effect.setup.initial).toMatchObject({ destination: "prod-eu" });
    expect(planOf(narrowed())).toMatchObject({ confirmName: "prod-eu", title: "Cut over shop-rs0 → prod-eu" });
  });

  it("says of its validation what the service told", () => {
    const names = [known("migration", ONE), known("validation", madeId(70, 2))];
    expect(words(narrowed(names))).toMatch(/Validation: loading/u);
  });
});

describe("a destination that is said in the question before a cut-over", () => {
  const ready = migration({ status: "WORKING", lagTimeSeconds: 3, readyForCutover: true });
  const bare = known("migration", ONE, { name: ONE, about: undefined });

  it("is to be remembered once the cut-over is confirmed, and never one that was known before", () => {
    expect(planOf(at(ready, [], {}, [bare])).confirms).toMatchObject({ id: ONE, about: { destination: "prod-eu" } });
    expect(planOf(at(ready)).confirms).toBeUndefined();
  });
});

describe("a cut-over whose answer never came", () => {
  const ready = migration({ status: "WORKING", lagTimeSeconds: 3, readyForCutover: true });
  const ring = readings([3, 3, 3], "WORKING ready");
  const lost = (minutesAgo: number, of = ready, readingsOf = ring): Context => ({
    ...at(of, readingsOf),
    unknownWrites: [
      {
        id: "write-1",
        operation: "cutoverMigration",
        params: { groupId: GROUP, liveMigrationId: ONE },
        at: NOW - minutesAgo * 60_000,
      },
    ],
  });

  it("is said where the migration is shown, which nobody takes for one that was not cut over", () => {
    expect(cellsOf(list(lost(2)).rows[0])).toMatchObject({
      status: "unknown",
      next: "cut-over sent 2m ago, outcome unknown",
    });
    expect(summaryOf(list(lost(2)))).toContain("1 with unknown cut-over");
    expect(summaryOf(list(lost(2))).join()).not.toMatch(/\d ready/u);
    const text = words(lost(2));
    expect(text).toMatch(/may have been accepted: .* Keep writes on the source stopped/u);
    expect(text).toMatch(/✗ not cut over yet +sent 2m ago, outcome unknown/u);
    expect(text).not.toMatch(/cut over before that/u);
    expect(words(lost(45))).toMatch(/Not completed for 45 min: the cut-over was probably not accepted\./u);
  });

  it("is said before another one, which wants more than the name", async () => {
    const effect = action("cut-over").open(lost(2), [ONE]);
    if (effect.kind !== "form") throw new Error("no form");
    expect(effect.setup.said).toBe(
      "A cut-over was sent 14:04 UTC (2m ago), outcome unknown: it may have been accepted.",
    );
    const found = await planOf(lost(2)).preflight({ ask: asking(ready), context: lost(2) });
    expect(found.confirm).toBe("prod-eu anyway");
    expect(found.warnings[0]).toBe("Not met: not cut over yet: sent 2m ago, outcome unknown.");
  });

  it("is said no more once the migration has ended, or another one was accepted", () => {
    const over = migration({ status: "COMPLETE", lagTimeSeconds: null });
    expect(words(lost(2, over))).not.toMatch(/outcome unknown|may have been accepted/u);
    expect(cellsOf(list(lost(2, over)).rows[0])).toMatchObject({ status: "completed" });
    const accepted = [...ring, { at: NOW, value: null, state: CUT_OVER }];
    expect(cellsOf(list(lost(2, ready, accepted)).rows[0])).toMatchObject({ status: "cutting over" });
  });

  it("is of its own migration alone, and a start without an answer is said in the list", () => {
    const [write] = lost(2).unknownWrites;
    if (write === undefined) throw new Error("no write");
    const elsewhere = { ...write, params: { groupId: GROUP, liveMigrationId: id(9) } };
    expect(cellsOf(list({ ...lost(2), unknownWrites: [elsewhere] }).rows[0])).toMatchObject({ status: "ready" });
    const start = { ...write, operation: "createPushMigration", params: { groupId: GROUP } } as const;
    expect(summaryOf(list({ ...lost(2), unknownWrites: [start] }))[0]).toBe(
      "! start sent 14:04 UTC (2m ago), outcome unknown",
    );
  });
});

/** What `sextant check` reads: its figures, and what is wrong in words. */
const checked = (context: Context) => ({ ...counts.of(context), problems: check.problems(context) });

describe("a cut-over that was accepted, by whatever program of this machine", () => {
  const HOUR = 3_600_000;
  const ready = migration({ status: "WORKING", lagTimeSeconds: 3, readyForCutover: true });
  const ring: Ring = [{ at: NOW - 117 * HOUR, value: 3, state: "WORKING ready" }, ...readings([3], "WORKING ready")];
  const sent = {
    id: "write-1",
    operation: "cutoverMigration",
    params: { groupId: GROUP, liveMigrationId: ONE },
    at: NOW - 60_000,
  } as const;
  const before = at(ready, ring);
  const accepted = { ...before, acceptedWrites: [sent] };
  const noted = at(ready, [...ring, { at: NOW, value: null, state: CUT_OVER }]);

  it("is in progress until the migration ends: it is not offered again, and expires no more", () => {
    expect(checked(before)).toMatchObject({ ready: 1, running: 0, expires: 3 * 3600 });
    expect(fields.of(before).get(ONE)).toMatchObject({
      status: "ready",
      expires: new Date(NOW + 3 * HOUR).toISOString(),
    });
    for (const context of [accepted, noted]) {
      expect(cellsOf(list(context).rows[0])).toMatchObject({
        status: "cutting over",
        next: "ends in a few minutes",
      });
      expect(checked(context)).toMatchObject({ ready: 0, running: 1, unknownCutOver: 0, expires: null, problems: [] });
      expect(fields.of(context).get(ONE)).toMatchObject({ phase: "cutting-over", ready: false, expires: null });
      expect(action("cut-over").disabled?.(context, [ONE])).toBe("the cut-over is in progress");
      expect(words(context)).not.toMatch(/expires|Deadline/iu);
    }
    expect(words(accepted)).toMatch(/Cut over: requested 14:05 UTC \(1m ago\)/u);
  });

  it("stands in place of one whose answer never came", () => {
    const lost = { ...accepted, unknownWrites: [{ ...sent, id: "write-0", at: NOW - 120_000 }] };
    expect(cellsOf(list(lost).rows[0])).toMatchObject({ status: "cutting over" });
    expect(checked(lost)).toMatchObject({ unknownCutOver: 0 });
  });

  it("is said in a review of another one that was open meanwhile", async () => {
    const found = await planOf(before).preflight({ ask: asking(ready), context: accepted });
    expect(found.warnings[0]).toBe("Not met: not cut over yet: accepted 1m ago.");
    expect(found.confirm).toBe("prod-eu anyway");
  });

  it("is neither ready nor said to expire where its outcome is unknown, which is a warning of its own", () => {
    const lost = { ...before, unknownWrites: [sent] };
    expect(checked(lost)).toMatchObject({
      ready: 0,
      running: 1,
      unknownCutOver: 1,
      expires: null,
      problems: ["shop-rs0 → prod-eu: outcome of the cut-over unknown"],
    });
    expect(fields.of(lost).get(ONE)).toMatchObject({ status: "unknown", ready: false, expires: null });
    expect(running(lost).map(({ poll }) => poll)).toEqual(["migration-closing"]);
  });
});

describe("a migration that ended badly", () => {
  const HOUR = 3_600_000;
  /** Long before it ended. */
  const OLD = madeId(20 * 24 * 60);
  const old = (fields: object, ring: Ring): Context =>
    new Answers().add("getPushMigration", args(OLD), migration({ _id: OLD, lagTimeSeconds: null, ...fields })).context({
      scope: { unlisted: [known("migration", OLD)] },
      ring: (key) => (key === lagKey(GROUP, OLD) ? ring : []),
    });
  const watched: Ring = [{ at: NOW - 130 * HOUR, value: 3, state: "WORKING ready" }];
  const endSeen = (hoursAgo: number): Ring => [
    ...watched,
    { at: NOW - hoursAgo * HOUR, value: null, state: "EXPIRED" },
  ];

  it("is lost for a day from when its end was seen", () => {
    expect(checked(old({ status: "EXPIRED" }, endSeen(23)))).toMatchObject({
      lost: 1,
      problems: ["shop-rs0 → prod-eu expired"],
    });
    expect(checked(old({ status: "EXPIRED" }, endSeen(25)))).toMatchObject({ lost: 0, problems: [] });
  });

  it.each([
    ["EXPIRED", "expired", []],
    ["EXPIRED", "expired", watched],
    ["FAILED", "failed", []],
    ["FAILED", "failed", watched],
  ] as const)("is lost where nobody saw when: %s", (status, word, ring) => {
    const context = old({ status }, ring);
    expect(checked(context)).toMatchObject({
      lost: 1,
      problems: [`shop-rs0 → prod-eu ${word} at an unknown time`],
    });
    expect(fields.of(context).get(OLD)).toMatchObject({ finished: null });
    if (status === "FAILED") expect(checked(context)).toMatchObject({ failedLately: 1 });
  });

  it("is not one that completed at an unknown time", () => {
    expect(checked(old({ status: "COMPLETE" }, []))).toMatchObject({ lost: 0, failedLately: 0 });
  });
});

describe("a cut-over whose questions were left open", () => {
  const HOUR = 3_600_000;
  const ready = migration({ status: "WORKING", lagTimeSeconds: 3, readyForCutover: true });
  const low = readings(Array.from({ length: 75 }, () => 3));
  const high = readings([672, 900, 1528]);
  const later = (ring: Ring): Ring => ring.map((sample) => ({ ...sample, at: sample.at + HOUR }));
  const critical = AlertConfiguration.parse({
    id: id(1),
    eventTypeName: "X",
    enabled: true,
    severityOverride: "CRITICAL",
  });
  const stormed = (count: number) =>
    new Answers().add("listAlertConfigurations", project, { results: [critical] }).add(
      "listAlerts",
      { ...project, query: { status: "OPEN" } },
      {
        results: Array.from({ length: count }, (_, index) =>
          Alert.parse({
            id: id(40 + index),
            status: "OPEN",
            eventTypeName: "X",
            clusterName: "prod-eu",
            alertConfigId: id(1),
          }),
        ),
      },
    );
  const reviewedIn = (opened: Context, ring: Ring, alerts = stormed(0)) =>
    planOf(opened).preflight({ ask: asking(ready, alerts), context: at(ready, ring, { now: NOW + HOUR }) });
  const factOf = ({ facts }: Preflight, label: string) => facts.find((fact) => fact.label === label)?.value;

  it("is judged by the lag of meanwhile: a bump counts, whatever was low before", async () => {
    const found = await reviewedIn(at(ready, low), later([...low, ...high]));
    expect(factOf(found, "lag 5 s or less")).toBe("3 s, 1 of 3 readings");
    expect(found.confirm).toBe("prod-eu anyway");
    expect(found.warnings[0]).toBe("Not met: lag 5 s or less: 3 s, 1 of 3 readings.");
  });

  it("is judged by the lag of meanwhile: low for long counts, whatever was high before", async () => {
    const found = await reviewedIn(at(ready, high), later([...high, ...low]));
    expect(factOf(found, "lag 5 s or less")).toBe("3 s, 76 readings in a row");
    expect(found.confirm).toBeUndefined();
  });

  it("asks for the alerts of the destination, which nobody may have read since", async () => {
    const found = await reviewedIn(at(ready, low), later(low), stormed(21));
    expect(factOf(found, "no critical alert")).toBe("21 critical, 21 open on prod-eu");
  });

  it("marks each check as the cockpit does, what is not met first", async () => {
    const { facts } = await reviewedIn(at(ready, low), later(low), stormed(1));
    expect(facts.map(({ mark, label }) => `${mark?.text} ${label}`)).toEqual([
      "! no critical alert",
      "! recent snapshot",
      "✓ ready",
      "✓ lag 5 s or less",
      "✓ writes stopped",
      "✓ source kept",
    ]);
    const { facts: high3 } = await reviewedIn(at(ready, low), later([...low, ...high]), new Answers());
    expect(high3.slice(0, 3).map(({ mark, label }) => `${mark?.text} ${label}`)).toEqual([
      "✗ lag 5 s or less",
      "! recent snapshot",
      "– no critical alert",
    ]);
  });

  it("says that the migration has ended meanwhile", async () => {
    const over = migration({ status: "COMPLETE", lagTimeSeconds: 0, readyForCutover: true });
    const { warnings } = await planOf(at(ready, low)).preflight({ ask: asking(over), context: at(ready, low) });
    expect(warnings).toContain("The migration has ended: COMPLETE. The service will refuse this.");
  });

  it("shows below its questions how the checks stand, each with when that was read", () => {
    const effect = action("cut-over").open(at(ready, low), [ONE]);
    if (effect.kind !== "form") throw new Error("no form");
    const lines = effect.setup.currentLines?.({ destination: "prod-eu" }, at(ready, later([...low, ...high])));
    expect(lines?.[0]).toBe("✗ 15:06:00  lag 5 s or less: 25 min 28 s, 3 readings required");
    expect(lines).toHaveLength(4);
  });
});

describe("opening by id", () => {
  const open = async (values: Record<string, string>, ask: Ask): Promise<Effect> => {
    const effect = action("open").open(new Answers().context(), []);
    if (effect.kind !== "form") throw new Error("no form");
    const next = effect.setup.applies?.(values);
    if (next?.kind !== "asking") throw new Error("nothing is verified");
    return next.load(ask);
  };

  it("verifies the id, and remembers what it is told of what the migration moves", async () => {
    const found = asking(migration({ status: "WORKING" }));
    expect(await open({ id: ONE }, found)).toEqual({ kind: "place", place: { area: "live-migration", ids: [ONE] } });
    expect(await open({ id: ONE, source: "crm", destination: "prod-eu" }, found)).toMatchObject({
      kind: "remember",
      sighting: { id: ONE, name: "crm → prod-eu", project: GROUP, about: { source: "crm", destination: "prod-eu" } },
      next: { kind: "place" },
    });
  });

  it("says that there is none of that id, and where to look", async () => {
    const none: Ask = async () => {
      throw serviceError("getPushMigration", { kind: "refused", status: 404, code: "RESOURCE_NOT_FOUND" });
    };
    const effect = await open({ id: id(77) }, none);
    if (effect.kind !== "page") throw new Error("no page");
    expect(effect.page.lines.flat().map(cellText).join()).toMatch(/Payments has no migration/u);
  });
});
