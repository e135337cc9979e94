import { weakMapMemoize } from "reselect";
import { isOfAll } from "../../areas/all-projects.ts";
import { AREAS, areaOf } from "../../areas/areas.ts";
import type { Action, Area, Screen } from "../../areas/model/area.ts";
import type { Cell } from "../../areas/model/cell.ts";
import type { Context, Scope } from "../../areas/model/context.ts";
import { type Effect, note } from "../../areas/model/effect.ts";
import type { KeyNames } from "../../areas/model/key-names.ts";
import type { DetailLine, DetailModel, ListModel } from "../../areas/model/view.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import type { Query } from "../../state/answers/query.ts";
import { once } from "../../text/once.ts";
import { type Guard, instead } from "../guard.ts";
import { countWithMisfits, cutIn, detailWithMisfits, listWithMisfits, misfitsIn } from "./misfits.ts";
import { withUniqueIds } from "./repeated-rows.ts";

/** The areas as the screen uses them: an error in one of their functions is shown in its pane as a sentence, and everything else continues. */
export type Areas = { readonly all: readonly Area[]; readonly of: (id: AreaId) => Area };

const nextText = (key: KeyNames): string =>
  `Press ${key("refresh")} to reload, ${key("activity")} for details. Everything else works.`;

const brokenList = (words: string, { key }: Context): ListModel => ({
  summary: [{ text: "cannot be shown", tone: "bad" }],
  rows: [],
  sections: [],
  defaultSort: { column: "", descending: false },
  empty: nextText(key),
  broken: `This list cannot be shown because of an error in this console: ${words}.`,
});

const brokenDetail = (title: string, words: string, { key }: Context): DetailModel => ({
  title: { text: title, tone: "bad" },
  lines: [
    {
      kind: "text",
      value: { text: `This cannot be shown because of an error in this console: ${words}.`, tone: "bad" },
    },
    { kind: "text", value: { text: nextText(key), tone: "dim" } },
  ],
  raw: null,
});

/** Wraps a function of an area: if it throws, `otherwise` gets the error in words and returns a replacement. */
type Guarded = <Args extends readonly unknown[], Value>(
  about: string,
  run: (...args: Args) => Value,
  otherwise: (words: string, ...args: Args) => NoInfer<Value>,
) => (...args: Args) => Value;

const guardedBy =
  (guard: Guard, label: string): Guarded =>
  (about, run, otherwise) =>
  (...args) =>
    guard(
      `${label}, ${about}`,
      () => run(...args),
      (words) => otherwise(words, ...args),
    );

const NONE = instead<readonly never[]>([]);

/** Reason for values that are null; the guard reports the error itself. */
export const NOT_COMPUTED = "An error in this console kept the values from being computed.";

/** Charts are drawn later than the rest of their model, so their functions are guarded separately. */
function guardedLine(line: DetailLine, id: string, guarded: Guarded): DetailLine {
  if (line.kind !== "drawn") return line;
  const failed = (words: string, width: number): readonly (readonly Cell[])[] => [
    [{ text: `cannot be drawn: ${words}`.slice(0, width), tone: "bad" }],
  ];
  return { ...line, draw: guarded(`${id}, chart`, line.draw, failed) };
}

/** Effect of an action that threw. */
const nothingSent = (title: string, words: string): Effect =>
  note(title, { text: `An error in this console: ${words}. Nothing was sent.`, tone: "bad" });

function guardedAction(action: Action, guarded: Guarded): Action {
  const { title, disabled = () => null, appliesTo = (_context, ids) => ids, open, together } = action;
  return {
    ...action,
    disabled: guarded(title, disabled, (words) => `an error in this console: ${words}`),
    appliesTo: guarded(title, appliesTo, (_why, _context, ids) => ids),
    open: guarded(title, open, (words) => nothingSent(title, words)),
    ...(together && { together: guarded(title, together, (words) => nothingSent(title, words)) }),
  };
}

