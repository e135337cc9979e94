import { isMissing, saysAbsent, type Unread } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { lagKey } from "../../state/samples/measured.ts";
import { formatDuration, pluralize, shortId } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { bad, dim, good, warn } from "../builders/cells.ts";
import { ageColumn, column, isUnseen, type ListColumn, rowsOf } from "../builders/columns.ts";
import { count } from "../builders/count.ts";
import { intervalOf } from "../builders/jobs.ts";
import { lookupOfAll } from "../builders/lookup.ts";
import { formatUnknown, unknownWriteOf } from "../builders/unknown-writes.ts";
import { sparkline } from "../chart/chart.ts";
import type { Cell } from "../model/cell.ts";
import type { Context, Scope } from "../model/context.ts";
import type { ListModel, Row } from "../model/view.ts";
import { orgArgs } from "../source-projects/list.ts";
import {
  cachedValidation,
  isKnownPending,
  isPending,
  listedThings,
  migrationArgs,
  migrationQuery,
  nameOf,
  type Thing,
  validationArgs,
  validationQuery,
} from "./queries.ts";
import { lagCell, type MigrationStatus, migrationStatusOf, nextCell, phaseCell } from "./status.ts";

/** The known migrations and validations of a project: the service gives no list of them (`domain.md` 14.5). */

const CURVE = 14;

/** Queries for known migrations and validations, and for the source deployments that forms offer. */
export const listQueries = (scope: Scope): readonly Query[] =>
  present(
    ...listedThings(scope, "migration").map(({ id }) => migrationQuery(scope, id, "once")),
    ...listedThings(scope, "validation").map(({ id }) => validationQuery(scope, id, "once")),
    scope.orgId !== null &&
      ({ operation: "listSourceProjects", args: orgArgs(scope), poll: "once", optional: true } as const),
  );

/** Migrations and validations that have not ended are polled; ended ones do not change any more. */
export const running = (context: Context): readonly Query[] => {
  const { scope } = context;
  const migrations = listedThings(scope, "migration").flatMap((thing) => {
    const poll = migrationStatusOf(context, thing)?.state.poll;
    if (poll === undefined) return [];
    return [migrationQuery(scope, thing.id, poll === "once" ? "ended" : intervalOf("migration", poll))];
  });
  const validations = listedThings(scope, "validation").flatMap(({ id }) => {
    const cached = cachedValidation(context, id);
    return cached === undefined ? [] : [validationQuery(scope, id, isPending(cached) ? "validation" : "ended")];
  });
  return [...migrations, ...validations].toSorted(
    (one, other) => Number(one.poll === "ended") - Number(other.poll === "ended"),
  );
};

/** Expiry times of ready migrations, for countdowns in list and detail. */
export const endTimes = (context: Context): readonly number[] =>
  listedThings(context.scope, "migration").flatMap((thing) => {
    const at = migrationStatusOf(context, thing);
    return at?.progress.phase === "ready" && at.progress.ended === null ? (at.expiresAt ?? []) : [];
  });

const NOT_FOUND: Cell = dim("absent");
const UNREAD: Cell = warn("not loaded");
const WAITING: Cell = dim("…");

/** Placeholder without an answer: not found, not readable, or still loading. */
const absentCell = (why: Unread | null): Cell => (why === null ? WAITING : saysAbsent(why) ? NOT_FOUND : UNREAD);

/** Name for a column: source and destination, or the id where neither is known. */
const shortName = (thing: Thing): string =>
  thing.source === null && thing.destination === null ? shortId(thing.id) : nameOf(thing);

/** Result of a validation in a word. */
export function validationCell(status: string | null | undefined): Cell {
  if (status === "SUCCESS") return good("passed");
  if (status === "FAILED") return bad("failed");
  return status === "PENDING" ? "running" : (status ?? warn("no status"));
}

/** Cells of a migration or validation; `lag.order` is the sort value. */
type Listed = {
  readonly thing: Thing;
  readonly state: Cell;
  readonly next: Cell;
  readonly lag?: { readonly cell: Cell; readonly curve: Cell; readonly order: number };
};

export const COLUMNS: readonly ListColumn<Listed>[] = [
  column(
    { id: "what", title: "MIGRATION", min: 16, grow: 2, max: 30, priority: 1, whole: true, truncate: "middle" },
    ({ thing }) => shortName(thing),
  ),
  column({ id: "status", title: "STATUS", min: 11, max: 12, priority: 1 }, ({ state }) => state),
  column(
    { id: "lag", title: "LAG", min: 9, max: 9, priority: 1, align: "right", sort: ({ lag }) => lag?.order ?? "" },
    ({ lag }) => lag?.cell ?? "",
  ),
  column({ id: "next", title: "NEXT", min: 12, grow: 3, max: 48, priority: 1, ticks: true }, ({ next }) => next),
  column({ id: "curve", title: "LAG HISTORY", min: CURVE, priority: 4 }, ({ lag }) => lag?.curve ?? ""),
  ageColumn(3, ({ thing }, { now }) => now - thing.madeAt, { title: "SINCE", min: 5 }),
];

