import type { Suggestion } from "../../forms/types.ts";
import type { NameKind } from "../../state/names/names.ts";
import { formatAge } from "../../text/format.ts";
import type { Context } from "../model/context.ts";

/**
 * Names of a kind that were seen, as suggestions, with where and when (`domain.md` 1.7).
 *
 * @param take what a field takes of a name; null where it takes nothing of it
 * @param project where they were seen; null: what is in no project
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
