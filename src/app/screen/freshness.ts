import { ServiceError } from "../../client/service-error.ts";
import type { OperationId } from "../../contract/operations.ts";
import { PROJECT_QUERIES } from "../../state/directory.ts";
import { isMissing, type Lookup, lookupOf, unreadOf } from "../../state/lookup.ts";
import { isRecalled } from "../../state/persisted-cache.ts";
import { type Query, resourceKey } from "../../state/query.ts";
import type { Failure } from "../../state/resources.ts";
import { type ConsoleState, resourceOf } from "../../state/store.ts";
import { MINUTE } from "../../text/durations.ts";
import { formatAge, formatClock, formatDuration, zoneName } from "../../text/format.ts";
import { areSameSpans, besides, type Span, span } from "../../text/spans.ts";
import type { App, Look } from "../app.ts";
import type { CurrentList } from "./current.ts";
import { whereSpans } from "./header.ts";
import type { NotRead } from "./not-read.ts";
import { hasDetail, openId } from "./panes.ts";
import { isOfAllProjects, queriesOf } from "./scope.ts";

/** How old what is shown is: `as of 14:06:12`, which does not tick; an age and the next try only after a failure (`design.md`, time on screen). */
export type Freshness = {
  /** Every answer that the screen needs was there once, and what it can do without has come or failed. */
  readonly loaded: boolean;
  /** What it asked and has no answer to. */
  readonly notRead: readonly NotRead[];
  /** When what is shown was confirmed (this machine's time, ms). */
  readonly asOf: number | null;
  readonly failure: string | null;
  /** The failure for a line that has room for one sentence. */
  readonly brief: string | null;
  /** Since when nothing came any more (this machine's time, ms). */
  readonly failingSince: number | null;
  readonly nextTryAt: number | null;
  /** It is what an earlier console showed: nothing was confirmed since. */
  readonly recalled: boolean;
};

/** From this width of a pane on, a title has room for when it is tried again; else the last line says it. */
export const NEXT_TRY_FROM = 76;

const NONE: readonly NotRead[] = [];

const NOTHING: Freshness = {
  loaded: false,
  notRead: NONE,
  asOf: null,
  failure: null,
  brief: null,
  failingSince: null,
  nextTryAt: null,
  recalled: false,
};

/** What is judged: the list, or the one thing beside it, or the projects before there is a list. */
export type Judged = "list" | "thing" | "projects";

type Judgement = {
  /** All answers and the questions, of which nothing needs to be looked up while both are the same. */
  readonly resources: ConsoleState["resources"];
  readonly queries: readonly Query[];
  readonly lookups: readonly Query[];
  readonly parts: readonly unknown[];
  readonly value: Freshness;
};

const NO_QUERIES: readonly Query[] = [];

const judgements = new Map<Judged, Judgement>();

/**
 * The freshness of some queries; the same object as long as nothing in it changed. The first query says what is shown: the time is
 * the oldest of those that keep its pace. What only completes them (the names of what raised an alert) is read once, and a live list
 * must not stand at that time.
 */
export function freshnessOf(
  what: Judged,
  state: ConsoleState,
  queries: readonly Query[],
  lookups: readonly Query[] = NO_QUERIES,
): Freshness {
  const last = judgements.get(what);
  const isSameAsked = last?.queries === queries && last.lookups === lookups;
  if (isSameAsked && last.resources === state.resources) return last.value;
  const resources = resourcesOf(state, [...queries, ...lookups]);
  const parts = resources.flatMap((resource) => [resource?.cached, resource?.asOf, resource?.failure]);
  if (isSameAsked && areSame(last.parts, parts)) return last.value;
  const judgement = judged(queries, resources, lookups);
  // Most answers confirm what one of many said: nothing of it shows until the oldest of them has come.
  const value = last !== undefined && isSameFreshness(last.value, judgement) ? last.value : judgement;
  judgements.set(what, { resources: state.resources, queries, lookups, parts, value });
  return value;
}

const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((part, at) => part === other[at]);

const isSameFreshness = (one: Freshness, other: Freshness): boolean =>
  one.loaded === other.loaded &&
  one.asOf === other.asOf &&
  one.failure === other.failure &&
  one.failingSince === other.failingSince &&
  one.nextTryAt === other.nextTryAt &&
  one.recalled === other.recalled &&
  one.notRead.length === other.notRead.length &&
  one.notRead.every((each, at) => isSameNotRead(each, other.notRead[at]));

const isSameNotRead = (one: NotRead, other: NotRead | undefined): boolean =>
  other !== undefined &&
  resourceKey(one.query.operation, one.query.args) === resourceKey(other.query.operation, other.query.args) &&
  one.missing.kind === other.missing.kind &&
  reasonOf(one.missing) === reasonOf(other.missing);

