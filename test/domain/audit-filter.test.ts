import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { AUDIT_GROUPS } from "../../src/domain/auditing/audit-actions.ts";
import {
  filterText,
  filterWarnings,
  formatFilter,
  matchesNoPermissionCheck,
} from "../../src/domain/auditing/audit-filter.ts";

/** What is said of an audit filter, against the events that it matches. */

type Event = {
  readonly atype: string;
  readonly result: number;
  readonly users: readonly { readonly user: string; readonly db: string }[];
  readonly "param.ns": string;
};

const NAMES = ["authenticate", "authCheck", "createUser", "dropUser", "logout", "nope"] as const;

const EVENTS: readonly Event[] = [...NAMES, "createCollection", "somethingNew"].flatMap((atype) =>
  [0, 1, 13, 18].flatMap((result) =>
    [[], [{ user: "bob", db: "admin" }], [{ user: "alice", db: "shop" }]].flatMap((users) =>
      ["shop.orders", "a.b"].map((ns): Event => ({ atype, result, users, "param.ns": ns })),
    ),
  ),
);

/** The filters that the test knows, and what they mean to a database. */
type Condition =
  | { readonly kind: "value"; readonly value: string | number }
  | { readonly kind: "list"; readonly operator: "$in" | "$nin"; readonly values: readonly (string | number)[] }
  | { readonly kind: "one"; readonly operator: "$eq" | "$ne" | "$gt" | "$lte"; readonly value: string | number }
  | { readonly kind: "not"; readonly of: Condition }
  | { readonly kind: "pattern" };
type Filter =
  | { readonly kind: "field"; readonly field: "atype" | "result" | "param.ns"; readonly of: Condition }
  | { readonly kind: "user"; readonly user: string }
  | { readonly kind: "both"; readonly parts: readonly Filter[] }
  | { readonly kind: "logic"; readonly operator: "$and" | "$or" | "$nor"; readonly parts: readonly Filter[] };

function written(of: Condition): unknown {
  switch (of.kind) {
    case "value":
      return of.value;
    case "list":
      return { [of.operator]: of.values };
    case "one":
      return { [of.operator]: of.value };
    case "not":
      return { $not: of.of.kind === "value" ? { $eq: of.of.value } : written(of.of) };
    case "pattern":
      return { $regex: "^create" };
  }
}

function documentOf(filter: Filter): Readonly<Record<string, unknown>> {
  switch (filter.kind) {
    case "field":
      return { [filter.field]: written(filter.of) };
    case "user":
      return { users: { $elemMatch: { user: filter.user } } };
    case "both":
      return Object.assign({}, ...filter.parts.map(documentOf));
    case "logic":
      return { [filter.operator]: filter.parts.map(documentOf) };
  }
}

function holds(of: Condition, is: string | number): boolean {
  switch (of.kind) {
    case "value":
      return is === of.value;
    case "list":
      return of.values.includes(is) === (of.operator === "$in");
    case "one": {
      if (of.operator === "$eq") return is === of.value;
      if (of.operator === "$ne") return is !== of.value;
      return of.operator === "$gt" ? is > of.value : is <= of.value;
    }
    case "not":
      return !holds(of.of, is);
    case "pattern":
      return String(is).startsWith("create");
  }
}

function matches(filter: Filter, event: Event): boolean {
  switch (filter.kind) {
    case "field":
      return holds(filter.of, event[filter.field]);
    case "user":
      return event.users.some(({ user }) => user === filter.user);
    case "both":
      return filter.parts.every((part) => matches(part, event));
    case "logic": {
      if (filter.operator === "$and") return filter.parts.every((part) => matches(part, event));
      return filter.parts.some((part) => matches(part, event)) === (filter.operator === "$or");
    }
  }
}

const conditionOn = (values: fc.Arbitrary<string | number>, ...ordered: readonly ("$gt" | "$lte")[]) =>
  fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { depthSize: "small" },
      values.map((value): Condition => ({ kind: "value", value })),
      fc.record({
        kind: fc.constant("list" as const),
        operator: fc.constantFrom("$in" as const, "$nin" as const),
        values: fc.uniqueArray(values, { maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant("one" as const),
        operator: fc.constantFrom("$eq" as const, "$ne" as const, ...ordered),
        value: values,
      }),
      fc.record({ kind: fc.constant("not" as const), of: tie("condition") }),
    ),
  })).condition;

const onField = (field: "atype" | "result" | "param.ns", of: fc.Arbitrary<Condition>): fc.Arbitrary<Filter> =>
  of.map((condition) => ({ kind: "field", field, of: condition }));

