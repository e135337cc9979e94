import { isObject, numberIn } from "../../contract/json/json.ts";

/**
 * Events that an audit filter matches, as far as that follows from an event's action (`atype`) and its failure (a result other than 0). Nothing is
 * assumed about other fields.
 */

/** Matched share of the events of a kind; `some` depends on other fields, and may be all or none. */
export type MatchedShare = "all" | "some" | "none";

/** A kind of event. The action is null for any that the filter does not name. */
type EventKind = { readonly action: string | null; readonly isFailed: boolean };

/** Findings while a filter is evaluated. */
export type MatchNotes = {
  /** Actions named in the filter. */
  readonly actions: Set<string>;
  /** Other fields that the result depends on. */
  readonly fields: Set<string>;
  /** Operators that are not understood: the result is invalid then. */
  readonly strange: Set<string>;
};

const everyOf = (shares: readonly MatchedShare[]): MatchedShare =>
  shares.includes("none") ? "none" : shares.includes("some") ? "some" : "all";

const anyOf = (shares: readonly MatchedShare[]): MatchedShare =>
  shares.includes("all") ? "all" : shares.includes("some") ? "some" : "none";

const OPPOSITE: Readonly<Record<MatchedShare, MatchedShare>> = { all: "none", some: "some", none: "all" };

const shareOf = (isSo: boolean): MatchedShare => (isSo ? "all" : "none");

/** Comparison of an event's field with values of a filter. */
type Field = {
  readonly equals: (value: unknown) => MatchedShare;
  readonly compares: (operator: string, value: unknown) => MatchedShare | null;
};

const actionOf = ({ action }: EventKind, met: MatchNotes): Field => ({
  equals: (value) => {
    if (typeof value === "string") met.actions.add(value);
    return shareOf(value === action && action !== null);
  },
  compares: () => null,
});

/** Success is 0, a failure one of the codes from 1 on. */
const resultOf = ({ isFailed }: EventKind, met: MatchNotes): Field => {
  /** For a failure, the result depends on its code unless it is the same for all codes. */
  const share = (ofSuccess: boolean, allFailures: boolean, noFailure: boolean): MatchedShare => {
    if (!isFailed) return shareOf(ofSuccess);
    if (allFailures || noFailure) return shareOf(allFailures);
    met.fields.add("result");
    return "some";
  };
  return {
    equals: (value) => {
      const code = numberIn(value);
      return share(code === 0, false, code === null || code < 1 || !Number.isInteger(code));
    },
    compares: (operator, value) => {
      const code = numberIn(value);
      if (code === null) return null;
      switch (operator) {
        case "$gt":
          return share(0 > code, code < 1, false);
        case "$gte":
          return share(0 >= code, code <= 1, false);
        case "$lt":
          return share(0 < code, false, code <= 1);
        case "$lte":
          return share(0 <= code, false, code < 1);
        default:
          return null;
      }
    },
  };
};

function listed(operator: string, values: unknown, field: Field, met: MatchNotes): MatchedShare {
  // An object in a list may be a pattern.
  if (!Array.isArray(values) || values.some(isObject)) return strange(operator, met);
  return anyOf(values.map(field.equals));
}

function strange(operator: string, met: MatchNotes): MatchedShare {
  met.strange.add(operator);
  return "some";
}

function operatorOn(operator: string, value: unknown, field: Field, met: MatchNotes): MatchedShare {
  switch (operator) {
    case "$eq":
      return isObject(value) ? strange(operator, met) : field.equals(value);
    case "$ne":
      return isObject(value) ? strange(operator, met) : OPPOSITE[field.equals(value)];
    case "$in":
      return listed(operator, value, field, met);
    case "$nin":
      return OPPOSITE[listed(operator, value, field, met)];
    case "$not":
      return isObject(value) ? OPPOSITE[conditionOn(value, field, met)] : strange(operator, met);
    default:
      return field.compares(operator, value) ?? strange(operator, met);
  }
}

function conditionOn(condition: unknown, field: Field, met: MatchNotes): MatchedShare {
  if (!isObject(condition)) return field.equals(condition);
  const parts = Object.entries(condition);
  // Without operators it is a plain object, and no action or result is an object.
  if (!parts.some(([name]) => name.startsWith("$"))) return "none";
  return everyOf(parts.map(([operator, value]) => operatorOn(operator, value, field, met)));
}

/** Shares of each of several filters; null for an empty list, which matches nothing. */
function filtersIn(operator: string, value: unknown, sort: EventKind, met: MatchNotes): readonly MatchedShare[] | null {
  if (!Array.isArray(value) || !value.every(isObject)) {
    strange(operator, met);
    return ["some"];
  }
  return value.length === 0 ? null : value.map((filter) => matchedBy(filter, sort, met));
}

function partOn(name: string, value: unknown, sort: EventKind, met: MatchNotes): MatchedShare {
  switch (name) {
    case "$and":
    case "$or":
    case "$nor": {
      const shares = filtersIn(name, value, sort, met);
      if (shares === null) return "none";
      return name === "$and" ? everyOf(shares) : name === "$or" ? anyOf(shares) : OPPOSITE[anyOf(shares)];
    }
    case "atype":
      return conditionOn(value, actionOf(sort, met), met);
    case "result":
      return conditionOn(value, resultOf(sort, met), met);
    default:
      if (name.startsWith("$")) return strange(name, met);
      met.fields.add(name);
      return "some";
  }
}

/** Share of the events of a kind that a filter matches; findings are added to `met`. */
export const matchedBy = (filter: Readonly<Record<string, unknown>>, sort: EventKind, met: MatchNotes): MatchedShare =>
  everyOf(Object.entries(filter).map(([name, value]) => partOn(name, value, sort, met)));
