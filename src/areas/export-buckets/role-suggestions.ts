import { type AccessRole, isUsable } from "../../domain/access-role.ts";
import type { Suggestion } from "../../forms/types.ts";
import { shortId } from "../../text/format.ts";
import { joinTexts } from "../../text/present.ts";

/** Access roles to pick from in the form of an export bucket (`domain.md` 8.3). */

/** Roles of a provider to pick from: those that may be used first. */
export const roleSuggestions = (roles: readonly AccessRole[], provider: string): readonly Suggestion[] =>
  roles
    .filter((role) => role.provider === provider)
    .sort((left, right) => Number(isUsable(right)) - Number(isUsable(left)))
    .map((role) => ({
      value: role.id,
      label: role.name,
      note: joinTexts(
        " · ",
        isUsable(role) ? (role.status === "authorised" ? "authorised" : "") : "not authorised: exports fail",
        shortId(role.id),
      ),
    }));
