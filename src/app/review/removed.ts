import { RemovedError } from "../../areas/effect.ts";
import { ServiceError } from "../../client/service-error.ts";

/** A thing that is edited here and was deleted elsewhere meanwhile. */

/** Whether the service said that the thing is not there. */
export const isRemoved = (error: unknown): boolean =>
  error instanceof RemovedError || (error instanceof ServiceError && error.status === 404);

export const REMOVED_MESSAGE =
  "Deleted by somebody else meanwhile: nothing was sent. Your input stays a draft; Esc goes back to it.";
