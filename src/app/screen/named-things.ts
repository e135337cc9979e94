import { lruMemoize } from "reselect";
import { thingIn } from "../../areas/all-projects.ts";
import type { Row } from "../../areas/model/view.ts";
import type { ConsoleState } from "../../state/store.ts";
import { rowById } from "../list/arrange.ts";
import { rowName } from "../list/row-name.ts";
import type { CurrentList } from "./current.ts";
import type { Areas } from "./guarded-areas.ts";
import { thingsOfArea } from "./known-things.ts";
import { singleOf } from "./panes.ts";

/** A typed place may name its thing by the beginning of its id, by a name, or by several of them between slashes. */

/** A thing of a list with its names: those of the screen, and their parts (`default of shop.orders`, `default`, `shop.orders`). */
type NamedRow = {
  readonly id: string;
  readonly names: readonly string[];
  /** Its row, which tells it from others of its name. */
  readonly row: Row;
};

/** The things that a typed text may mean, and all things of the list. */
export type Meant = { readonly things: readonly NamedRow[]; readonly all: readonly NamedRow[] };

const NOTHING_MEANT: Meant = { things: [], all: [] };

/** What the console joins the parts of a name with: `·`, `→` and `of`, escaped for the build. */
const BETWEEN_PARTS = / \u00b7 | \u2192 | of /u;

/** An id that the service made. A name that is the id of a thing (a cluster) is typed whole: another one may begin with it. */
const MADE_ID = /^[\da-f]{8,}$/u;

/** Shorter beginnings of ids fit too many things (characters). */
const SHORTEST_BEGINNING = 4;

const ownId = ({ id }: NamedRow): string => thingIn(id)?.id ?? id;

/** In the order of the screen, then those that are not on it. */
function namedThings(
  state: ConsoleState,
  areas: Areas,
  { area, scope, model, arranged }: CurrentList,
): readonly NamedRow[] {
  const known = thingsOfArea(state, areas, area.id);
  const places = new Map(arranged.ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: Row): number => places.get(id) ?? Number.POSITIVE_INFINITY;
  return model.rows
    .flatMap((row) => row.members ?? [row])
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
    .map((row): NamedRow => {
      const own = thingIn(row.id) ?? { project: scope.groupId, id: row.id };
      const thing = known.get(`${own.project} ${own.id}`);
      const inRow = rowName(model, row) ?? own.id;
      const title = thing === undefined || thing.title === thing.id ? inRow : thing.title;
      const parts = [title, inRow].flatMap((name) => [name, ...name.split(BETWEEN_PARTS)]);
      return { id: row.id, row, names: [...new Set([...parts, ...(thing?.cluster == null ? [] : [thing.cluster])])] };
    });
}

/** True when an id begins like a typed text, or is shortened to it (`6b02…9c1a`). */
function isShortened(word: string, id: string): boolean {
  const [start = "", end = ""] = word.split(/\u2026|\.{3}/u);
  return MADE_ID.test(id) && start.length >= SHORTEST_BEGINNING && id.startsWith(start) && id.endsWith(end);
}

const isCalled = (thing: NamedRow, word: string): boolean =>
  [ownId(thing), ...thing.names].some((name) => name.toLowerCase() === word);

const isBegun = (thing: NamedRow, word: string): boolean =>
  isCalled(thing, word) || isShortened(word, ownId(thing).toLowerCase());

/** The things that are called as typed or, where none is, whose ids begin so; of several words between slashes all fit. */
export function thingsCalled(all: readonly NamedRow[], typed: string): readonly NamedRow[] {
  const whole = typed.trim().toLowerCase();
  const words = whole.split("/").filter((word) => word !== "");
  if (words.length === 0) return [];
  const ways = [
    (thing: NamedRow) => isCalled(thing, whole),
    (thing: NamedRow) => words.every((word) => isCalled(thing, word)),
    (thing: NamedRow) => words.every((word) => isBegun(thing, word)),
  ];
  for (const fits of ways) {
    const found = all.filter(fits);
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns the selector of what the id of the current place means, where that is no id of the list. */
export function createMeant(areas: Areas): (state: ConsoleState, list: CurrentList | null) => Meant {
  const meantIn = lruMemoize(
    (all: readonly NamedRow[], typed: string): Meant => ({
      things: thingsCalled(all, typed),
      all,
    }),
  );
  let read: { readonly model: CurrentList["model"]; readonly all: readonly NamedRow[] } | null = null;
  return (state, list) => {
    const [typed] = state.navigation.place.ids;
    if (list === null || typed === undefined || singleOf(state) !== null || rowById(list.model, typed) !== undefined) {
      return NOTHING_MEANT;
    }
    if (read?.model !== list.model) read = { model: list.model, all: namedThings(state, areas, list) };
    return meantIn(read.all, typed);
  };
}
