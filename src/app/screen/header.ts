import type { NavigationState } from "../../state/navigation/navigation.ts";
import { type RequestBudget, scarcest } from "../../state/session/budget.ts";
import { clockSkew, type ServerClock } from "../../state/session/server-clock.ts";
import type { SessionState } from "../../state/session/session.ts";
import { formatDuration, formatHourMinute } from "../../text/format.ts";
import { type Span, span, spansWidth, spread } from "../../text/spans.ts";
import type { Token } from "../../text/token.ts";
import { cut, widthOf } from "../../text/width.ts";
import type { Symbols } from "../symbols.ts";

/** Line 1: location, write permission, request budget, connection (`screens.md`, grammar). */
export type HeaderFacts = {
  readonly session: Pick<
    SessionState,
    "profile" | "environment" | "sandbox" | "readOnly" | "orgName" | "groupId" | "groupName" | "budgets" | "connection"
  > & {
    /** Missing before the first request or unlock. */
    readonly serverClock?: SessionState["serverClock"];
    readonly unlockedUntil?: SessionState["unlockedUntil"];
    readonly zone?: SessionState["zone"];
  };
  readonly navigation: Pick<NavigationState, "cluster" | "frozen">;
  /** All projects are shown, and not only this one. */
  readonly allProjects?: boolean;
  /** The request budget is shown whatever is left of it. */
  readonly showsBudget?: boolean;
  /** This machine's time at the last full minute (ms): an older budget has been refilled. */
  readonly minute?: number;
};

const nameOr = (name: string | null, fallback: string | null): string => name ?? fallback ?? "…";

/** The project and the cluster; `all projects` if the screen shows all, whichever one the other screens show. */
function whereNames({ session, navigation, allProjects = false }: HeaderFacts): readonly string[] {
  const project = nameOr(session.groupName, session.groupId);
  const { cluster } = navigation;
  if (!allProjects) return cluster === null ? [project] : [project, cluster];
  return [`all projects${cluster === null ? "" : ` (${project}: only ${cluster})`}`];
}

/** Smallest width of a name in cells. */
const LEAST_NAME = 8;

/** Names that fit into a width together: the outermost is cut first, as it says least about the location. */
function fittedNames(names: readonly string[], room: number): readonly string[] {
  let over = names.reduce((sum, name) => sum + widthOf(name), 0) - room;
  return names.map((name) => {
    const wide = widthOf(name);
    const kept = Math.min(wide, Math.max(LEAST_NAME, wide - Math.max(0, over)));
    over -= wide - kept;
    return cut(name, kept);
  });
}

const LEAD = " sextant  ";

function pathSpans(facts: HeaderFacts, symbols: Symbols, room: number): Span[] {
  const { orgName } = facts.session;
  const parts = [...(orgName === null ? [] : [orgName]), ...whereNames(facts)];
  const between = ` ${symbols.selected} `;
  const names = fittedNames(parts, room - widthOf(LEAD) - (parts.length - 1) * widthOf(between));
  return [span(LEAD), span(names.join(between))];
}

function stateSpans(facts: HeaderFacts, wide: boolean): Span[] {
  const { session, navigation, showsBudget = false, allProjects = false, minute = 0 } = facts;
  const found: Span[] = [];
  if (navigation.frozen) found.push(span("FROZEN", "warn"));
  if (session.environment === "production") found.push(span("PRODUCTION"));
  else if (session.sandbox) found.push(span("SANDBOX", "sandbox"));
  else if (wide) found.push(span(session.profile, "dim"));
  if (session.readOnly !== null) found.push(span("read-only", "warn"));
  else if (typeof session.unlockedUntil === "number") {
    found.push(span(`writes until ${formatHourMinute(session.unlockedUntil, session.zone ?? "local")}`, "warn"));
  }
  found.push(...skewSpans(session.serverClock ?? null, wide));
  const project = allProjects ? null : (session.groupId ?? "");
  found.push(...budgetSpans(scarcest(session.budgets, project, minute), showsBudget));
  switch (session.connection.kind) {
    case "failing":
      found.push(span("no connection", "bad"));
      break;
    case "untried":
      found.push(span("connecting", "dim"));
      break;
    default:
  }
  return found.flatMap((piece, index) => (index === 0 ? [piece] : [span("  "), piece]));
}

/** A smaller difference is not shown: clocks differ (ms, `domain.md` 1.5). */
const SKEW_FROM = 30_000;
/** A difference is known to a second at best, and shown as if it were a multiple of this (ms): one of ten minutes must not be "9m". */
const SKEW_STEP = 5000;

/** Difference between the service's clock and this machine's: countdowns follow the service's clock, unless it is so far off that it is ignored. */
function skewSpans(serverClock: ServerClock | null, wide: boolean): readonly Span[] {
  const ignored = serverClock?.ignored;
  const skew = ignored ?? (serverClock === null ? 0 : clockSkew(serverClock, serverClock.local));
  if (Math.abs(skew) <= SKEW_FROM) return [];
  const far = formatDuration(Math.round(Math.abs(skew) / SKEW_STEP) * SKEW_STEP);
  const text = wide ? `service clock ${far} ${skew > 0 ? "ahead" : "behind"}` : `clock ${skew > 0 ? "+" : "-"}${far}`;
  return [span(ignored === undefined ? text : `${text}, ignored`, "warn")];
}

/** The request budget is shown below this share (%). */
const BUDGET_BELOW = 50;

/** In whole percents, so that the header changes rarely, and always with its word: a bare percentage would be taken for health. */
function budgetSpans(budget: RequestBudget | undefined, isShown: boolean): readonly Span[] {
  if (budget === undefined || budget.limit <= 0) return [];
  const share = Math.ceil((budget.remaining / budget.limit) * 100);
  return isShown || share < BUDGET_BELOW ? [span(`budget ${share} %`, share < 25 ? "warn" : "dim")] : [];
}

/** Location and important warnings for a pane's title, without a header. */
export function whereSpans(facts: HeaderFacts, symbols: Symbols): readonly Span[] {
  const { session, navigation } = facts;
  return [
    ...(navigation.frozen ? [span("FROZEN ", "warn")] : []),
    ...(session.connection.kind === "failing" ? [span("no connection ", "bad")] : []),
    span(whereNames(facts).join(` ${symbols.selected} `), "dim"),
  ];
}

/** The header as spans of a width, and the token for the whole line in a production profile. */
export function headerSpans(
  facts: HeaderFacts,
  symbols: Symbols,
  width: number,
): { readonly spans: readonly Span[]; readonly over: Token | undefined } {
  const right = [...stateSpans(facts, width >= 100), span(" ")];
  const spans = spread(pathSpans(facts, symbols, width - spansWidth(right) - 1), right, width);
  return { spans, over: facts.session.environment === "production" ? "headerProduction" : undefined };
}