function guardedScreen(screen: Screen, guarded: Guarded): Screen {
  /** Scopes whose queries could not be built: nothing is read for them, so nothing may be claimed about their data. */
  const unasked = new WeakMap<Scope, string>();
  const unread = new Map<string, string>();
  const { running, endTimes, fields, counts } = screen;
  const columns = guarded("columns", (context: Context) => screen.columns?.(context) ?? [], NONE);
  const unaskable = (words: string, scope: Scope): readonly Query[] => {
    unasked.set(scope, words);
    return [];
  };
  const queries = guarded("requests", screen.queries, unaskable);
  const lookups = guarded("requests", (scope: Scope) => screen.lookups?.(scope) ?? [], unaskable);
  const hasQueries = ({ scope }: Context): boolean => !unasked.has(scope);
  const detailQueries = (context: Context, id: string): readonly Query[] => {
    unread.delete(id);
    return guarded(`${id}, requests`, screen.detailQueries, (words) => {
      unread.set(id, words);
      return [];
    })(context, id);
  };
  /** All queries of a list, and those they depend on: a cluster that was not read is not queried. */
  const allQueries = (scope: Scope): readonly Query[] => [...queries(scope), ...lookups(scope)];
  const list = guarded(
    "list",
    (context: Context) => {
      const queried = allQueries(context.scope);
      const words = unasked.get(context.scope);
      if (words !== undefined) return brokenList(words, context);
      const [found, cuts] = [misfitsIn(context, queried), cutIn(context, queried)];
      return listWithMisfits(
        withUniqueIds(screen.list(context)),
        columns(context),
        found,
        cuts,
        screen.showsAllProjects === true && isOfAll(context.scope),
      );
    },
    brokenList,
  );
  const detail = (context: Context, id: string): DetailModel | null => {
    const made = guarded(
      id,
      () => {
        const listed = misfitsIn(context, allQueries(context.scope));
        return detailWithMisfits(
          screen.detail(context, id),
          id,
          context.key,
          listed,
          misfitsIn(context, detailQueries(context, id)),
        );
      },
      (words) => brokenDetail(id, words, context),
    )();
    if (made === null) return null;
    const words = unread.get(id);
    const warning: readonly DetailLine[] =
      words === undefined ? [] : [{ kind: "text", value: { text: `Some requests failed: ${words}.`, tone: "bad" } }];
    return { ...made, lines: [...warning, ...made.lines.map((line) => guardedLine(line, id, guarded))] };
  };
  return {
    ...screen,
    queries,
    columns,
    list,
    detailQueries,
    detail,
    nameOf: guarded("name", screen.nameOf ?? (() => null), () => null),
    actions: screen.actions.map((action) => guardedAction(action, guarded)),
    firstHelp: guarded("help", screen.firstHelp, () => ""),
    ...(screen.lookups && { lookups }),
    ...(fields && {
      fields: {
        ...fields,
        of: guarded("fields", (context: Context) => (hasQueries(context) ? fields.of(context) : null), instead(null)),
      },
    }),
    ...(counts && {
      counts: {
        ...counts,
        of: guarded("counts", (context: Context) => (hasQueries(context) ? counts.of(context) : null), instead(null)),
        ofCached: guarded("counts", counts.ofCached, () => ({})),
        isRead: guarded("counts", counts.isRead, () => false),
      },
    }),
    ...(running && { running: guarded("running jobs", running, NONE) }),
    ...(endTimes && { endTimes: guarded("countdowns", endTimes, NONE) }),
  };
}

type Badge = NonNullable<Area["badge"]>;

function guardedBadge(badge: Badge, guarded: Guarded): Badge {
  const queries = weakMapMemoize(guarded("count", badge.queries, NONE));
  return {
    ...badge,
    queries,
    count: guarded(
      "count",
      (context: Context) => {
        const queried = queries(context.scope);
        return countWithMisfits(badge.count(context), misfitsIn(context, queried), cutIn(context, queried));
      },
      () => ({ text: "?", tone: "warn" }),
    ),
  };
}

const guardedNames = (names: NonNullable<Area["names"]>, guarded: Guarded): NonNullable<Area["names"]> =>
  Object.fromEntries(Object.entries(names).map(([kind, leads]) => [kind, guarded("names", leads, () => ({}))]));

/** The optional parts of an area that are code. One that an area lacks stays absent. */
const OPTIONAL_PARTS = ["names", "badge"] as const;

/** Each part of an area is created on first use, as areas are loaded lazily. */
function guardedArea(area: Area, guarded: Guarded): Area {
  const { id, label, group, scope, settings } = area;
  const screen = once(() => guardedScreen(area.screen, guarded));
  const parts = {
    names: once(() => area.names && guardedNames(area.names, guarded)),
    badge: once(() => area.badge && guardedBadge(area.badge, guarded)),
  };
  const shown: Area = {
    id,
    label,
    group,
    scope,
    ...(settings === undefined ? {} : { settings }),
    get screen() {
      return screen();
    },
  };
  for (const part of OPTIONAL_PARTS.filter((name) => name in area)) {
    Object.defineProperty(shown, part, { enumerable: true, get: parts[part] });
  }
  return shown;
}

/** Each area is created on first use, as areas are loaded lazily. */
export function guardedAreas(guard: Guard): Areas {
  const made = new Map<AreaId, Area>();
  const of = (id: AreaId): Area => {
    const area = made.get(id) ?? guardedArea(areaOf(id), guardedBy(guard, areaOf(id).label));
    made.set(id, area);
    return area;
  };
  let all: readonly Area[] | null = null;
  return {
    get all() {
      all ??= AREAS.map(({ id }) => of(id));
      return all;
    },
    of,
  };
}
