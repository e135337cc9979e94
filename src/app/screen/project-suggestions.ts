import type { Suggestion } from "../../forms/types.ts";
import type { ConsoleState } from "../../state/store.ts";
import { pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";

/** The projects of a profile to choose from. */

/** By name as people count: Project-9 before Project-10. */
const { compare } = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The projects of a profile by name, with how many clusters each is known to have. */
export function projectSuggestions({ session }: ConsoleState): readonly Suggestion[] {
  const clusters = new Map<string, number>();
  for (const { groupId } of session.clusters) clusters.set(groupId, (clusters.get(groupId) ?? 0) + 1);
  return session.projects
    .map(({ id, name }): Suggestion => {
      const count = clusters.get(id) ?? 0;
      const notes = present(id === session.groupId && "current", count > 0 && pluralize(count, "cluster"));
      return { value: id, label: name, note: notes.join(", ") };
    })
    .toSorted((left, right) => compare(left.label, right.label));
}