/** Filters of these fields; `both` never names a field twice, as a document does not. */
const filtersOf = (...fields: readonly fc.Arbitrary<Filter>[]): fc.Arbitrary<Filter> =>
  fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { depthSize: "small" },
      ...fields,
      fc.tuple(...fields).chain((all) => fc.subarray(all).map((parts): Filter => ({ kind: "both", parts }))),
      fc.record({
        kind: fc.constant("logic" as const),
        operator: fc.constantFrom("$and" as const, "$or" as const, "$nor" as const),
        parts: fc.array(tie("filter"), { minLength: 1, maxLength: 3 }),
      }),
    ),
  })).filter;

const byAction = onField("atype", conditionOn(fc.constantFrom(...NAMES)));
const bySuccess = onField(
  "result",
  fc.constantFrom<Condition>(
    { kind: "value", value: 0 },
    { kind: "one", operator: "$ne", value: 0 },
    { kind: "one", operator: "$gt", value: 0 },
    { kind: "list", operator: "$nin", values: [0] },
  ),
);
const byResult = onField("result", conditionOn(fc.constantFrom(0, 1, 13, 18), "$gt", "$lte"));
const byNamespace = onField("param.ns", conditionOn(fc.constantFrom("shop.orders")));
const byUser = fc.constantFrom("bob", "carol").map((user): Filter => ({ kind: "user", user }));

type Share = "all" | "some" | "none";
type Claim = { readonly ofSuccess: Share; readonly ofFailure: Share };
const NOTHING: Claim = { ofSuccess: "none", ofFailure: "none" };

/** `failed and some successful logins`: what it claims, and of which actions; null of those that nothing else is said of. */
function claimIn(words: string): { readonly claim: Claim; readonly actions: readonly string[] | null } {
  const [, qualifiers = "", what = ""] = /^((?:(?:some|failed|successful|and) )*)(.+)$/u.exec(words) ?? [];
  const share = (outcome: string): Share =>
    qualifiers.includes(`some ${outcome}`) ? "some" : qualifiers.includes(outcome) ? "all" : "none";
  const plain: Share = qualifiers === "some " ? "some" : "all";
  const isPlain = qualifiers === "" || qualifiers === "some ";
  return {
    claim: isPlain
      ? { ofSuccess: plain, ofFailure: plain }
      : { ofSuccess: share("successful"), ofFailure: share("failed") },
    actions: what === "everything" || what === "events" ? null : actionsIn(what),
  };
}

function actionsIn(what: string): readonly string[] {
  const [, name = "", kind, listed = ""] = /^(.*?)(?: \((only|all but) (.+)\))?$/u.exec(what) ?? [];
  const group = AUDIT_GROUPS.find(({ words }) => words === name);
  if (group === undefined) return [name];
  const named = listed.split(", ");
  if (kind === undefined) return group.actions;
  return kind === "only" ? named : group.actions.filter((action) => !named.includes(action));
}

/** Words that stand between commas, but for those in brackets. */
const itemsIn = (list: string): readonly string[] =>
  list.match(/(?:\([^)]*\)|[^,(])+/gu)?.map((item) => item.trim()) ?? [];

/** What a sentence claims of events. */
function read(sentence: string) {
  const [, whole = "", user] = /^(.*?)(?:(?:,|; all) of (\w+))?(?:, depending on .*)?$/u.exec(sentence) ?? [];
  const [main = "", also = ""] = whole.split("; also ");
  const [base = "", without = ""] = main.split(" except ");
  const start = main === "no events" ? [] : itemsIn(base).map(claimIn);
  const others = start.find(({ actions }) => actions === null)?.claim ?? NOTHING;
  const claims = new Map<string, Claim>();
  for (const action of itemsIn(without).flatMap(actionsIn)) claims.set(action, NOTHING);
  for (const { claim, actions } of [...start, ...itemsIn(also).map(claimIn)]) {
    for (const action of actions ?? []) claims.set(action, claim);
  }
  return {
    of: user,
    share: ({ atype, result }: Event): Share => (claims.get(atype) ?? others)[result === 0 ? "ofSuccess" : "ofFailure"],
  };
}

function expectTrue(filter: Filter, isExact: boolean): void {
  const text = JSON.stringify(documentOf(filter));
  const said = formatFilter(text);
  expect(said).not.toContain("cannot be put into words");
  const { of, share } = read(said);
  for (const event of EVENTS) {
    const isMatched = matches(filter, event);
    const isMeant = of === undefined || event.users.some(({ user }) => user === of);
    const claimed = isMeant ? share(event) : "none";
    if (isExact) expect(claimed).not.toBe("some");
    if (claimed !== "some") expect([said, event, isMatched]).toEqual([said, event, claimed === "all"]);
  }
  const isAny = EVENTS.some((event) => matches(filter, event));
  if (filterWarnings(text).some((doubt) => doubt.includes("matches nothing"))) expect(isAny).toBe(false);
  if (isExact) expect(said === "no events").toBe(!isAny);
  const checks = EVENTS.filter(({ atype }) => atype === "authCheck");
  if (matchesNoPermissionCheck(text)) expect(checks.some((event) => matches(filter, event))).toBe(false);
}

