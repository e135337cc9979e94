import { weakMapMemoize } from "reselect";
import { AREAS, areaOf } from "../../areas/areas.ts";
import type { Action, Area, Screen } from "../../areas/model/area.ts";
import type { Context, Scope } from "../../areas/model/context.ts";
import type { Column, DetailLine, DetailModel, ListModel } from "../../areas/model/view.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import type { Query } from "../../state/answers/query.ts";
import type { Guard } from "../guard.ts";
import { countWithMisfits, cutIn, detailWithMisfits, listWithMisfits, misfitsIn } from "./misfits.ts";

/** The areas as the screen uses them: what one of their functions throws stands in its pane as a sentence, and everything else goes on. */
export type Areas = { readonly all: readonly Area[]; readonly of: (id: AreaId) => Area };

const NEXT = "Press r to reload, L for details. Everything else works.";

const brokenList = (words: string): ListModel => ({
  summary: [{ text: "cannot be shown", tone: "bad" }],
  rows: [],
  sections: [],
  defaultSort: { column: "", descending: false },
  empty: NEXT,
  broken: `This list cannot be shown because of an error in this console: ${words}.`,
});

const brokenDetail = (title: string, words: string): DetailModel => ({
  title: { text: title, tone: "bad" },
  lines: [
    {
      kind: "text",
      value: { text: `This cannot be shown because of an error in this console: ${words}.`, tone: "bad" },
    },
    { kind: "text", value: { text: NEXT, tone: "dim" } },
  ],
  raw: null,
});

/** What is drawn for a width is drawn later than the rest of its model. */
function guardedLine(line: DetailLine, about: string, guard: Guard): DetailLine {
  if (line.kind !== "drawn") return line;
  const { draw } = line;
  return {
    ...line,
    draw: (width) =>
      guard(
        `${about}, chart`,
        () => draw(width),
        (words) => [[{ text: `cannot be drawn: ${words}`.slice(0, width), tone: "bad" }]],
      ),
  };
}

function guardedAction(action: Action, label: string, guard: Guard): Action {
  const about = `${label}, ${action.title}`;
  return {
    ...action,
    disabled: (context, ids) =>
      guard(
        about,
        () => action.disabled?.(context, ids) ?? null,
        (words) => `an error in this console: ${words}`,
      ),
    appliesTo: (context, ids) =>
      guard(
        about,
        () => action.appliesTo?.(context, ids) ?? ids,
        () => ids,
      ),
    open: (context, ids, start) =>
      guard(
        about,
        () => action.open(context, ids, start),
        (words) => ({
          kind: "page",
          page: {
            title: action.title,
            lines: [[{ text: `An error in this console: ${words}. Nothing was sent.`, tone: "bad" }]],
            copies: [],
          },
        }),
      ),
  };
}

function guardedName(
  nameOf: NonNullable<Screen["nameOf"]>,
  label: string,
  guard: Guard,
): NonNullable<Screen["nameOf"]> {
  return (row, params) =>
    guard(
      `${label}, name`,
      () => nameOf(row, params),
      () => null,
    );
}

