import { ServiceError } from "../client/service-error.ts";

/**
 * Whether the service was there and said that it has no such thing, or none of that kind: where several places are asked, that is
 * an answer (a serverless instance has no schedule) and no failure.
 */
export const saysNotThere = (error: unknown): boolean =>
  error instanceof ServiceError && (error.status === 400 || error.status === 404);
