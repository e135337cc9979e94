import { isOfAll } from "../../areas/all-projects.ts";
import { labelOfOperation } from "../../areas/builders/lookup.ts";
import type { Scope } from "../../areas/model/context.ts";
import type { Missing } from "../../state/answers/lookup.ts";
import { type AnyArgs, groupIdOf, type Query, resourceKey } from "../../state/answers/query.ts";
import { type Span, span } from "../../text/spans.ts";
import type { CurrentList } from "./current.ts";
import type { Freshness, NotRead } from "./freshness.ts";
import { queriesOf } from "./scope.ts";

/** Texts of a list about missing answers: "none" is shown only for what was read. */

/** More than so many are counted and not named. */
const MOST_NAMED = 2;

const unique = (words: readonly string[]): readonly string[] => [...new Set(words)];

type ListScope = Pick<CurrentList, "screen" | "scope">;

/** The cluster of a query, or null. */
export const clusterOf = ({ args }: Query): string | null => {
  const { params }: AnyArgs = args;
  return typeof params["clusterName"] === "string" ? params["clusterName"] : null;
};

/** Names of the queried projects, in a list of all projects. */
function projectsOf(notRead: readonly NotRead[], scope: Scope | null): readonly string[] {
  if (scope === null || !isOfAll(scope)) return [];
  const ids = unique(notRead.flatMap(({ query }) => groupIdOf(query.args) ?? []));
  return ids.flatMap((id) => scope.projects.find((project) => project.id === id)?.name ?? []);
}

const few = (names: readonly string[], what: string): string =>
  names.length > MOST_NAMED ? `${names.length} ${what}` : names.join(", ");

const clustersOf = (queries: readonly Query[]): readonly string[] =>
  unique(queries.flatMap((query) => clusterOf(query) ?? []));

/** Clusters whose row is missing: the first query of a cluster is the one that its row is made of. */
function clustersWithoutRow(missing: readonly Query[], { screen, scope }: ListScope): readonly string[] {
  const first = new Map(
    queriesOf(screen, scope)
      .map((query) => [clusterOf(query), query] as const)
      .toReversed(),
  );
  const keys = new Set(missing.map(({ operation, args }) => resourceKey(operation, args)));
  return clustersOf(missing).filter((name) => {
    const main = first.get(name);
    return main === undefined || keys.has(resourceKey(main.operation, main.args));
  });
}

/** Names of the missing parts: projects in a list of all projects, otherwise clusters without a row, and operations. */
function namesOf(notRead: readonly NotRead[], list: ListScope): string {
  const projects = projectsOf(notRead, list.scope);
  if (projects.length > 0) return few(projects, "projects");
  const missing = notRead.map(({ query }) => query);
  const clusters = clustersWithoutRow(missing, list);
  const others = missing.filter((query) => !clusters.includes(clusterOf(query) ?? ""));
  const parts = [
    ...(clusters.length > MOST_NAMED ? [`${clusters.length} clusters`] : clusters),
    ...[...Map.groupBy(others, ({ operation }) => operation)].map(([operation, queries]) => {
      const label = labelOfOperation(operation).toLowerCase();
      const of = clustersOf(queries);
      return of.length === 0 ? label : `${label} of ${few(of, "clusters")}`;
    }),
  ];
  return parts.length <= MOST_NAMED ? parts.join(", ") : `${parts.slice(0, MOST_NAMED).join(", ")} and more`;
}

const hasFailed = ({ missing }: NotRead): boolean => missing.kind !== "asking";

/** Excludes incomplete answers, which the list itself reports: its title counts them, and it contains the rows as far as they were understood. */
const isRefused = (one: NotRead): boolean => hasFailed(one) && one.missing.kind !== "partly";

/** True for a cut list, which nothing else indicates: its rows look complete. */
const isCut = ({ missing }: NotRead): boolean => missing.kind === "partly" && missing.omitted.cut !== null;

/** Title mark for what the counts leave out. */
export function notReadMark(list: ListScope, { notRead }: Pick<Freshness, "notRead">): readonly Span[] {
  const failed = notRead.filter(isRefused);
  if (failed.length === 0 || list.screen.listsUnread === true) return [];
  return [span(`! ${namesOf(failed, list)} not loaded`, "warn")];
}