function guardedScreen(screen: Screen, label: string, guard: Guard): Screen {
  /** Scopes whose questions could not be made: nothing is read for them, so nothing may be said of what there is. */
  const unasked = new WeakMap<Scope, string>();
  const unread = new Map<string, string>();
  const { running, ends, fields, counts } = screen;
  const columns = (context: Context): readonly Column[] =>
    guard(
      `${label}, columns`,
      () => screen.columns?.(context) ?? [],
      () => [],
    );
  /** What a list is made of, and what its questions are: a cluster that could not be read is asked nothing. */
  const allQueries = (scope: Scope): readonly Query[] => [...screen.queries(scope), ...(screen.lookups?.(scope) ?? [])];
  const listed = (context: Context): ListModel => {
    const words = unasked.get(context.scope);
    if (words !== undefined) return brokenList(words);
    return guard(
      `${label}, list`,
      () => {
        const queried = allQueries(context.scope);
        const found = misfitsIn(context, queried);
        const isAll = screen.isOfAllProjects?.(context.scope) === true;
        return listWithMisfits(screen.list(context), columns(context), found, cutIn(context, queried), isAll);
      },
      brokenList,
    );
  };
  const detailed = (context: Context, id: string): DetailModel | null => {
    const about = `${label}, ${id}`;
    const model = guard(
      about,
      () => {
        const listed = misfitsIn(context, allQueries(context.scope));
        const own = misfitsIn(context, screen.detailQueries(context, id));
        return detailWithMisfits(screen.detail(context, id), id, listed, own);
      },
      (words) => brokenDetail(id, words),
    );
    if (model === null) return null;
    const words = unread.get(id);
    const warning: readonly DetailLine[] =
      words === undefined ? [] : [{ kind: "text", value: { text: `Some requests failed: ${words}.`, tone: "bad" } }];
    return { ...model, lines: [...warning, ...model.lines.map((line) => guardedLine(line, about, guard))] };
  };
  return {
    ...screen,
    queries: (scope) =>
      guard(
        `${label}, requests`,
        () => screen.queries(scope),
        (words) => {
          unasked.set(scope, words);
          return [];
        },
      ),
    columns,
    list: listed,
    detailQueries: (context, id) =>
      guard(
        `${label}, ${id}, requests`,
        () => {
          const queries = screen.detailQueries(context, id);
          unread.delete(id);
          return queries;
        },
        (words) => {
          unread.set(id, words);
          return [];
        },
      ),
    detail: detailed,
    nameOf: guardedName(screen.nameOf ?? (() => null), label, guard),
    actions: screen.actions.map((action) => guardedAction(action, label, guard)),
    ...(fields === undefined
      ? {}
      : {
          fields: {
            ...fields,
            of: (context: Context) =>
              guard(
                `${label}, fields`,
                () => fields.of(context),
                () => new Map(),
              ),
          },
        }),
    ...(counts === undefined
      ? {}
      : {
          counts: {
            ...counts,
            of: (context: Context) =>
              guard(
                `${label}, counts`,
                () => counts.of(context),
                () => ({}),
              ),
          },
        }),
    ...(running === undefined
      ? {}
      : {
          running: (context: Context) =>
            guard(
              `${label}, running jobs`,
              () => running(context),
              () => [],
            ),
        }),
    ...(ends === undefined
      ? {}
      : {
          ends: (context: Context) =>
            guard(
              `${label}, countdowns`,
              () => ends(context),
              () => [],
            ),
        }),
  };
}

type Badge = NonNullable<Area["badge"]>;

function guardedBadge(badge: Badge, label: string, guard: Guard): Badge {
  const about = `${label}, count`;
  const queries = weakMapMemoize((scope: Scope): readonly Query[] =>
    guard(
      about,
      () => badge.queries(scope),
      () => [],
    ),
  );
  return {
    ...badge,
    queries,
    count: (context) =>
      guard(
        about,
        () => {
          const queried = queries(context.scope);
          return countWithMisfits(badge.count(context), misfitsIn(context, queried), cutIn(context, queried));
        },
        () => ({ text: "?", tone: "warn" }),
      ),
  };
}

/** The screen of an area is made when it is asked for first: areas are read when they are used. */
function guardedArea(area: Area, guard: Guard): Area {
  let made: Screen | undefined;
  return {
    id: area.id,
    label: area.label,
    group: area.group,
    scope: area.scope,
    get screen(): Screen {
      made ??= guardedScreen(area.screen, area.label, guard);
      return made;
    },
    ...(area.names === undefined ? {} : { names: area.names }),
    ...(area.settings === undefined ? {} : { settings: area.settings }),
    ...(area.badge === undefined ? {} : { badge: guardedBadge(area.badge, area.label, guard) }),
  };
}

/** Each is made when it is asked for first, as areas are read when they are used. */
export function guardedAreas(guard: Guard): Areas {
  const made = new Map<AreaId, Area>();
  const of = (id: AreaId): Area => {
    const area = made.get(id) ?? guardedArea(areaOf(id), guard);
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
