import { formatMissing } from "../../areas/builders/lookup.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { isMissing } from "../../state/answers/lookup.ts";
import { lookupOfQueries, PROJECT_QUERIES } from "../../state/names/directory.ts";
import { createSelector } from "../../state/selector.ts";
import type { ConsoleState } from "../../state/store.ts";
import { pluralize, refusalText } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import type { App } from "../app.ts";

/** Projects of a profile to choose from. */

/** Natural order by name: Project-9 before Project-10. Created on first use: its tables take 3 MB. */
let collator: Intl.Collator | undefined;
function byName(left: Suggestion, right: Suggestion): number {
  collator ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  return collator.compare(left.label, right.label);
}

/** Creates a selector of the projects of a profile, sorted by name, with the number of known clusters. */
export const selectProjectSuggestions = () =>
  createSelector(
    [
      ({ session }: ConsoleState) => session.projects,
      ({ session }: ConsoleState) => session.clusters,
      ({ session }: ConsoleState) => session.groupId,
    ],
    (projects, clusters, groupId): readonly Suggestion[] => {
      const counts = new Map<string, number>();
      for (const cluster of clusters) counts.set(cluster.groupId, (counts.get(cluster.groupId) ?? 0) + 1);
      return projects
        .map(({ id, name }): Suggestion => {
          const count = counts.get(id) ?? 0;
          const notes = present(id === groupId && "current", count > 0 && pluralize(count, "cluster"));
          return { value: id, label: name, note: notes.join(", ") };
        })
        .toSorted(byName);
    },
  );

/** Reason why the projects of a profile are not all known: not loaded yet, or refused; null if they are. */
export function whyProjectsUnknown(state: ConsoleState): string | null {
  const found = lookupOfQueries(state, PROJECT_QUERIES);
  return isMissing(found) ? formatMissing(found) : null;
}

/** Label of the item for unknown projects. */
const OTHER_PROJECT = "Another project";

/** Item with the reason why other projects are not listed, if there is one. Choosing it opens nothing: its value is empty. */
export const unlistedProjects = (why: string | null): readonly Suggestion[] =>
  why === null ? [] : [{ value: "", label: OTHER_PROJECT, note: why, isBesides: true }];

/** Shows why that item opens nothing. */
export function refuseUnlisted({ store }: Pick<App, "store">, why: string | null): void {
  if (why !== null) store.notices.say("warning", refusalText(OTHER_PROJECT, why));
}