const reasonOf = (lookup: Lookup): string | null => ("why" in lookup ? lookup.why.reason : null);

export const resourcesOf = (state: ConsoleState, queries: readonly Query[]) =>
  queries.map((query) => resourceOf<OperationId>(state, query.operation, query.args));

/** What is known of a question. What a screen cannot do without has failed where the service does not have it. */
function knownOf(query: Query | undefined, resource: ReturnType<typeof resourcesOf>[number]): Lookup {
  const why = unreadOf(resource?.failure ?? null);
  const found = lookupOf((resource?.cached ?? null) !== null, why);
  return found.kind === "absent" && query?.optional !== true && why !== null ? { kind: "failed", why } : found;
}

/** @param lookups what the queries themselves are made of: how old it is counts only where there is nothing else */
export function judged(
  queries: readonly Query[],
  resources: ReturnType<typeof resourcesOf>,
  lookups: readonly Query[] = NO_QUERIES,
): Freshness {
  const all = [...queries, ...lookups];
  const timed = queries.length === 0 ? lookups.length : queries.length;
  const times = resources
    .slice(0, timed)
    .flatMap((resource, index) => (all[index]?.pace === all[0]?.pace ? (resource?.asOf ?? null) : []));
  const isAnswer = (index: number): boolean => {
    const resource = resources[index];
    return all[index]?.optional === true && saysNo(resource?.failure ?? null, (resource?.cached ?? null) !== null);
  };
  const failing =
    resources.find((resource, index) => (resource?.failure ?? null) !== null && !isAnswer(index))?.failure ?? null;
  const notRead = all.flatMap((query, index): readonly NotRead[] => {
    const missing = knownOf(query, resources[index]);
    return isMissing(missing) ? [{ query, missing }] : [];
  });
  return {
    loaded: notRead.every(({ query, missing }) => query.optional === true && missing.kind !== "asking"),
    notRead: notRead.length === 0 ? NONE : notRead,
    asOf: times.reduce<number | null>(
      (oldest, time) => (time === null ? oldest : Math.min(oldest ?? time, time)),
      null,
    ),
    failure: failing?.words ?? null,
    brief: briefOf(failing),
    failingSince: failing?.since ?? null,
    nextTryAt: failing?.nextTryAt ?? null,
    recalled: resources.some(isRecalled),
  };
}

/** What was asked, and why it did not come. */
function briefOf(failure: Failure | null): string | null {
  if (failure === null) return null;
  const { error, words } = failure;
  return error instanceof ServiceError ? `${error.operation.title}: ${error.reason}` : words;
}

export type Ages = ReadonlyMap<string, readonly Span[]>;

const NO_AGES: Ages = new Map();

let lastAges: { readonly parts: readonly unknown[]; readonly value: Ages } | null = null;

/**
 * How old the rows under each heading are, by the id of the section, where it tells what its rows are made of; the same object as
 * long as nothing in it changed.
 */
export function sectionAges(state: ConsoleState, list: CurrentList | null, app: App): Ages {
  const made = (list?.model.sections ?? []).flatMap(({ id, of = [] }) =>
    of.length === 0 ? [] : [{ id, of, resources: resourcesOf(state, of) }],
  );
  if (made.length === 0) return NO_AGES;
  const parts = [
    list?.model,
    state.session.zone,
    app.workspace.getState().minute,
    ...made.flatMap(({ resources }) => resources.flatMap((resource) => [resource?.asOf, resource?.failure])),
  ];
  const isSame =
    lastAges?.parts.length === parts.length && lastAges.parts.every((part, index) => part === parts[index]);
  if (lastAges !== null && isSame) return lastAges.value;
  const ages = new Map(made.map(({ id, of, resources }) => [id, freshnessSpans(judged(of, resources), app, true)]));
  const value = lastAges !== null && areSameAges(lastAges.value, ages) ? lastAges.value : ages;
  lastAges = { parts, value };
  return value;
}

const areSameAges = (one: Ages, other: Ages): boolean =>
  one.size === other.size && [...other].every(([id, spans]) => areSameSpans(one.get(id) ?? [], spans));

/** That there is no such thing, or not of this kind. */
const ABSENT: readonly number[] = [400, 404];

/**
 * Whether the service was there and said no: for what a screen can do without, that is an answer. Where something is held that it was
 * allowed to say before, what is shown is old, and only its absence is an answer.
 */
function saysNo(failure: Failure | null, isHeld: boolean): boolean {
  const status = unreadOf(failure)?.status ?? null;
  if (status === null || status < 400 || status >= 500 || status === 429) return false;
  return !isHeld || ABSENT.includes(status);
}

