import type { AreaId } from "../../contract/area-ids.ts";
import { type Place, parsePlace } from "./place.ts";

/** Places as people type them: an area by its id, label, singular or prefix, then an id or names. */

export type NamedArea = { readonly id: AreaId; readonly label: string };

/** A typed place; without one, the name of the area as typed, and the areas that it may mean: none, or several. */
type TypedPlace =
  | { readonly ok: true; readonly place: Place }
  | { readonly ok: false; readonly name: string; readonly areas: readonly NamedArea[] };

const singular = (word: string): string => word.replace(/(?<=x)es$|(?<!s)s$/u, "");

/** A name without case, punctuation and plural: `Indexes, 1st gen` and `index 1st gen` are equal. */
export const plainName = (name: string): string =>
  (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(singular).join(" ");

/** The areas that match a name: exact names, else those whose name, or a later word of it, starts with it. */
function areasCalled<Area extends NamedArea>(name: string, areas: readonly Area[]): readonly Area[] {
  const wanted = plainName(name);
  if (wanted === "") return [];
  const having = (test: (own: string) => boolean): readonly Area[] =>
    areas.filter(({ id, label }) => [id, label].some((own) => test(plainName(own))));
  const called = having((own) => own === wanted);
  if (called.length > 0) return called;
  const begun = having((own) => own.startsWith(wanted));
  return begun.length > 0 ? begun : having((own) => own.includes(` ${wanted}`));
}

/** What stands behind the area is one id, or names that are told apart by slashes: a name may have one, too. */
const withOneId = ({ area, ids }: Place): Place => ({ area, ids: ids.length < 2 ? ids : [ids.join("/")] });

/**
 * Reads a place.
 *
 * @param areas all areas with their labels on screen
 */
export function readTypedPlace(text: string, areas: readonly NamedArea[]): TypedPlace {
  const [name = "", ...ids] = text.trim().split("/");
  const exact = areas.filter(({ id }) => id === name);
  const [area, ...others] = exact.length > 0 ? exact : areasCalled(name, areas);
  if (area === undefined || others.length > 0) {
    return { ok: false, name, areas: area === undefined ? [] : [area, ...others] };
  }
  const parsed = parsePlace([area.id, ...ids].join("/"));
  return parsed.ok ? { ok: true, place: withOneId(parsed.place) } : { ok: false, name, areas: [] };
}
