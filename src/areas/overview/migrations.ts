import { LiveMigrationId } from "../../contract/ids.ts";
import type { Migration } from "../../contract/live-migration.ts";
import { CUT_OVER } from "../../domain/cut-over-state.ts";
import { forecast } from "../../domain/forecast.ts";
import { forecastWords, lagWords } from "../../domain/labels.ts";
import { expiresAt, migrationStanding, PHASE_WORDS, turns } from "../../domain/migration.ts";
import type { Ring } from "../../domain/sample-ring.ts";
import { lagKey } from "../../state/measured.ts";
import type { KnownName } from "../../state/names.ts";
import type { Query } from "../../state/query.ts";
import { formatAge, formatDuration, shortId, timeOfId } from "../../text/format.ts";
import type { Context, Scope } from "../context.ts";
import { clusterParams } from "../queries/args.ts";
import type { Cell } from "../view.ts";
import { LATELY } from "./poll-intervals.ts";
import type { WallPart, WallRow } from "./wall.ts";

/** Migrations that were seen: how far behind they are, what comes next, until when (`domain.md` 14). The service gives no list of them. */

/** One that was not seen for longer is nobody's any more (ms). */
const FORGOTTEN = 14 * 24 * 3_600_000;
/** An expiry that is so near is marked. */
const WARNS_BEFORE = 24 * 3_600_000;

const argsOf = (scope: Scope, id: LiveMigrationId) => ({
  params: { groupId: clusterParams(scope, "any").groupId, liveMigrationId: id },
});

type Named = { readonly id: LiveMigrationId; readonly known: KnownName };

/** The migrations of a project, each once; of several consoles' worth of names the newest ones. */
const named = ({ unlisted, groupId }: Scope): readonly Named[] => {
  const newest = unlisted[0]?.lastSeen ?? 0;
  return unlisted.flatMap((known) => {
    const id = LiveMigrationId.safeParse(known.id);
    const isOurs = known.kind === "migration" && known.project === groupId && newest - known.lastSeen < FORGOTTEN;
    return isOurs && id.success ? [{ id: id.data, known }] : [];
  });
};

const queriesOf = (scope: Scope, wanted: readonly Named[], pace: Query["pace"]): readonly Query[] =>
  wanted.map(({ id }) => ({ operation: "getPushMigration", args: argsOf(scope, id), pace, optional: true }));

type Known = Named & { readonly migration: Migration; readonly ring: Ring };

const known = (context: Context): readonly Known[] =>
  named(context.scope).flatMap((one) => {
    const migration = context.cached("getPushMigration", argsOf(context.scope, one.id))?.data;
    return migration === undefined
      ? []
      : [{ ...one, migration, ring: context.ring(lagKey(context.scope.groupId, one.id)) }];
  });

const standingOf = ({ migration, ring }: Known) =>
  migrationStanding(migration, ring, {
    validated: null,
    cutOverAt: ring.findLast(({ state }) => state === CUT_OVER)?.at ?? null,
  });

const lagOf = ({ lagTimeSeconds }: Migration): number | null =>
  lagTimeSeconds === null || lagTimeSeconds === undefined ? null : Number(String(lagTimeSeconds));

/** Where it is and what comes next. */
function stateCell(one: Known, now: number): Cell {
  const { phase, isKnownStatus, status } = standingOf(one);
  if (!isKnownStatus) return status ?? { text: "state not told", tone: "warn" };
  const lag = lagWords(lagOf(one.migration));
  switch (phase) {
    case "ready":
      return { text: `ready, lag ${lag}: stop writes, then cut over`, tone: "accent" };
    case "catching-up":
      return `lag ${lag}, ${forecastWords(forecast(one.ring, now), now)}`;
    case "cutting-over":
      return { text: "cutting over: wait, it cannot be called off", tone: "accent" };
    case null:
      return "waiting to begin";
    default:
      return `${PHASE_WORDS[phase]}: no lag is reported yet`;
  }
}

const ENDS = {
  complete: { text: "complete: point the applications here", tone: "good" },
  failed: { text: "failed: the reason is in the alerts; start anew", tone: "bad" },
  expired: { text: "expired: not cut over in time; start anew", tone: "bad" },
} as const;

const nameOf = ({ known: { name, id } }: Named): string => (name === id ? shortId(name) : name);

function row(one: Known, now: number): readonly WallRow[] {
  const { ended } = standingOf(one);
  const common = {
    kind: "migration",
    name: nameOf(one),
    link: { area: "live-migration", ids: [String(one.id)] },
  } as const;
  if (ended !== null) {
    const at = turns(one.ring).at(-1)?.at ?? null;
    if (at === null || now - at > LATELY) return [];
    return [
      {
        ...common,
        id: `migrations/${one.id}/${ended}`,
        section: "ended",
        time: formatAge(now - at),
        state: ENDS[ended],
        order: now - at,
        news: { one: `migration ${ended}`, several: `migrations ${ended}` },
      },
    ];
  }
  const began = timeOfId(one.id);
  const until = expiresAt(one.ring);
  const soon = until !== null && until - now < WARNS_BEFORE;
  return [
    {
      ...common,
      id: `migrations/${one.id}/running`,
      section: "running",
      time: began === null ? "–" : formatAge(now - began),
      state: stateCell(one, now),
      order: 0,
    },
    ...(until === null
      ? []
      : [
          {
            ...common,
            id: `migrations/${one.id}/expires`,
            section: "soon",
            time: formatDuration(until - now),
            state: { text: "expires at the latest: cut over before", tone: soon ? "warn" : "plain" },
            order: until - now,
            until,
          } as const,
        ]),
  ];
}

export const migrationsPart: WallPart = {
  section: "running",
  queries: (scope) => queriesOf(scope, named(scope), "once"),
  running: (context) =>
    queriesOf(
      context.scope,
      known(context).filter((one) => standingOf(one).ended === null),
      "overview-jobs",
    ),
  rows: (context) => known(context).flatMap((one) => row(one, context.now)),
};
