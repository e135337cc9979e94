import { isObject, type Json, parseJsonInText } from "../../contract/json/json.ts";
import { AUDIT_ACTIONS, AUDIT_GROUPS, type AuditGroup } from "./audit-actions.ts";
import { type MatchedShare, type MatchNotes, matchedBy } from "./audit-match.ts";

/**
 * Audit filters as text, and warnings about likely mistakes. The service checks only their syntax, not their meaning (`domain.md` 7.3): a filter
 * that matches nothing is stored without an error, and nothing is recorded. The text is valid for every event; a filter that is not understood gets
 * a text that says so.
 */

export const filterText = (filter: Json): string => JSON.stringify(filter);

/** Matched share of an action's successes and of its failures. */
type Matched = { readonly ofSuccess: MatchedShare; readonly ofFailure: MatchedShare };

type Understood = {
  readonly byAction: ReadonlyMap<string, Matched>;
  /** Match of all actions that are neither known here nor named in the filter. */
  readonly others: Matched;
  /** Actions named in the filter that are not known here. */
  readonly unknown: readonly string[];
  /** Other fields that the result depends on. */
  readonly fields: readonly string[];
};

type Filter = Readonly<Record<string, unknown>>;

/** Upper bound of unknown actions: longer lists are no help. */
const MOST_NAMES = 200;

/** The meaning of a filter, or its parts that are not understood. */
function understand(filter: Filter): Understood | { readonly strange: readonly string[] } {
  const met: MatchNotes = { actions: new Set(), fields: new Set(), strange: new Set() };
  const matchedOf = (action: string | null): Matched => ({
    ofSuccess: matchedBy(filter, { action, isFailed: false }, met),
    ofFailure: matchedBy(filter, { action, isFailed: true }, met),
  });
  const others = matchedOf(null);
  const unknown = [...met.actions].filter((action) => !AUDIT_ACTIONS.has(action));
  if (met.strange.size > 0) return { strange: [...met.strange] };
  if (unknown.length > MOST_NAMES) return { strange: [`${unknown.length} unknown actions`] };
  const byAction = new Map([...AUDIT_ACTIONS, ...unknown].map((action) => [action, matchedOf(action)]));
  return { byAction, others, unknown, fields: [...met.fields] };
}

const isSame = (one: Matched, other: Matched): boolean =>
  one.ofSuccess === other.ofSuccess && one.ofFailure === other.ofFailure;

const RANK: Readonly<Record<MatchedShare, number>> = { none: 0, some: 1, all: 2 };

/** True when everything that the other one matches is matched. */
const covers = (one: Matched, other: Matched): boolean =>
  RANK[one.ofSuccess] >= RANK[other.ofSuccess] && RANK[one.ofFailure] >= RANK[other.ofFailure];

const NOTHING: Matched = { ofSuccess: "none", ofFailure: "none" };
const EVERYTHING: Matched = { ofSuccess: "all", ofFailure: "all" };

/** `logins`, `failed logins`, `some successful logins`, `failed and some successful logins`. */
function formatMatched({ ofSuccess, ofFailure }: Matched, what: string): string {
  if (ofSuccess === ofFailure) return ofSuccess === "some" ? `some ${what}` : what;
  const parts = [
    { share: ofFailure, word: "failed" },
    { share: ofSuccess, word: "successful" },
  ].toSorted((one, other) => RANK[other.share] - RANK[one.share]);
  const said = parts.flatMap(({ share, word }) =>
    share === "none" ? [] : share === "some" ? [`some ${word}`] : [word],
  );
  return `${said.join(" and ")} ${what}`;
}

const listed = (parts: readonly string[]): string => parts.join(", ");

/** Actions with the same match. */
type Part = { readonly words: string; readonly matched: Matched };

/** A group, or the actions of it that are meant: `changes of users and roles (only createUser)`. */
function formatActions({ words, actions }: AuditGroup, meant: readonly string[]): string {
  if (meant.length === actions.length) return words;
  return meant.length * 2 > actions.length
    ? `${words} (all but ${listed(actions.filter((action) => !meant.includes(action)))})`
    : `${words} (only ${listed(meant)})`;
}

