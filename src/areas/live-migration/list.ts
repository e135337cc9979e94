import { isMissing } from "../../state/lookup.ts";
import { lagKey } from "../../state/measured.ts";
import type { Query } from "../../state/query.ts";
import { formatAge, formatDuration, pluralize, shortId } from "../../text/format.ts";
import { sparkline } from "../chart/chart.ts";
import type { Context, Scope } from "../context.ts";
import { lookupOfAll } from "../lookup.ts";
import { orgArgs } from "../source-projects/list.ts";
import type { Cell, Column, ListModel, Row } from "../view.ts";
import {
  cachedMigration,
  cachedValidation,
  isPending,
  migrationArgs,
  migrationQuery,
  nameOf,
  type Thing,
  thingsOf,
  validationArgs,
  validationQuery,
} from "./queries.ts";
import { lagCell, type MigrationStatus, migrationStatusOf, nextCell, paceOf, phaseCell } from "./status.ts";

/** The migrations and validations of a project that are known here: the service gives no list of them (`domain.md` 14.5). */

const CURVE = 14;

const COLUMNS: readonly Column[] = [
  { id: "what", title: "WHAT", min: 16, grow: 2, max: 44, priority: 1, align: "left", truncate: "middle" },
  { id: "state", title: "STATE", min: 11, grow: 0, max: 12, priority: 1, align: "left", truncate: "end" },
  { id: "lag", title: "LAG", min: 9, grow: 0, max: 9, priority: 1, align: "right", truncate: "end" },
  { id: "next", title: "NEXT", min: 12, grow: 3, max: 48, priority: 2, align: "left", truncate: "end", ticks: true },
  { id: "curve", title: "LAG SO FAR", min: CURVE, grow: 0, priority: 4, align: "left", truncate: "end" },
  { id: "age", title: "SINCE", min: 5, grow: 0, priority: 3, align: "right", truncate: "end", ticks: true },
];

/** The migrations and validations that are known, and the sources that could be moved: forms need them at hand. */
export const listQueries = (scope: Scope): readonly Query[] => [
  ...thingsOf(scope, "migration").map(({ id }) => migrationQuery(scope, id, "once")),
  ...thingsOf(scope, "validation").map(({ id }) => validationQuery(scope, id, "once")),
  ...(scope.orgId === null
    ? []
    : [{ operation: "listSourceProjects", args: orgArgs(scope), pace: "once", optional: true } as const]),
];

/** What has not ended is asked again and again. */
export const running = (context: Context): readonly Query[] => {
  const { scope } = context;
  const migrations = thingsOf(scope, "migration").flatMap((thing) => {
    const pace = cachedMigration(context, thing.id) === undefined ? "once" : paceOf(migrationStatusOf(context, thing));
    return pace === "once" ? [] : [migrationQuery(scope, thing.id, pace)];
  });
  const validations = thingsOf(scope, "validation").flatMap(({ id }) => {
    const cached = cachedValidation(context, id);
    return cached !== undefined && isPending(cached) ? [validationQuery(scope, id, "validation")] : [];
  });
  return [...migrations, ...validations];
};

/** A ready one expires: list and detail count down to that. */
export const ends = (context: Context): readonly number[] =>
  thingsOf(context.scope, "migration").flatMap((thing) => {
    const at = migrationStatusOf(context, thing);
    return at?.standing.phase === "ready" && at.standing.ended === null ? (at.expiresAt ?? []) : [];
  });

const GONE: Cell = { text: "not there", tone: "dim" };
const UNREAD: Cell = { text: "not read", tone: "warn" };
const WAITING: Cell = { text: "…", tone: "dim" };

/** What stands where there is no answer: it is gone, it could not be read, or it is still asked for. */
const absentCell = (status: number | null | undefined): Cell =>
  status === undefined ? WAITING : status === 404 ? GONE : UNREAD;

/** Its name in a column: what it moves, or its id alone. */
const shortName = (thing: Thing): string =>
  thing.source === null && thing.destination === null ? shortId(thing.id) : nameOf(thing);

const base = (
  thing: Thing,
  context: Context,
  section: string,
): Pick<Row, "id" | "section" | "isNew"> & { age: string } => ({
  id: thing.id,
  section,
  isNew: context.lastLook !== null && !context.lastLook.ids.has(thing.id),
  age: formatAge(context.now - thing.madeAt),
});

