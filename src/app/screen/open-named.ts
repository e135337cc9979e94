import { operations } from "../../contract/operations.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { AppStore } from "../store.ts";
import type { CurrentList } from "./current.ts";
import { type Freshness, isAsking } from "./freshness.ts";
import { clusterOf } from "./not-read.ts";
import type { Selectors } from "./selectors.ts";

/** True when an unread part of the list may have another thing of a name: a name that says its cluster is not meant in another one. */
function mayMeanAnother(typed: string, { area, scope }: CurrentList, { notRead }: Freshness): boolean {
  const words = typed.toLowerCase().split("/");
  const isOfCluster = scope.clusters.some(({ name }) => words.includes(name.toLowerCase()));
  return notRead.some(
    ({ query }) =>
      operations[query.operation].area === area.id &&
      (!isOfCluster || words.includes(clusterOf(query)?.toLowerCase() ?? "")),
  );
}

/**
 * Opens the thing that the current place names, once its list was read: before, another thing of that name could still come.
 *
 * @param onUnsure called with a sentence when a part of the list that could not be read may have another thing of that name
 * @returns the function that stops it
 */
export function openNamedThings(
  store: AppStore,
  selectors: Pick<Selectors, "list" | "freshness" | "meant">,
  onUnsure: (sentence: string) => void,
): () => void {
  let settled: Place | null = null;
  return store.subscribe((state) => {
    const { place } = state.navigation;
    if (place === settled || place.ids.length === 0) return;
    const list = selectors.list(state);
    if (list === null) return;
    const fresh = selectors.freshness(state, list);
    if (isAsking(fresh)) return;
    const { all, things } = selectors.meant(state, list);
    const [thing, ...others] = things;
    if (thing !== undefined && others.length === 0) {
      const [typed = ""] = place.ids;
      if (mayMeanAnother(typed, list, fresh))
        onUnsure(`${typed} is taken for ${thing.id}: what could not be read may have another of that name.`);
      store.navigation.open({ ...place, ids: [thing.id] });
    }
    // A list that was kept from an earlier console may not have it yet.
    else if (all.length === 0) settled = list.model.rows.length === 0 ? null : place;
  });
}
