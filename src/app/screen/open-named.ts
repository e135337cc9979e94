import type { Place } from "../../state/navigation/place.ts";
import type { AppStore } from "../store.ts";
import { isAsking } from "./freshness.ts";
import type { Selectors } from "./selectors.ts";

/**
 * Opens the thing that the current place names, once its list was read: before, another thing of that name could still come.
 *
 * @returns the function that stops it
 */
export function openNamedThings(
  store: AppStore,
  selectors: Pick<Selectors, "list" | "freshness" | "meant">,
): () => void {
  let settled: Place | null = null;
  return store.subscribe((state) => {
    const { place } = state.navigation;
    if (place === settled || place.ids.length === 0) return;
    const list = selectors.list(state);
    if (list === null || isAsking(selectors.freshness(state, list))) return;
    const { all, things } = selectors.meant(state, list);
    const [thing, ...others] = things;
    if (thing !== undefined && others.length === 0) store.navigation.open({ ...place, ids: [thing.id] });
    // A list that was kept from an earlier console may not have it yet.
    else if (all.length === 0) settled = list.model.rows.length === 0 ? null : place;
  });
}
