import type { JsonObject } from "../contract/json.ts";
import type { Document, Draft, Step } from "./storage.ts";

/**
 * Time is data: a document holds what it becomes, and when. Nothing here knows a clock or a storage.
 */

/** What a body has become by a time (simulated milliseconds), and the steps that are still to come. */
export function at(
  document: Pick<Document, "body" | "timeline">,
  now: number,
): { readonly body: JsonObject; readonly timeline: readonly Step[] } {
  let body = document.body;
  let passed = 0;
  for (const step of document.timeline) {
    if (step.at > now) break;
    passed += 1;
    const left = Object.entries(body).filter(([name]) => step.unset?.includes(name) !== true);
    body = { ...Object.fromEntries(left), ...step.set };
  }
  return passed === 0 ? document : { body, timeline: document.timeline.slice(passed) };
}

/** When the next step of a timeline is due, or null. */
export const nextStep = (timeline: readonly Step[]): number | null => timeline[0]?.at ?? null;

/** What a document and those that it brings forth become by a time. */
export type Advance = {
  readonly drafts: readonly Draft[];
  readonly removed?: readonly { readonly kind: string; readonly id: string }[];
};

/** A time as the service writes it: ISO 8601 in UTC, to the second. */
export const isoTime = (milliseconds: number): string =>
  new Date(Math.floor(milliseconds / 1000) * 1000).toISOString().replace(".000Z", "Z");
