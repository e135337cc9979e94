import { formatMissing } from "../../areas/builders/lookup.ts";
import type { Suggestion } from "../../forms/types.ts";
import { isMissing } from "../../state/answers/lookup.ts";
import { lookupOfQueries, PROJECT_QUERIES } from "../../state/names/directory.ts";
import { createSelector } from "../../state/selector.ts";
import type { ConsoleState } from "../../state/store.ts";
import { pluralize, refusalText } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import type { App } from "../app.ts";

/** The projects of a profile to choose from. */

/** By name as people count: Project-9 before Project-10. Made when somebody chooses: the tables of letters take 3 MB. */
let collator: Intl.Collator | undefined;
function byName(left: Suggestion, right: Suggestion): number {
  collator ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  return collator.compare(left.label, right.label);
}

/** Makes what selects the projects of a profile by name, with how many clusters each is known to have. */
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

/** Why the projects of a profile are not all known: not loaded yet, or refused; null where they are. */
export function whyProjectsUnknown(state: ConsoleState): string | null {
  const found = lookupOfQueries(state, PROJECT_QUERIES);
  return isMissing(found) ? formatMissing(found) : null;
}

/** What stands in a list for the projects that are not known. */
const OTHER_PROJECT = "Another project";

/** The line that says why others are not listed, where there is a reason. Choosing it opens nothing: its value is empty. */
export const unlistedProjects = (why: string | null): readonly Suggestion[] =>
  why === null ? [] : [{ value: "", label: OTHER_PROJECT, note: why, isBesides: true }];

/** Says why that line opens nothing. */
export function refuseUnlisted({ store }: Pick<App, "store">, why: string | null): void {
  if (why !== null) store.notices.say("warning", refusalText(OTHER_PROJECT, why));
}
