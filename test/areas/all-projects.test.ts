import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fitColumns } from "../../src/app/list/columns.ts";
import { alerts } from "../../src/areas/alerts.ts";
import { contextIn, idInAll, ownPlaceOf, paramsOfAll, projectScopes, thingIn } from "../../src/areas/all-projects.ts";
import { AREAS, areaOf } from "../../src/areas/areas.ts";
import type { Action, Area, Screen } from "../../src/areas/model/area.ts";
import { cellText } from "../../src/areas/model/cell.ts";
import type { Ask, Context, Project, Scope } from "../../src/areas/model/context.ts";
import type { Effect, FormSetup, Target } from "../../src/areas/model/effect.ts";
import { defaultKeyNames } from "../../src/areas/model/key-names.ts";
import type { Row } from "../../src/areas/model/view.ts";
import { type Client, createClient } from "../../src/client/client.ts";
import { ServiceError } from "../../src/client/errors/service-error.ts";
import { connectionOfReady } from "../../src/commands/connect.ts";
import { Alert } from "../../src/contract/alerts.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { GroupId, OrgId } from "../../src/contract/schema/ids.ts";
import { openForm } from "../../src/forms/open.ts";
import { contextOf as contextOfPlan } from "../../src/forms/plans.ts";
import { type RunningService, startService } from "../../src/service/service.ts";
import { unreadOf } from "../../src/state/answers/lookup.ts";
import { type Query, resourceKey } from "../../src/state/answers/query.ts";
import type { ResourceTables } from "../../src/state/answers/resource.ts";
import { afterAnswer, afterFailure, emptyResource, find, withResource } from "../../src/state/answers/tables.ts";
import { isUnlisted, type KnownName } from "../../src/state/names/names.ts";
import { Answers, ago, GROUP, id, NOW } from "./answers.ts";
import { opened } from "./opened.ts";

/** All projects in one list: the rows of each as it has them, and nothing that is done to a row goes to another project. */

const AREAS_OF_ALL: readonly Area[] = AREAS.filter(
  ({ scope, screen }) => scope !== "profile" && screen.showsAllProjects === true,
);

const screenOf = ({ screen }: Area): Screen => {
  return screen;
};