describe("what is said of a filter", () => {
  it("is what it matches, of actions and of successes", () => {
    fc.assert(fc.property(filtersOf(byAction, bySuccess), (filter) => expectTrue(filter, true)));
  });

  it("is true of filters by other fields, too", () => {
    fc.assert(fc.property(filtersOf(byAction, byResult, byNamespace, byUser), (filter) => expectTrue(filter, false)));
  });

  it("is that it is not understood, wherever an unknown operator stands", () => {
    const pattern = fc.constant<Filter>({ kind: "field", field: "atype", of: { kind: "pattern" } });
    fc.assert(
      fc.property(filtersOf(byAction, bySuccess), pattern, fc.boolean(), (filter, strange, isFirst) => {
        const parts = isFirst ? [strange, filter] : [filter, strange];
        const text = JSON.stringify(documentOf({ kind: "logic", operator: "$or", parts }));
        expect(formatFilter(text)).toBe("events by a filter that cannot be put into words ($regex)");
        expect(filterWarnings(text)).toEqual([]);
        expect(matchesNoPermissionCheck(text)).toBe(false);
      }),
    );
  });

  test.each([
    ['{"atype":{"$nin":["authCheck"]}}', "everything except authorization checks (reads and writes)"],
    ['{"atype":{"$ne":"authenticate"}}', "everything except logins"],
    ['{"atype":"authenticate","result":{"$ne":0}}', "failed logins"],
    [
      '{"$or":[{"atype":"authenticate"},{"atype":"createUser","result":{"$ne":0}}]}',
      "logins, failed changes of users and roles (only createUser)",
    ],
    ['{"$nor":[{"atype":"logout","result":0}]}', "everything except logouts; also failed logouts"],
    ['{"result":{"$ne":0}}', "failed events"],
    ['{"result":{"$gt":0}}', "failed events"],
    ['{"result":{"$lt":1}}', "successful events"],
    ['{"result":{"$lte":1}}', "successful and some failed events, depending on result"],
    ['{"param.ns":"shop.orders"}', "some events, depending on param.ns"],
    [
      '{"atype":"authCheck","users":{"$elemMatch":{"user":"bob","db":"admin"}}}',
      "authorization checks (reads and writes), of bob@admin",
    ],
    ['{"$where":"true"}', "events by a filter that cannot be put into words ($where)"],
    ['{"atype":{"$in":[{"$regex":"^create"}]}}', "events by a filter that cannot be put into words ($in)"],
    ["{}", "everything"],
    ["", "everything (no filter)"],
    ["[]", "not a JSON document"],
  ])("of %s is %s", (text, said) => {
    expect(formatFilter(text)).toBe(said);
  });

  it("is short work for a filter of very many names, too", () => {
    const names = Array.from({ length: 5000 }, (_, index) => `made up ${index}`);
    expect(formatFilter(filterText({ atype: { $nin: names } }))).toContain("5000 unknown actions");
  });
});

describe("doubts of a filter", () => {
  it("are that it matches nothing, where nothing is matched, and not for an empty list beside others", () => {
    const empty = { atype: { $in: [] } };
    expect(filterWarnings(filterText(empty))).toEqual(["The filter matches nothing: no events are audited."]);
    expect(filterWarnings(filterText({ $or: [empty, { atype: "authenticate" }] }))).toEqual([]);
    expect(filterWarnings(filterText({ atype: "logout", $nor: [{ atype: "logout" }] }))).toHaveLength(1);
  });

  it("are that a name is unknown or a placeholder", () => {
    expect(filterWarnings('{"atype":"authentcate"}')).toEqual(["Unknown action: authentcate. It matches no events."]);
    expect(filterWarnings('{"atype":"authCheck","users":{"$elemMatch":{"user":"USER"}}}')).toEqual([
      "USER is a placeholder: replace it with a user name.",
    ]);
  });

  it("are none of permission checks where no filter narrows them down", () => {
    expect(matchesNoPermissionCheck("")).toBe(false);
    expect(matchesNoPermissionCheck("{}")).toBe(false);
    expect(matchesNoPermissionCheck('{"atype":{"$nin":["authCheck"]}}')).toBe(true);
    expect(matchesNoPermissionCheck('{"atype":{"$ne":"authenticate"}}')).toBe(false);
  });
});
