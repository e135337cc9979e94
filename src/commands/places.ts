import type { AreaId } from "../contract/area-ids.ts";
import { type Place, parsePlace } from "../state/navigation/place.ts";
import { didYouMeanElse } from "../text/nearest.ts";
import { WrongUse } from "./wrong-use.ts";

/** Places as people type them: an area by its id, label, singular or prefix, then ids. */

type NamedArea = { readonly id: AreaId; readonly label: string };

type Read = { readonly ok: true; readonly place: Place } | { readonly ok: false; readonly message: string };

const singular = (word: string): string => word.replace(/(?<=x)es$|(?<!s)s$/u, "");

/** A name without case, punctuation and plural: `Indexes, 1st gen` and `index 1st gen` are equal. */
const plain = (name: string): string => (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(singular).join(" ");

/** The areas that match a name: exact names, else those whose name, or a later word of it, starts with it. */
function areasCalled<Area extends NamedArea>(name: string, areas: readonly Area[]): readonly Area[] {
  const wanted = plain(name);
  if (wanted === "") return [];
  const having = (test: (own: string) => boolean): readonly Area[] =>
    areas.filter(({ id, label }) => [id, label].some((own) => test(plain(own))));
  const called = having((own) => own === wanted);
  if (called.length > 0) return called;
  const begun = having((own) => own.startsWith(wanted));
  return begun.length > 0 ? begun : having((own) => own.includes(` ${wanted}`));
}

const named = ({ id, label }: NamedArea): string => (plain(id) === plain(label) ? id : `${id} (${label})`);

/** Suggestion for an unknown name. @param commands other words that could have been meant */
function notThere(name: string, areas: readonly NamedArea[], commands: readonly string[]): string {
  const candidates = [...areas.map((area) => ({ name: named(area), also: [area.id, area.label] })), ...commands];
  const instead = didYouMeanElse(name, candidates, "sextant --help lists them all.");
  return `Unknown place or command ${JSON.stringify(name)}. ${instead}`;
}

/**
 * The one id that a place names, of an area that shows a list or (`single`) one thing; null: the whole area.
 *
 * @throws WrongUse where it names more ids than the area can show
 */
export function thingNamed({ ids }: Place, single: string | null): string | null {
  const [id, extra] = ids;
  if (extra !== undefined) throw new WrongUse(`Unexpected ${JSON.stringify(extra)}: a place is an area, or area/id.`);
  if (single === null || id === undefined) return id ?? single;
  if (id !== single) throw new WrongUse(`Unexpected ${JSON.stringify(id)}: this area shows one thing.`);
  return single;
}

/**
 * Reads a place.
 *
 * @param areas all areas with their labels on screen
 * @param commands other words that could have been meant
 */
export function readPlace(text: string, areas: readonly NamedArea[], commands: readonly string[] = []): Read {
  const exact = parsePlace(text);
  if (exact.ok) return exact;
  const [name = "", ...ids] = text.trim().split("/");
  const [area, ...others] = areasCalled(name, areas);
  if (area === undefined) return { ok: false, message: notThere(name, areas, commands) };
  if (others.length === 0) return parsePlace([area.id, ...ids].join("/"));
  const all = [area, ...others].map(named).join(", or ");
  return { ok: false, message: `Ambiguous place ${JSON.stringify(name)}: ${all}.` };
}