describe("of the sample world", () => {
  let service: RunningService;
  let client: Client;
  let tables: ResourceTables = {};
  let unlisted: readonly KnownName[] = [];
  const now = Date.now();

  const scopeOfAll = (): Scope => {
    const { ready } = service;
    const projects = ready.groups.map(({ id: group, name }): Project => {
      const clusters = ready.clusters
        .filter(({ groupId }) => groupId === group)
        .map((cluster) => ({ name: cluster.name, kind: cluster.kind, paused: false }));
      return { id: GroupId.of(group), name, clusters, own: { clusters, clusterList: { kind: "read" } } };
    });
    const here = projects.find(({ id: group }) => group === ready.groupId);
    return {
      groupId: GroupId.of(ready.groupId),
      groupName: here?.name ?? "",
      orgId: OrgId.of(ready.orgId),
      orgName: "Acme",
      cluster: null,
      clusters: here?.clusters ?? [],
      clusterList: { kind: "read" },
      projects,
      unlisted,
      params: paramsOfAll({}),
    };
  };

  const contextOf = (scope: Scope): Context => ({
    scope,
    cached: (operation, args) => find(tables, operation, resourceKey(operation, args))?.cached ?? undefined,
    unread: (operation, args) => unreadOf(find(tables, operation, resourceKey(operation, args))?.failure ?? null),
    asOf: (operation, args) => find(tables, operation, resourceKey(operation, args))?.asOf ?? null,
    known: () => [],
    ring: () => [],
    runbooks: [],
    areaLabel: (area) => areaOf(area).label,
    key: defaultKeyNames,
    now,
    zone: "utc",
    lastLook: null,
    unknownWrites: [],
    acceptedWrites: [],
  });

  const ask: Ask = async (operation, args) => {
    const { data, raw } = await client.call(operation, args);
    return { data, raw, at: now };
  };

  const read = async (queries: readonly Query[]): Promise<void> => {
    for (const { operation, args } of queries) {
      if (find(tables, operation, resourceKey(operation, args)) !== undefined) continue;
      const before = emptyResource<OperationId>(operation, args);
      try {
        const { data, raw } = await client.call<OperationId>(operation, args);
        tables = withResource(tables, afterAnswer(before, 1, { data, raw, at: now, complete: true }));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        tables = withResource(
          tables,
          afterFailure(before, 1, { words: error.message, error, nextTryAt: null, at: now }),
        );
      }
    }
  };

  beforeAll(async () => {
    service = await startService({ place: ":memory:", quiet: true, speed: 0 });
    client = createClient(connectionOfReady(service.ready, { because: "a test changes nothing", unlockable: false }));
    unlisted = service.ready.migrations
      .map(
        ({ id: name, groupId: project }): KnownName => ({
          kind: "migration",
          name,
          id: name,
          project,
          source: "told",
          firstSeen: now,
          lastSeen: now,
        }),
      )
      .filter(isUnlisted);
    for (const area of AREAS_OF_ALL) {
      // What is asked can depend on what was answered.
      for (let round = 0; round < 2; round += 1) await read(screenOf(area).queries(scopeOfAll()));
    }
  });

  afterAll(async () => {
    await client.close();
    await service.stop();
  });

  const flat = (rows: readonly Row[]): readonly Row[] => rows.flatMap((row) => row.members ?? [row]);

  it("shows at 80 columns what has to be whole, beside the project", () => {
    for (const { id: area, screen } of AREAS_OF_ALL) {
      const columns = screen.columns?.(contextOf(scopeOfAll())) ?? [];
      const needed = columns.filter(({ id: column, whole }) => column === "project" || whole === true);
      const shown = fitColumns(columns, [], 57).map(({ column }) => column);
      expect([area, needed.filter((column) => !shown.includes(column)).map(({ id: column }) => column)]).toEqual([
        area,
        [],
      ]);
    }
  });

  it("shows at 80 columns where an alert is, beside its project", () => {
    const columns = screenOf(alerts).columns?.(contextOf(scopeOfAll())) ?? [];
    const shown = fitColumns(columns, [], 57).map(({ column }) => column.id);
    expect(shown).toEqual(["severity", "age", "project", "what", "where"]);
  });

  it("is there for everything that lists by project", () => {
    expect(AREAS_OF_ALL.map(({ id: area }) => area)).toEqual([
      "alerts",
      "alert-configurations",
      "cloud-access",
      "search-indexes",
      "search-indexes-first-generation",
      "search-nodes",
      "snapshots",
      "backup-schedules",
      "restore-jobs",
      "export-jobs",
      "export-buckets",
      "live-migration",
    ]);
  });

  it("has the rows of each project as that project has them, each with its project", () => {
    for (const area of AREAS_OF_ALL) {
      const screen = screenOf(area);
      const scope = scopeOfAll();
      const rows = screen.list(contextOf(scope)).rows;
      expect(new Set(flat(rows).map((row) => row.id)).size, area.id).toBe(flat(rows).length);
      for (const own of projectScopes(scope)) {
        const alone = screen.list(contextIn(contextOf(scope), own)).rows;
        const among = flat(rows).filter((row) => thingIn(row.id)?.project === own.groupId);
        expect(
          among.map((row) => row.id),
          `${area.id} of ${own.groupName}`,
        ).toEqual(flat(alone).map((row) => idInAll(own.groupId, row.id)));
        expect(new Set(among.map(({ cells }) => cellText(cells["project"] ?? "")))).toEqual(
          new Set(among.length === 0 ? [] : [own.groupName]),
        );
      }
      expect(screen.columns?.(contextOf(scope)).filter(({ id: column }) => column === "project")).toHaveLength(1);
    }
  });

  it("names the project of a thing first in its detail, and leads into that project", () => {
    for (const area of AREAS_OF_ALL) {
      const screen = screenOf(area);
      const context = contextOf(scopeOfAll());
      for (const { id: row } of flat(screen.list(context).rows)) {
        const detail = screen.detail(context, row);
        if (detail === null) continue;
        const thing = thingIn(row);
        const name = context.scope.projects.find(({ id: project }) => project === thing?.project)?.name;
        expect(detail.lines[0], `${area.id}/${row}`).toEqual({ kind: "field", label: "Project", value: name });
        const links = detail.lines.filter((line) => "link" in line && line.link !== undefined);
        expect(links.every((line) => "project" in line && line.project === thing?.project)).toBe(true);
      }
    }
  });

  const targetsOf = (effect: Effect): readonly Target[] | null => {
    if (effect.kind === "form") return effect.setup.targets;
    return effect.kind === "write" ? effect.plan.targets : null;
  };

  /** What an effect ends in, with whatever is picked on the way. */
  const endOf = async (effect: Effect, pick: (count: number) => number, steps = 6): Promise<Effect> => {
    const now = opened(effect);
    if (steps === 0) return now;
    if (now.kind === "pick") {
      const found = await now.suggest(ask).catch(() => []);
      const value = found[pick(found.length)]?.value;
      return value === undefined ? now : endOf(now.take(String(value)), pick, steps - 1);
    }
    if (now.kind === "remember" || now.kind === "runbook") return endOf(now.next, pick, steps - 1);
    if (now.kind !== "asking") return now;
    const next = await now.load(ask).catch(() => null);
    return next === null ? now : endOf(next, pick, steps - 1);
  };

  const rowsWithActions = (): readonly {
    readonly area: Area;
    readonly ids: readonly string[];
    readonly action: Action;
  }[] =>
    AREAS_OF_ALL.flatMap((area) => {
      const screen = screenOf(area);
      const ids = flat(screen.list(contextOf(scopeOfAll())).rows).map((row) => row.id);
      return ids.length === 0 ? [] : screen.actions.map((action) => ({ area, ids, action }));
    });

  it("sends what is done to rows to the projects of these rows, and to no other", async () => {
    const choices = rowsWithActions().filter(({ action }) => action.on !== undefined);
    const seen = { sent: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.nat(choices.length - 1),
        fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
        fc.nat(),
        async (choice, wanted, picked) => {
          const { ids, action } = choices[choice] ?? { ids: [], action: null };
          if (action === null) return;
          const few = action.on === "one" ? wanted.slice(0, 1) : wanted;
          const chosen = [...new Set(few.map((index) => ids[index % ids.length] ?? ""))];
          const projects = new Set<string>(chosen.flatMap((row) => thingIn(row)?.project ?? []));
          const context = contextOf(scopeOfAll());
          if (action.disabled?.(context, chosen) != null) {
            seen.refused += 1;
            return;
          }
          const end = await endOf(action.open(context, chosen), (count) => picked % Math.max(1, count));
          for (const { params, name } of targetsOf(end) ?? []) {
            seen.sent += 1;
            expect(projects, `${action.id}: ${name}`).toContain(params["groupId"]);
          }
          if (end.kind === "place") expect(end.project === undefined || projects.has(end.project)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
    expect(seen.sent).toBeGreaterThan(10);
    expect(seen.refused).toBeGreaterThan(0);
  });

  it("asks in which project a new thing is made, and makes it there", async () => {
    const areas = rowsWithActions().filter(({ action }) => action.on === undefined);
    const projects = scopeOfAll().projects;
    let made = 0;
    for (const { action } of areas) {
      const context = contextOf(scopeOfAll());
      if (action.disabled?.(context, []) != null) continue;
      const effect = action.open(context, []);
      if (effect.kind !== "pick") {
        expect(["params", "place"], action.id).toContain(effect.kind);
        continue;
      }
      const offered = await effect.suggest(ask);
      for (const { value } of offered) {
        const end = await endOf(effect.take(String(value)), () => 0);
        for (const { params } of targetsOf(end) ?? []) {
          made += 1;
          expect([value, undefined], action.id).toContain(params["groupId"]);
        }
      }
      expect(offered.every(({ value }) => projects.some(({ id: project }) => project === value))).toBe(true);
    }
    expect(made).toBeGreaterThan(3);
  });
});

const titleOf = ({ plan }: FormSetup): string => plan.title(contextOfPlan(plan, openForm(plan, { mode: "create" })));

describe("alerts of three projects that are called alike", () => {
  const groups = [GROUP, GroupId.of(id(0xa1)), GroupId.of(id(0xa2))] as const;
  const projects: readonly Project[] = groups.map((group, index) => ({
    id: group,
    name: ["Payments", "Search", "Staging"][index] ?? "",
    clusters: [],
  }));
  const scope = { projects, params: paramsOfAll({}) };
  const ids = [id(1), id(2), id(3)];

  const alert = (group: string, number: number, change: object = {}): Alert =>
    Alert.parse({
      id: id(number),
      groupId: group,
      status: "OPEN",
      eventTypeName: `EVENT_${number}`,
      created: ago(number),
      ...change,
    });
  const given = (): Answers =>
    groups.reduce(
      (answers, group) =>
        answers
          .add(
            "listAlerts",
            { params: { groupId: group }, query: { status: "OPEN" } },
            {
              results: [1, 2, 3].map((number) => alert(group, number)),
            },
          )
          .add("listAlerts", { params: { groupId: group }, query: { status: "TRACKING" } }, { results: [] })
          .add("listAlertConfigurations", { params: { groupId: group } }, { results: [] }),
      new Answers(),
    );

  const screen = screenOf(alerts);
  const names = projects.flatMap((project) => ids.map((alertId) => ({ project: project.id, id: alertId })));
  const acknowledge = screen.actions.find(({ id: action }) => action === "alerts.acknowledge");

  it("are acknowledged each in its own project, however many are chosen", () => {
    fc.assert(
      fc.property(fc.subarray(names, { minLength: 1 }), (chosen) => {
        const effect = acknowledge?.open(
          given().context({ scope }),
          chosen.map((one) => idInAll(one.project, one.id)),
        );
        if (effect?.kind !== "form") throw new TypeError("no form");
        const sent = effect.setup.targets.map(({ params }) => `${params["groupId"]}/${params["alertId"]}`);
        expect([...sent].sort()).toEqual(chosen.map((one) => `${one.project}/${one.id}`).sort());
        const several = new Set(chosen.map(({ project }) => project)).size > 1;
        const said = several ? effect.setup.targets.map(({ name }) => name) : [titleOf(effect.setup)];
        for (const { project } of chosen) {
          const name = projects.find(({ id: group }) => group === project)?.name ?? "?";
          expect(said.some((text) => text.endsWith(`(${name})`))).toBe(true);
        }
      }),
    );
  });

  it("are not touched by a name that says no project, or one that is not shown", () => {
    const context = given().context({ scope });
    for (const stray of [id(1), idInAll(id(0xbb), id(1)), idInAll("no-project", id(1))]) {
      expect(acknowledge?.disabled?.(context, [stray])).toBe("its project is not shown");
      expect(() => acknowledge?.open(context, [stray])).toThrow();
      expect(screen.detail(context, stray)).toBeNull();
    }
  });

  it("are counted together above the list and in the sidebar", () => {
    const context = given().context({ scope });
    expect(screen.list(context).summary.map(cellText)).toEqual(["3 projects", "9 open"]);
    const badge = alerts.badge?.count(context);
    expect(badge == null ? null : cellText(badge)).toBe("9");
    expect(alerts.badge?.count(given().context()) == null).toBe(false);
  });

  it("keep the rows of a project while only another one changed", () => {
    const answers = given();
    const noReadings: ReturnType<Context["ring"]> = [];
    const context = answers.context({ scope, ring: () => noReadings });
    const before = screen.list(context).rows;
    answers.add(
      "listAlerts",
      { params: { groupId: groups[1] }, query: { status: "OPEN" } },
      {
        results: [alert(groups[1], 1, { status: "OPEN", currentValue: { number: 3 } }), alert(groups[1], 2)],
      },
    );
    const after = screen.list({ ...context, now: NOW + 1000 }).rows;
    const changed = after.filter((row) => !before.includes(row)).map((row) => thingIn(row.id)?.project);
    expect(new Set(changed)).toEqual(new Set([groups[1]]));
    expect(after).toHaveLength(8);
  });

  it("are made anew when a minute has passed", () => {
    const context = given().context({ scope });
    const before = screen.list(context).rows;
    const after = screen.list({ ...context, now: NOW + 60_000 }).rows;
    expect(after.some((row) => before.includes(row))).toBe(false);
  });

  it("are new by what stood there in their own project", () => {
    const seen = new Set(names.slice(1).map((one) => idInAll(one.project, one.id)));
    const rows = screen.list(given().context({ scope, lastLook: { at: NOW, ids: seen } })).rows;
    expect(rows.filter(({ isNew }) => isNew).map((row) => row.id)).toEqual([idInAll(groups[0], id(1))]);
  });
});

describe("a place among those of all projects", () => {
  it("is that of the item in its own project, for what is known of it there", () => {
    const project = GroupId.of("32b6e34b3d91647abb20e7b8");
    const place = { area: "alerts", ids: [idInAll(project, "65f0")] } as const;
    expect(ownPlaceOf(place, GROUP)).toEqual({ place: { area: "alerts", ids: ["65f0"] }, groupId: project });
    const own = { area: "alerts", ids: ["65f0"] } as const;
    expect(ownPlaceOf(own, GROUP)).toEqual({ place: own, groupId: GROUP });
    expect(ownPlaceOf({ area: "alerts", ids: [] }, null)).toEqual({
      place: { area: "alerts", ids: [] },
      groupId: null,
    });
  });
});
