import { AREA_IDS, type AreaId } from "../../contract/area-ids.ts";
import { percentDecoded } from "../../text/format.ts";

/** A place in the console: an area and the ids inside it, `AREA[/ID…]` (`restore-jobs/65f0…`). */
export type Place = { readonly area: AreaId; readonly ids: readonly string[] };

const areaIds: ReadonlySet<string> = new Set(AREA_IDS);

/** True for the id of an area. */
export const isAreaId = (text: string): text is AreaId => areaIds.has(text);

/** Parses a place; the error message is for the person who typed it. */
export function parsePlace(
  text: string,
): { readonly ok: true; readonly place: Place } | { readonly ok: false; readonly message: string } {
  const [area = "", ...rest] = text.trim().split("/");
  if (!isAreaId(area)) {
    return { ok: false, message: `"${area}" is not a known area. Areas: ${AREA_IDS.join(", ")}.` };
  }
  const ids: string[] = [];
  for (const part of rest) {
    if (part === "") continue;
    // A typed name may have a percent sign of its own.
    ids.push(percentDecoded(part));
  }
  return { ok: true, place: { area, ids } };
}

/** Prints a place; `parsePlace` gives the same place back. */
export const printPlace = (place: Place): string =>
  [place.area, ...place.ids.map((id) => encodeURIComponent(id))].join("/");

export const samePlace = (left: Place, right: Place): boolean => printPlace(left) === printPlace(right);