/** The freshness of the current list. */
export const freshness = (state: ConsoleState, list: CurrentList | null): Freshness =>
  list === null ? NOTHING : freshnessOf("list", state, list.asked, list.lookups);

/** How it stands with the list of projects, while none is known that could be looked at. */
export const projectsFreshness = (state: ConsoleState): Freshness => freshnessOf("projects", state, PROJECT_QUERIES);

/**
 * The freshness of the one thing that is shown: of what was asked for it alone, or where nothing was, of the list that it stands in.
 */
export function thingFreshness(app: App, state: ConsoleState, list: CurrentList | null): Freshness {
  const id = openId(state, list);
  if (list === null || id === null || !hasDetail(id)) return NOTHING;
  const context = app.screens.context(state, queriesOf(list.screen, list.scope));
  const own = context === null ? [] : list.screen.detailQueries(context, id);
  return own.length === 0 ? freshness(state, list) : freshnessOf("thing", state, own);
}

/** Whether what is shown may be out of date: reading it anew failed, or an earlier console left it behind. */
export const isLate = ({ failure, recalled }: Freshness): boolean => failure !== null || recalled;

/** How often the age of what is late is written anew in its first minute (ms). */
const AGE_STEP = 10_000;

/** The age of what is late: steady enough to be read, by tens of seconds first. */
function lateAge(milliseconds: number): string {
  if (milliseconds >= MINUTE) return formatAge(milliseconds);
  return milliseconds < AGE_STEP ? "<10s" : formatAge(milliseconds - (milliseconds % AGE_STEP));
}

/** How long until an age that is on screen is another one (ms); null where nothing is late. Times are this machine's. */
export function nextAge(asOf: readonly number[], now: number): number | null {
  const waits = asOf.map((time) => {
    const span = Math.max(0, now - time);
    const step = span < MINUTE ? AGE_STEP : MINUTE;
    return step - (span % step);
  });
  return waits.length === 0 ? null : Math.min(...waits);
}

/** When what is on screen and late was last confirmed (this machine's time, ms). */
export function lateTimes(app: App, state: ConsoleState, list: CurrentList | null): readonly number[] {
  const sections = (list?.model.sections ?? []).flatMap(({ of = [] }) =>
    of.length === 0 ? [] : [judged(of, resourcesOf(state, of))],
  );
  return [freshness(state, list), thingFreshness(app, state, list), ...sections].flatMap((fresh) =>
    isLate(fresh) && fresh.asOf !== null ? [fresh.asOf] : [],
  );
}

/** In words for a title; `short` leaves out when it is tried again, `named` says the zone. */
export function freshnessSpans(fresh: Freshness, app: App, short = false, named = false): readonly Span[] {
  if (fresh.asOf === null) return [];
  const zone = app.shown.getState().session.zone;
  const words = `as of ${formatClock(fresh.asOf, zone)}${named ? ` ${zoneName(zone)}` : ""}`;
  if (!isLate(fresh)) return [span(words, "dim")];
  // Between two ticks the age is that of the failure: it is never less than what is known.
  const now = Math.max(app.workspace.getState().minute, fresh.failingSince ?? 0);
  const late = `${words}, ${lateAge(now - fresh.asOf)} old`;
  const again = fresh.nextTryAt === null || short ? 0 : fresh.nextTryAt - now;
  return [span(again > 0 ? `${late}, next try in ${formatDuration(again)}` : late, "warn")];
}

/** How late the one thing beside its list is, for a title that has little room; nothing while all of it is in time. */
export function lateSpans(fresh: Freshness, app: App): readonly Span[] {
  if (fresh.failure === null) return isAsking(fresh) ? [span("reading…", "dim")] : [];
  if (fresh.asOf === null) return [span("not read", "warn")];
  const now = Math.max(app.workspace.getState().minute, fresh.failingSince ?? 0);
  return [span(`${lateAge(now - fresh.asOf)} old`, "warn")];
}

/** An answer is on its way that what is shown would be made of. */
const isAsking = ({ notRead }: Freshness): boolean => notRead.some(({ missing }) => missing.kind === "asking");

/**
 * What a title shows at its right: how old it is, and in a pane alone where one is.
 *
 * @param named whether it names the zone of the times on screen, which is said once
 */
export function rightSpans(fresh: Freshness, app: App, look: Look, width: number, named = true): readonly Span[] {
  const isReading = fresh.asOf !== null && isAsking(fresh);
  const age = besides([
    isReading ? [span("still reading", "dim")] : [],
    freshnessSpans(fresh, app, width < NEXT_TRY_FROM, named),
  ]);
  if (!app.host.hideSidebar) return age;
  const state = app.shown.getState();
  const { session, navigation } = state;
  return besides([age, whereSpans({ session, navigation, allProjects: isOfAllProjects(state) }, look.symbols)]);
}
