import { ServiceError } from "../client/service-error.ts";

/** What went wrong, in words: what happened, why, what to do. */
export function errorText(error: unknown): string {
  if (error instanceof ServiceError) {
    const { what, why, next } = error.explain();
    return [what, why, next].filter((part) => part !== "").join(" ");
  }
  return error instanceof Error ? error.message : String(error);
}
