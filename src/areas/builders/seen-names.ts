import type { Suggestion } from "../../forms/suggestion.ts";
import type { NameKind } from "../../state/names/name-kind.ts";
import { formatAge } from "../../text/format.ts";
import type { Context } from "../model/context.ts";

/**
 * Names of a kind that were seen in answers, as suggestions, with source and age (`domain.md` 1.7).
 *
 * @param take the value that a field takes from a name; null to leave the name out
 * @param project the project that they were seen in; null for things in no project
 */
export const seenNames = (
  context: Context,
  kind: NameKind,
  take: (name: string) => string | null = (name) => name,
  project: string | null = context.scope.groupId,
): readonly Suggestion[] =>
  context.known(kind, project).flatMap(({ name, source, lastSeen }) => {
    const value = take(name);
    return value === null
      ? []
      : [{ value, label: value, note: `${source}, ${formatAge(Math.max(0, context.now - lastSeen))} ago` }];
  });
