import type { Place } from "../state/navigation/place.ts";
import { type NamedArea, plainName, readTypedPlace } from "../state/navigation/typed-place.ts";
import { didYouMeanElse } from "../text/nearest.ts";
import { WrongUse } from "./wrong-use.ts";

/** Places of the command line, with sentences about those that are none. */

type Read = { readonly ok: true; readonly place: Place } | { readonly ok: false; readonly message: string };

const named = ({ id, label }: NamedArea): string => (plainName(id) === plainName(label) ? id : `${id} (${label})`);

/** Suggestion for an unknown name. @param commands other words that could have been meant */
function notThere(name: string, areas: readonly NamedArea[], commands: readonly string[]): string {
  const candidates = [...areas.map((area) => ({ name: named(area), also: [area.id, area.label] })), ...commands];
  const instead = didYouMeanElse(name, candidates, "sextant --help lists them all.");
  return `Unknown place or command ${JSON.stringify(name)}. ${instead}`;
}

/**
 * The place that a command is about.
 *
 * @param missing what to say where none was named
 * @throws WrongUse where there is none, or not of that name
 */
export function placeNamed(word: string | undefined, areas: readonly NamedArea[], missing: string): Place {
  if (word === undefined) throw new WrongUse(missing);
  const parsed = readPlace(word, areas);
  if (!parsed.ok) throw new WrongUse(parsed.message);
  return parsed.place;
}

/**
 * The id or names of the one thing of a place, of an area that shows a list or (`single`) one thing; null: the whole area.
 *
 * @throws WrongUse where the area shows one thing of another name
 */
export function thingNamed({ ids }: Place, single: string | null): string | null {
  const [id] = ids;
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
  const read = readTypedPlace(text, areas);
  if (read.ok) return read;
  if (read.areas.length === 0) return { ok: false, message: notThere(read.name, areas, commands) };
  const all = read.areas.map(named).join(", or ");
  return { ok: false, message: `Ambiguous place ${JSON.stringify(read.name)}: ${all}.` };
}
