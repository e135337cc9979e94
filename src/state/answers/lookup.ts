import { weakMapMemoize } from "reselect";
import { saysNotThere } from "../../client/errors/absence.ts";
import { ServiceError, type ServiceErrorKind } from "../../client/errors/service-error.ts";
import type { OperationId } from "../../contract/operations.ts";
import { type Omissions, omissionsOf, omissionTexts, omitsThings } from "./omissions.ts";
import type { Failure, Resource } from "./resources.ts";

/** Why an answer that was asked for did not come. `status` and `code` are the service's, null where it said nothing. */
export type Unread = {
  readonly words: string;
  /** The same without the name of what was asked, for where that stands beside it. */
  readonly reason: string;
  readonly status: number | null;
  readonly code: string | null;
  /** The service said that there is no such thing, or not of this kind. */
  readonly isAbsent?: boolean;
  /** The client does not send the request: what was asked for is no such id, or the profile lacks something. */
  readonly isUnsendable?: boolean;
  /** What can be done about it besides reading again, in a sentence; absent or null where nothing can. */
  readonly next?: string | null;
};

/**
 * What is known of something that was asked. "None" may be said only of what was `read`: an answer on its way, a failure, a
 * refusal for want of a role, a list of which not every row is there, and a service that has no such thing are five other matters, and each
 * is said in its own words.
 */
export type Lookup =
  | { readonly kind: "read" }
  /** Not answered yet. */
  | { readonly kind: "asking" }
  /** The service has no such thing, or not of this kind. */
  | { readonly kind: "absent" }
  | { readonly kind: "forbidden"; readonly why: Unread }
  | { readonly kind: "failed"; readonly why: Unread }
  /** What is held was answered, and there is more that is not among it: rows that could not be read, pages that were not asked for. */
  | { readonly kind: "partly"; readonly why: Unread; readonly omitted: Omissions };

/** What is not known and may be: whatever depends on it is not known either. */
export type Missing = Exclude<Lookup, { readonly kind: "read" | "absent" }>;

const FORBIDDEN: readonly number[] = [401, 403];

/** Whether a failure says that there is no such thing. */
export const saysAbsent = (why: Unread | null): boolean => why?.isAbsent === true;

/** Whether a failure says that the caller may not read it. */
export const saysForbidden = (why: Unread | null): boolean =>
  why !== null && why.status !== null && FORBIDDEN.includes(why.status);

/** An answer of which something was left out, which is the reason for which not all of it is known. */
export const partlyBy = weakMapMemoize((omitted: Omissions): Extract<Lookup, { readonly kind: "partly" }> => {
  const reason = omissionTexts(omitted).join(", ");
  return { kind: "partly", why: { words: reason, reason, status: null, code: null }, omitted };
});

type HeldAnswer = Resource<OperationId>["cached"] | undefined;

/**
 * What a held answer and the newest failure together say. What was held before a failure is still shown, with its age; only that
 * the thing is gone replaces it.
 */
export function lookupOf(operation: OperationId, held: HeldAnswer, why: Unread | null): Lookup {
  if (saysAbsent(why)) return { kind: "absent" };
  if (held !== undefined && held !== null) {
    const omitted = omissionsOf(operation, held);
    return omitsThings(omitted) ? partlyBy(omitted) : { kind: "read" };
  }
  if (why === null) return { kind: "asking" };
  return { kind: saysForbidden(why) ? "forbidden" : "failed", why };
}

export const isMissing = (lookup: Lookup): lookup is Missing => lookup.kind !== "read" && lookup.kind !== "absent";

/** Whether nothing is there to look at: of a part there is. */
export const isUnread = (lookup: Lookup): lookup is Exclude<Missing, { readonly kind: "partly" }> =>
  isMissing(lookup) && lookup.kind !== "partly";

/** What several say together: the gravest of what is missing, else that all was read; absent where none of them is there. */
export function joined(lookups: readonly Lookup[]): Lookup {
  const of = (kind: Lookup["kind"]): Lookup | undefined => lookups.find((lookup) => lookup.kind === kind);
  const isAbsent = lookups.length > 0 && lookups.every(({ kind }) => kind === "absent");
  return of("failed") ?? of("forbidden") ?? of("asking") ?? of("partly") ?? { kind: isAbsent ? "absent" : "read" };
}

const UNSENDABLE: readonly ServiceErrorKind[] = ["invalid", "insecure", "no-scrape-login"];

/** A failure as screens see it. What can be done about it is reckoned once. */
export const unreadOf = weakMapMemoize((failure: Pick<Failure, "words" | "error"> | null): Unread | null => {
  if (failure === null) return null;
  const { error, words } = failure;
  return error instanceof ServiceError
    ? {
        ...{ words, reason: error.reason, status: error.status, code: error.code, next: error.help },
        isAbsent: saysNotThere(error),
        isUnsendable: UNSENDABLE.includes(error.kind),
      }
    : { words, reason: words, status: null, code: null };
});
