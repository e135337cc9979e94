import { weakMapMemoize } from "reselect";
import { saysNotFound } from "../../client/errors/absence.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import type { ServiceErrorKind } from "../../client/errors/service-error-facts.ts";
import { isLastingStatus } from "../../client/retry.ts";
import type { OperationId } from "../../contract/operations.ts";
import { type Omissions, omissionsOf, omissionTexts, omitsThings } from "./omissions.ts";
import type { Failure, Resource } from "./resource.ts";

/** Failure of a read, as screens show it. `status` and `code` are the service's, null when it did not answer. */
export type Unread = {
  readonly words: string;
  /** The message without the name of what was read, for places that show that name already. */
  readonly reason: string;
  readonly status: number | null;
  readonly code: string | null;
  /** The service answered that the thing does not exist, or is of another kind. */
  readonly isAbsent?: boolean;
  /** The client cannot send the request: the id is not valid, or the profile lacks something. */
  readonly isUnsendable?: boolean;
  /** Advice other than reading again, one sentence; absent or null when there is none. */
  readonly next?: string | null;
};

/**
 * State of a read. Only `read` allows a screen to say "none": an answer on its way, a failure, a missing role, an incomplete list and a thing that
 * does not exist are different states, and each has its own text.
 */
export type Lookup =
  | { readonly kind: "read" }
  /** No answer yet. */
  | { readonly kind: "asking" }
  /** The service says that the thing does not exist, or is of another kind. */
  | { readonly kind: "absent" }
  | { readonly kind: "forbidden"; readonly why: Unread }
  | { readonly kind: "failed"; readonly why: Unread }
  /** There is an answer, but it is incomplete: unreadable rows, or pages that were not loaded. */
  | { readonly kind: "partly"; readonly why: Unread; readonly omitted: Omissions };

/** States without a full answer: everything derived from the read is unknown too. */
export type Missing = Exclude<Lookup, { readonly kind: "read" | "absent" }>;

const FORBIDDEN: readonly number[] = [401, 403];

/** True for a failure that says the thing does not exist. */
export const saysAbsent = (why: Unread | null): boolean => why?.isAbsent === true;

/** True for a failure that says the caller may not read the thing. */
export const saysForbidden = (why: Unread | null): boolean =>
  why !== null && why.status !== null && FORBIDDEN.includes(why.status);

/** True for a failure that reading again does not change. */
export const isLasting = ({ isUnsendable, status }: Unread): boolean =>
  isUnsendable === true || isLastingStatus(status);

/** State of an incomplete answer; the reason lists what was left out. */
export const partlyBy = weakMapMemoize((omitted: Omissions): Extract<Lookup, { readonly kind: "partly" }> => {
  const reason = omissionTexts(omitted).join(", ");
  return { kind: "partly", why: { words: reason, reason, status: null, code: null }, omitted };
});

type Cached = Resource<OperationId>["cached"] | undefined;

/**
 * State from a cached answer and the newest failure. A cached answer stays on screen after a failure, with its age; only "the thing does not exist"
 * replaces it.
 */
export function lookupOf(operation: OperationId, cached: Cached, why: Unread | null): Lookup {
  if (saysAbsent(why)) return { kind: "absent" };
  if (cached !== undefined && cached !== null) {
    const omitted = omissionsOf(operation, cached);
    return omitsThings(omitted) ? partlyBy(omitted) : { kind: "read" };
  }
  if (why === null) return { kind: "asking" };
  return { kind: saysForbidden(why) ? "forbidden" : "failed", why };
}

export const isMissing = (lookup: Lookup): lookup is Missing => lookup.kind !== "read" && lookup.kind !== "absent";

/** True when there is nothing to show; an incomplete answer is something. */
export const isUnread = (lookup: Lookup): lookup is Exclude<Missing, { readonly kind: "partly" }> =>
  isMissing(lookup) && lookup.kind !== "partly";

/** Joint state of several reads: the gravest missing one, else `read`; `absent` only when all of them are. */
export function joined(lookups: readonly Lookup[]): Lookup {
  const of = (kind: Lookup["kind"]): Lookup | undefined => lookups.find((lookup) => lookup.kind === kind);
  const isAbsent = lookups.length > 0 && lookups.every(({ kind }) => kind === "absent");
  return of("failed") ?? of("forbidden") ?? of("asking") ?? of("partly") ?? { kind: isAbsent ? "absent" : "read" };
}

const UNSENDABLE: readonly ServiceErrorKind[] = ["invalid", "insecure", "no-scrape-login"];

/** Failure in the form that screens use. Memoized per failure. */
export const unreadOf = weakMapMemoize((failure: Pick<Failure, "words" | "error"> | null): Unread | null => {
  if (failure === null) return null;
  const { error, words } = failure;
  return error instanceof ServiceError
    ? {
        ...{ words, reason: error.reason, status: error.status, code: error.code, next: error.help },
        isAbsent: saysNotFound(error),
        isUnsendable: UNSENDABLE.includes(error.kind),
      }
    : { words, reason: words, status: null, code: null };
});