function listedMigration(thing: Thing, context: Context): Listed {
  const at = migrationStatusOf(context, thing);
  if (at === null) {
    const why = context.unread("getPushMigration", migrationArgs(context.scope, thing.id));
    return { thing, state: absentCell(why), next: why === null || saysAbsent(why) ? "" : warn(why.words) };
  }
  const ring = context.ring(lagKey(context.scope.groupId, thing.id));
  return {
    thing,
    state: phaseCell(at),
    next: nextCell(at, context.now),
    lag: {
      cell: lagCell(at),
      curve: dim(sparkline(ring, { width: CURVE })),
      order: at.lag ?? Number.POSITIVE_INFINITY,
    },
  };
}

function listedValidation(thing: Thing, context: Context): Listed {
  const cached = cachedValidation(context, thing.id);
  if (cached !== undefined) {
    return { thing, state: validationCell(cached.status), next: validationNext(cached.status, cached.errorMessage) };
  }
  const why = context.unread("getValidationStatus", validationArgs(context.scope, thing.id));
  return { thing, state: absentCell(why), next: why === null || saysAbsent(why) ? "" : why.words };
}

function validationNext(status: string | null | undefined, message: string | null | undefined): Cell {
  if (status === "SUCCESS") return good("ready to start");
  if (status === "FAILED") return warn(message ?? "no reason reported");
  return "";
}

const isSure = ({ unknownCutOver }: MigrationStatus): boolean => unknownCutOver === null;

/** A start without an answer: the migration may exist, and no list of the service gives its id. */
function unknownStart(context: Context): ListModel["summary"] {
  const start = unknownWriteOf(context, "createPushMigration");
  return start === undefined ? [] : [bad(`! start ${formatUnknown(start, context)}`)];
}

/**
 * Summary in the title: the number of migrations by state, and what is urgent.
 * @param isRead true when all known migrations were read: otherwise their number is not known
 */
function summary(
  statuses: readonly MigrationStatus[],
  pending: number,
  isRead: boolean,
  now: number,
): ListModel["summary"] {
  const numberOf = (is: (at: MigrationStatus) => boolean): number => statuses.filter(is).length;
  const of = (number: number, words: string, tone: "plain" | "good" | "warn" = "plain"): ListModel["summary"] =>
    number === 0 ? [] : [count(words, [number], (sum) => ({ text: `${sum} ${words}`, tone }))];
  const ready = statuses.filter((at) => at.progress.phase === "ready" && at.progress.ended === null && isSure(at));
  const first = ready.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt])).toSorted((a, b) => a - b)[0];
  const active = numberOf(({ progress }) => progress.ended === null);
  return present(
    isRead &&
      active === 0 &&
      pending === 0 &&
      count("migrations", [statuses.length], (sum = 0) => pluralize(sum, "migration")),
    ...of(ready.length, "ready", "good"),
    ...of(
      numberOf((at) => !isSure(at)),
      "with unknown cut-over",
      "warn",
    ),
    ...of(
      numberOf(({ progress }) => progress.ended === null && progress.phase !== "ready"),
      "in progress",
    ),
    ...of(pending, "validating"),
    first !== undefined && warn(`! expires in ${formatDuration(first - now)}`),
  );
}

const rowsIn = (section: string, all: readonly Listed[], context: Context): readonly Row[] =>
  rowsOf(COLUMNS, all, context, ({ thing: { id } }) => ({ id, section, isNew: isUnseen(context, id) }));

const nothing = ({ scope: { cluster }, key }: Context): string =>
  cluster === null ? "No known migrations." : `No known migrations to ${cluster}, the filter (${key("cluster")}).`;

export function list(context: Context): ListModel {
  const migrations = listedThings(context.scope, "migration");
  const validations = listedThings(context.scope, "validation");
  const statuses = migrations.flatMap((thing) => migrationStatusOf(context, thing) ?? []);
  const pending = validations.filter((thing) => isKnownPending(context, thing));
  const queries = migrations.map(({ id }) => migrationQuery(context.scope, id, "once"));
  return {
    summary: [
      ...unknownStart(context),
      ...summary(statuses, pending.length, !isMissing(lookupOfAll(context, queries)), context.now),
    ],
    rows: [
      ...rowsIn(
        "migrations",
        migrations.map((thing) => listedMigration(thing, context)),
        context,
      ),
      ...rowsIn(
        "validations",
        validations.map((thing) => listedValidation(thing, context)),
        context,
      ),
    ],
    sections: [
      { id: "migrations", title: validations.length === 0 ? "" : "Migrations" },
      { id: "validations", title: "Validations" },
    ],
    defaultSort: { column: "age", descending: false },
    empty: `${nothing(context)} The service has no list: only migrations started or opened in this console are shown. ${context.key("action.new")} starts one; ${context.key("action.menu")} opens one by id.`,
  };
}
