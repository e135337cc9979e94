import { isOfAll } from "../../areas/all-projects.ts";
import { labelOfOperation } from "../../areas/builders/lookup.ts";
import type { Scope } from "../../areas/model/context.ts";
import type { Missing } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { type Span, span } from "../../text/spans.ts";
import type { CurrentList } from "./current.ts";
import type { Freshness, NotRead } from "./freshness.ts";

/** What a list says of answers that it lacks: "none" is said only of what was read. */

/** More than so many are counted and not named. */
const MOST_NAMED = 2;

const unique = (words: readonly string[]): readonly string[] => [...new Set(words)];

/** The cluster that a question is about, or null. */
const clusterOf = ({ args }: Query): string | null => {
  const name: unknown = Reflect.get(args.params, "clusterName");
  return typeof name === "string" ? name : null;
};

/** The names of the projects that questions are about, where a list shows all of them. */
function projectsOf(notRead: readonly NotRead[], scope: Scope | null): readonly string[] {
  if (scope === null || !isOfAll(scope)) return [];
  const ids = unique(notRead.map(({ query }) => String(Reflect.get(query.args.params, "groupId") ?? "")));
  return ids.flatMap((id) => scope.projects.find((project) => project.id === id)?.name ?? []);
}

/** What is missing by name: projects where all are shown, clusters where all of it is asked cluster by cluster, else what was asked for. */
function namesOf(notRead: readonly NotRead[], scope: Scope): string {
  const projects = projectsOf(notRead, scope);
  if (projects.length > 0) return projects.length > MOST_NAMED ? `${projects.length} projects` : projects.join(", ");
  const clusters = unique(notRead.flatMap(({ query }) => clusterOf(query) ?? []));
  const isByCluster = notRead.every(({ query }) => clusterOf(query) !== null);
  const names = isByCluster
    ? clusters
    : unique(notRead.map(({ query }) => labelOfOperation(query.operation).toLowerCase()));
  if (names.length <= MOST_NAMED) return names.join(", ");
  return isByCluster ? `${names.length} clusters` : `${names.slice(0, MOST_NAMED).join(", ")} and more`;
}

const hasFailed = ({ missing }: NotRead): boolean => missing.kind !== "asking";

/** Of an answer that lacks a part, the list itself says what: its title counts it, and rows stand in it as far as they were understood. */
const isRefused = (one: NotRead): boolean => hasFailed(one) && one.missing.kind !== "partly";

/** The list goes on, and nothing in it says so: its rows look whole. */
const isCut = ({ missing }: NotRead): boolean => missing.kind === "partly" && missing.omitted.cut !== null;

/** For the title: what its numbers leave out. */
export function notReadMark(
  { screen, scope }: Pick<CurrentList, "screen" | "scope">,
  { notRead }: Pick<Freshness, "notRead">,
): readonly Span[] {
  const failed = notRead.filter(isRefused);
  if (failed.length === 0 || screen.listsUnread === true) return [];
  return [span(`! ${namesOf(failed, scope)} not loaded`, "warn")];
}

/** The same where there is no room for names. */
export const notReadShort: readonly Span[] = [span("! not loaded", "warn")];

type Reason = { readonly kind: Missing["kind"]; readonly words: string; readonly of: readonly NotRead[] };

/** What is missing by the reason for it, answers on their way last. */
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

/** What was asked, with the clusters that it was asked of, and the projects where all are shown. */
function queriesLabel(of: readonly NotRead[], scope: Scope | null): string {
  const operations = unique(of.map(({ query }) => labelOfOperation(query.operation)));
  const label = operations.length > MOST_NAMED ? `${operations.length} lists` : operations.join(", ");
  const clusters = unique(of.flatMap(({ query }) => clusterOf(query) ?? []));
  const projects = projectsOf(of, scope);
  const few = (names: readonly string[], what: string): string =>
    names.length > MOST_NAMED ? `${names.length} ${what}` : names.join(", ");
  return [
    label,
    ...(clusters.length === 0 ? [] : [`of ${few(clusters, "clusters")}`]),
    ...(projects.length === 0 ? [] : [`in ${few(projects, "projects")}`]),
  ].join(" ");
}

const REASON_LABELS = { forbidden: "Not allowed", failed: "Not loaded", partly: "Incomplete" } as const;

function reasonSpan({ kind, words, of }: Reason, scope: Scope | null): Span {
  if (kind === "asking") return span(`Still loading: ${queriesLabel(of, scope)} …`, "dim");
  if (kind === "partly") return span(`${REASON_LABELS[kind]}: ${queriesLabel(of, scope)}: ${words}.`, "warn");
  return span(`${REASON_LABELS[kind]}: ${queriesLabel(of, scope)}: ${words}`, "bad");
}

/** What can be done besides reading again, which `r` does and the program does by itself. */
const nextOf = (notRead: readonly NotRead[]): readonly string[] =>
  unique(notRead.flatMap(({ missing }) => (missing.kind === "asking" ? [] : (missing.why.next ?? []))));

/**
 * Each reason as a line of its own, then what helps, for an empty list and for a thing of which little is known.
 *
 * @param scope what the list shows, where it may be all projects
 */
export const notReadLines = (notRead: readonly NotRead[], scope: Scope | null = null): readonly Span[] => [
  ...reasonsOf(notRead).map((reason) => reasonSpan(reason, scope)),
  ...nextOf(notRead).map((next) => span(next, "plain")),
];

/**
 * One line below the rows of a list for what the service refuses for good, and for rows beyond those that are read: neither is a failure that the
 * last line would tell until the next try, and the rows look whole without it.
 */
export function lackingNote(
  list: CurrentList,
  { notRead, failure }: Pick<Freshness, "notRead" | "failure">,
): Span | null {
  if (failure !== null || list.screen.listsUnread === true || list.arranged.ids.length === 0) return null;
  const [first, ...others] = reasonsOf(notRead.filter((one) => isRefused(one) || isCut(one)));
  if (first === undefined) return null;
  // The reason before what was asked: the end of the line is cut where it is narrow, and the role must not be.
  const why = first.kind === "asking" ? "" : REASON_LABELS[first.kind];
  const text = `${why}: ${first.words.replace(/\.$/u, "")} (${queriesLabel(first.of, list.scope)})`;
  return span(` ! ${text}.${others.length === 0 ? "" : ` And ${others.length} more.`}`, "warn");
}