function migrationRow(thing: Thing, context: Context): Row {
  const at = migrationStatusOf(context, thing);
  const { age: since, ...rest } = base(thing, context, "migrations");
  const name = shortName(thing);
  if (at === null) {
    const why = context.unread("getPushMigration", migrationArgs(context.scope, thing.id));
    const state = absentCell(why?.status);
    const next: Cell = why === null || why.status === 404 ? "" : { text: why.words, tone: "warn" };
    return {
      ...rest,
      cells: { what: name, state, lag: "", next, curve: "", age: since },
      sort: { age: -thing.madeAt },
    };
  }
  const ring = context.ring(lagKey(context.scope.groupId, thing.id));
  return {
    ...rest,
    cells: {
      what: name,
      state: phaseCell(at),
      lag: lagCell(at),
      next: nextCell(at, context.now),
      curve: { text: sparkline(ring, { width: CURVE }), tone: "dim" },
      age: since,
    },
    sort: { age: -thing.madeAt, lag: at.lag ?? Number.POSITIVE_INFINITY },
  };
}

/** How a validation ended, in a word. */
export function validationCell(status: string | null | undefined): Cell {
  if (status === "SUCCESS") return { text: "fits", tone: "good" };
  if (status === "FAILED") return { text: "failed", tone: "bad" };
  return status === "PENDING" ? "running" : { text: status ?? "no status", tone: "warn" };
}

function validationRow(thing: Thing, context: Context): Row {
  const cached = cachedValidation(context, thing.id);
  const { age: since, ...rest } = base(thing, context, "validations");
  const why = context.unread("getValidationStatus", validationArgs(context.scope, thing.id));
  const next =
    cached === undefined
      ? why?.status === 404
        ? ""
        : (why?.words ?? "")
      : validationNext(cached.status, cached.errorMessage);
  return {
    ...rest,
    cells: {
      what: shortName(thing),
      state: cached === undefined ? absentCell(why?.status) : validationCell(cached.status),
      lag: "",
      next,
      curve: "",
      age: since,
    },
    sort: { age: -thing.madeAt },
  };
}

function validationNext(status: string | null | undefined, message: string | null | undefined): Cell {
  if (status === "SUCCESS") return { text: "it can be started", tone: "good" };
  if (status === "FAILED") return { text: message ?? "no reason was told", tone: "warn" };
  return "";
}

/**
 * What the title says: how many there are of each, and what is urgent.
 * @param isRead all that is known here was read: else how many migrations there are is not known
 */
function summary(
  standings: readonly MigrationStatus[],
  pending: number,
  isRead: boolean,
  now: number,
): readonly Cell[] {
  const count = (is: (at: MigrationStatus) => boolean): number => standings.filter(is).length;
  const of = (number: number, words: string, tone: "plain" | "good" | "warn" = "plain"): readonly Cell[] =>
    number === 0 ? [] : [{ text: `${number} ${words}`, tone }];
  const ready = standings.filter(({ standing }) => standing.phase === "ready" && standing.ended === null);
  const first = ready.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt])).toSorted((a, b) => a - b)[0];
  const active = count(({ standing }) => standing.ended === null);
  return [
    ...(isRead && active === 0 && pending === 0 ? [pluralize(standings.length, "migration")] : []),
    ...of(ready.length, "ready", "good"),
    ...of(
      count(({ standing }) => standing.ended === null && standing.phase !== "ready"),
      "on the way",
    ),
    ...of(pending, "validating"),
    ...(first === undefined ? [] : [{ text: `! expires in ${formatDuration(first - now)}`, tone: "warn" } as const]),
  ];
}

export function list(context: Context): ListModel {
  const migrations = thingsOf(context.scope, "migration");
  const validations = thingsOf(context.scope, "validation");
  const standings = migrations.flatMap((thing) => migrationStatusOf(context, thing) ?? []);
  const pending = validations.filter(({ id }) => {
    const cached = cachedValidation(context, id);
    return cached !== undefined && isPending(cached);
  });
  const asked = migrations.map(({ id }) => migrationQuery(context.scope, id, "once"));
  return {
    summary: summary(standings, pending.length, !isMissing(lookupOfAll(context, asked)), context.now),
    columns: COLUMNS,
    rows: [
      ...migrations.map((thing) => migrationRow(thing, context)),
      ...validations.map((thing) => validationRow(thing, context)),
    ],
    sections: [
      { id: "migrations", title: validations.length === 0 ? "" : "Migrations" },
      { id: "validations", title: "Validations" },
    ],
    defaultSort: { column: "age", descending: false },
    empty:
      "No migration of this project is known here: the service lists none, and one is remembered once it was started or seen from here. n begins one; a opens one by its id.",
  };
}
