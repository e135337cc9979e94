import { RemovedError } from "../../areas/model/effect.ts";
import { saysNotFound } from "../../client/errors/absence.ts";
import type { App } from "../app.ts";
import { keyOf } from "../keys/key-of.ts";

/** A thing that is being edited here and was deleted elsewhere. */

/** True when the service reports that the thing does not exist. */
export const isRemoved = (error: unknown): boolean => error instanceof RemovedError || saysNotFound(error);

export const removedText = (app: App): string =>
  `Deleted by somebody else in the meantime: nothing was sent. Your input is saved as a draft; ${keyOf(app)("review.back")} returns to it.`;