/** The same without names, if space is short. */
export const notReadShort: readonly Span[] = [span("! not loaded", "warn")];

type Reason = { readonly kind: Missing["kind"]; readonly words: string; readonly of: readonly NotRead[] };

/** Missing answers grouped by reason, pending ones last. */
function reasonsOf(notRead: readonly NotRead[]): readonly Reason[] {
  const found = new Map<string, Reason>();
  for (const one of notRead.toSorted((left, right) => Number(hasFailed(right)) - Number(hasFailed(left)))) {
    const { missing } = one;
    const words = missing.kind === "asking" ? "" : missing.why.reason;
    const key = `${missing.kind} ${words}`;
    const { of = [] } = found.get(key) ?? {};
    found.set(key, { kind: missing.kind, words, of: [...of, one] });
  }
  return [...found.values()];
}

/** Names of the queries, with their clusters, and with their projects in a list of all projects. */
function queriesLabel(of: readonly NotRead[], scope: Scope | null): string {
  const lists = [...Map.groupBy(of, ({ query }) => query.operation)].map(([operation, missing]) => ({
    label: labelOfOperation(operation),
    clusters: clustersOf(missing.map(({ query }) => query)),
  }));
  const groups = [...Map.groupBy(lists, ({ clusters }) => clusters.join()).values()].map((alike) => {
    const label = alike.length > MOST_NAMED ? `${alike.length} lists` : alike.map((one) => one.label).join(", ");
    const clusters = alike[0]?.clusters ?? [];
    return clusters.length === 0 ? label : `${label} of ${few(clusters, "clusters")}`;
  });
  const most = Math.max(...lists.map(({ clusters }) => clusters.length));
  const projects = projectsOf(of, scope);
  return [
    groups.length > MOST_NAMED ? `${lists.length} lists of up to ${most} clusters` : groups.join(", "),
    ...(projects.length === 0 ? [] : [`in ${few(projects, "projects")}`]),
  ].join(" ");
}

const REASON_LABELS = { forbidden: "Not allowed", failed: "Not loaded", partly: "Incomplete" } as const;

function reasonSpan({ kind, words, of }: Reason, scope: Scope | null): Span {
  if (kind === "asking") return span(`Still loading: ${queriesLabel(of, scope)} …`, "dim");
  if (kind === "partly") return span(`${REASON_LABELS[kind]}: ${queriesLabel(of, scope)}: ${words}.`, "warn");
  return span(`${REASON_LABELS[kind]}: ${queriesLabel(of, scope)}: ${words}`, "bad");
}

/** Advice besides reading again, which `r` does and the program does automatically. */
const nextOf = (notRead: readonly NotRead[]): readonly string[] =>
  unique(notRead.flatMap(({ missing }) => (missing.kind === "asking" ? [] : (missing.why.next ?? []))));

/**
 * A line for each reason, followed by advice, for an empty list and for a thing of which little is known.
 *
 * @param scope scope of the list, which may be all projects
 */
export const notReadLines = (notRead: readonly NotRead[], scope: Scope | null = null): readonly Span[] => [
  ...reasonsOf(notRead).map((reason) => reasonSpan(reason, scope)),
  ...nextOf(notRead).map((next) => span(next, "plain")),
];

/**
 * A line below the rows of a list for permanent refusals by the service, and for rows beyond those that are read: the last line reports neither as a
 * failure, and without this line the rows look complete.
 */
export function lackingNote(
  list: CurrentList,
  { notRead, failure }: Pick<Freshness, "notRead" | "failure">,
): Span | null {
  if (failure !== null || list.screen.listsUnread === true || list.arranged.ids.length === 0) return null;
  const [first, ...others] = reasonsOf(notRead.filter((one) => isRefused(one) || isCut(one)));
  if (first === undefined) return null;
  // The reason comes before the query: a narrow line is cut at its end, and the role must stay visible.
  const why = first.kind === "asking" ? "" : REASON_LABELS[first.kind];
  const text = `${why}: ${first.words.replace(/\.$/u, "")} (${queriesLabel(first.of, list.scope)})`;
  return span(` ! ${text}.${others.length === 0 ? "" : ` And ${others.length} more.`}`, "warn");
}