/** Parts whose match differs from that of all other actions. */
function partsOf({ byAction, unknown, others }: Understood): readonly Part[] {
  const matchedOf = (action: string): Matched => byAction.get(action) ?? NOTHING;
  const known = AUDIT_GROUPS.flatMap((group) => {
    const alike = Map.groupBy(group.actions, (action) => Object.values(matchedOf(action)).join(" "));
    return [...alike.values()].map((meant) => ({
      words: formatActions(group, meant),
      matched: matchedOf(meant[0] ?? ""),
    }));
  });
  const named = unknown.map((words) => ({ words, matched: matchedOf(words) }));
  return [...known, ...named].filter(({ matched }) => !isSame(matched, others));
}

/** `failed logins, changes of users and roles`; `everything except logins; also failed logins`. */
function formatParts(found: Understood): string {
  const { others } = found;
  const parts = partsOf(found);
  const said = parts
    .filter(({ matched }) => !isSame(matched, NOTHING))
    .map(({ matched, words }) => formatMatched(matched, words));
  if (isSame(others, NOTHING)) return said.length === 0 ? "no events" : listed(said);
  const without = parts.filter(({ matched }) => !covers(matched, others)).map(({ words }) => words);
  const all = isSame(others, EVERYTHING) ? "everything" : formatMatched(others, "events");
  return [
    `${all}${without.length === 0 ? "" : ` except ${listed(without)}`}`,
    ...(said.length === 0 ? [] : [`also ${listed(said)}`]),
  ].join("; ");
}

/** The only user whose events a filter matches, if that is all the filter says about users; and the rest of the filter. */
function userOf(filter: Filter): { readonly user: string | null; readonly rest: Filter } {
  const { users, "users.user": named, ...rest } = filter;
  if (users === undefined && typeof named === "string") return { user: named, rest };
  if (named !== undefined || !isObject(users)) return { user: null, rest: filter };
  const { $elemMatch: one, ...more } = users;
  if (!isObject(one) || Object.keys(more).length > 0) return { user: null, rest: filter };
  const { user, db, ...other } = one;
  if (typeof user !== "string" || Object.keys(other).length > 0) return { user: null, rest: filter };
  if (db === undefined) return { user, rest };
  return typeof db === "string" ? { user: `${user}@${db}`, rest } : { user: null, rest: filter };
}

const parsed = (text: string): Json | undefined => {
  const json = parseJsonInText(text);
  return json.ok ? json.value : undefined;
};

const understoodIn = (text: string): Understood | null => {
  const filter = parsed(text);
  const found = isObject(filter) ? understand(filter) : null;
  return found === null || "strange" in found ? null : found;
};

/** True when a filter certainly matches no permission check: recording successful ones has no effect then. */
export function matchesNoPermissionCheck(text: string): boolean {
  const matched = understoodIn(text)?.byAction.get("authCheck");
  return matched !== undefined && isSame(matched, NOTHING);
}

/** Text of a filter: `failed logins, changes of users and roles`. */
export function formatFilter(text: string | null | undefined): string {
  if (text === null || text === undefined || text.trim() === "") return "everything (no filter)";
  const json = parseJsonInText(text);
  if (!json.ok) return json.problem.kind === "too-long" ? `a filter of ${json.problem.message}` : "not JSON";
  if (!isObject(json.value)) return "not a JSON document";
  const { user, rest } = userOf(json.value);
  const found = understand(rest);
  if ("strange" in found) return `events by a filter that cannot be put into words (${listed(found.strange)})`;
  const isVague = [found.others, ...found.byAction.values()].some(
    ({ ofSuccess, ofFailure }) => ofSuccess === "some" || ofFailure === "some",
  );
  const events = formatParts(found);
  const of = user === null ? "" : `${events.includes("; ") ? "; all" : ","} of ${user}`;
  return `${events}${of}${isVague ? `, depending on ${found.fields.join(" and ")}` : ""}`;
}

/** Warnings about likely mistakes in a filter. None of them prevents sending: the service accepts the filter. */
export function filterWarnings(text: string): readonly string[] {
  const found = understoodIn(text);
  if (found === null) return [];
  const doubts: string[] = [];
  if (found.unknown.length > 0) doubts.push(`Unknown action: ${found.unknown.join(", ")}. It matches no events.`);
  if ([found.others, ...found.byAction.values()].every((matched) => isSame(matched, NOTHING)))
    doubts.push("The filter matches nothing: no events are audited.");
  if (/"user":"USER"/u.test(filterText(parsed(text) ?? null)))
    doubts.push("USER is a placeholder: replace it with a user name.");
  return doubts;
}
