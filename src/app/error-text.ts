import { ServiceError } from "../client/errors/service-error.ts";
import { messageOf } from "../text/thrown.ts";

/** An error in words: what happened, why, what to do. */
export function errorText(error: unknown): string {
  if (error instanceof ServiceError) {
    const { what, why, next } = error.explain();
    return [what, why, next].filter((part) => part !== "").join(" ");
  }
  return messageOf(error);
}
