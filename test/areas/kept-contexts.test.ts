import { describe, expect, it } from "vitest";
import { createContexts } from "../../src/areas/all-projects/kept-contexts.ts";
import { contextIn, paramsOfAll, projectScopes } from "../../src/areas/all-projects.ts";
import type { Context, Project, Scope } from "../../src/areas/model/context.ts";
import { list } from "../../src/areas/overview/list.ts";
import { AlertConfiguration } from "../../src/contract/alert-configurations.ts";
import { Alert } from "../../src/contract/alerts.ts";
import { GroupId } from "../../src/contract/schema/ids.ts";
import { Answers, ago, id, NOW } from "./answers.ts";

/** What is made of one of many projects stands while nothing of that one changes, whatever comes of the others. */

const MINUTE = 60_000;
const groups = Array.from({ length: 40 }, (_, index) => GroupId.of(id(0xa00 + index)));
const projects: readonly Project[] = groups.map((group, index) => ({ id: group, name: `P${index}`, clusters: [] }));
const scope = { groupId: GroupId.of(id(0xa00)), projects, params: paramsOfAll({}) };
const open = (group: string) => ({ params: { groupId: GroupId.of(group) }, query: { status: "OPEN" } }) as const;

const alert = (group: string, number: number, change: object = {}): Alert =>
  Alert.parse({
    id: id(number),
    groupId: group,
    status: "OPEN",
    // One of a kind in each project: alike ones would fold to one row.
    eventTypeName: `EVENT_${group}_${number}`,
    created: ago(number + 1),
    ...change,
  });

const configuration = AlertConfiguration.parse({ id: id(1), eventTypeName: "NO_PRIMARY", enabled: true });

const given = (): Answers =>
  groups.reduce(
    (answers, group) =>
      answers
        .add("listAlerts", open(group), { results: [alert(group, 1)] })
        .add("listAlerts", { ...open(group), query: { status: "TRACKING" } }, { results: [] })
        .add("listAlertConfigurations", { params: { groupId: group } }, { results: [configuration] }),
    new Answers(),
  );

const noReadings: ReturnType<Context["ring"]> = [];
const contextOf = (answers: Answers): Context => answers.context({ scope, ring: () => noReadings });

describe("the contexts of many projects", () => {
  const questions = (own: Scope) => [{ operation: "listAlerts", args: open(own.groupId), poll: "alerts" } as const];
  const contextsWith = (ends: (context: Context) => readonly number[] = () => []) =>
    createContexts({ scopes: projectScopes, contextOf: contextIn, queries: questions, ends });
  const others = (before: readonly Context[], after: readonly Context[]): readonly string[] =>
    after.filter((own) => !before.includes(own)).map(({ scope: own }) => own.groupId);

  it("are one new for one project that says something else", () => {
    const answers = given();
    const context = contextOf(answers);
    const contexts = contextsWith();
    const before = contexts(context);
    expect(before).toHaveLength(groups.length);
    expect(others(before, contexts({ ...context, now: NOW + 1000 }))).toEqual([]);
    const [, changed = ""] = groups;
    answers.add("listAlerts", open(changed), { results: [] });
    const after = contexts({ ...context, now: NOW + 2000 });
    expect(others(before, after)).toEqual([changed]);
    expect(after.find(({ scope: own }) => own.groupId === changed)?.cached("listAlerts", open(changed))?.data).toEqual({
      results: [],
    });
  });

  it("are all new with the minute, and by the second where one counts down to its end", () => {
    const context = contextOf(given());
    const [first = ""] = groups;
    const contexts = contextsWith((own) => (own.scope.groupId === first ? [NOW + 50_000] : []));
    const before = contexts(context);
    const second = contexts({ ...context, now: NOW + 1000 });
    expect(others(before, second)).toEqual([first]);
    expect(others(second, contexts({ ...context, now: NOW + MINUTE }))).toHaveLength(groups.length);
  });

  it("look up answers where they stand now, and let go where they stood", () => {
    const context = contextOf(given());
    const contexts = contextsWith();
    const [kept] = contexts(context);
    let lookUps = 0;
    const later: Context = {
      ...context,
      now: NOW + 1000,
      cached: (operation, args) => {
        lookUps += 1;
        return context.cached(operation, args);
      },
    };
    expect(contexts(later)[0]).toBe(kept);
    const before = lookUps;
    kept?.cached("listAlerts", open(groups[0] ?? ""));
    expect(lookUps).toBe(before + 1);
  });
});

describe("the overview of many projects", () => {
  it("makes the rows of one project anew where one says something else", () => {
    const answers = given();
    const context = contextOf(answers);
    const before = list(context).rows;
    expect(before).toHaveLength(groups.length);
    expect(list({ ...context, now: NOW + 1000 }).rows.filter((row) => !before.includes(row))).toEqual([]);
    const [, , changed = ""] = groups;
    answers.add("listAlerts", open(changed), { results: [alert(changed, 1), alert(changed, 2)] });
    const after = list({ ...context, now: NOW + 2000 }).rows;
    expect(new Set(after.filter((row) => !before.includes(row)).map(({ project }) => project))).toEqual(
      new Set([changed]),
    );
    expect(after).toHaveLength(groups.length + 1);
  });
});
