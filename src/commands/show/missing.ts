import { missingThingLines, nearNames } from "../../app/screen/thing.ts";
import { defaultKeyNames } from "../../areas/model/key-names.ts";
import { EXIT } from "../exit.ts";
import type { PlaceResult, Unattended } from "./unattended.ts";

/** Text about an item that is not there, or is one of several that are called so, with the exit code. */
type MissingItem = { readonly words: string; readonly exit: number };

/**
 * Why the item of a place cannot be shown.
 *
 * @param notFound what is said where it does not exist, in place of why it is not in the list
 */
export function missingItem(
  { store, selectors }: Pick<Unattended, "store" | "selectors">,
  { list, thing, ofList, fresh }: PlaceResult,
  notFound?: string,
): MissingItem {
  const meant = selectors.meant(store.getState(), list);
  const id = thing?.id ?? null;
  const lines = missingThingLines(id, list, ofList, thing?.fresh ?? fresh, meant, defaultKeyNames);
  if (meant.things.length > 1) {
    const words = lines.slice(0, -1).map(({ text }) => text);
    return { words: words.join("\n"), exit: EXIT.wrongUse };
  }
  const words =
    notFound === undefined
      ? (thing?.model?.absent ?? lines[0]?.text ?? "Not found")
      : `${notFound}${nearNames(meant.all, id ?? "")}`;
  return { words: /[.?]$/u.test(words) ? words : `${words}.`, exit: EXIT.refused };
}
