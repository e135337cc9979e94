import type { JsonObject } from "../../contract/json/json.ts";
import { memoizeSecond } from "./memoize-text.ts";
import type { Document, DocumentDraft, TimelineStep } from "./storage.ts";

/**
 * Time is data: a document holds what it becomes, and when. Nothing here knows a clock or a storage.
 */

/** What a body has become by a time (simulated milliseconds), and the steps that are still to come. */
export function at(
  document: Pick<Document, "body" | "timeline">,
  now: number,
): { readonly body: JsonObject; readonly timeline: readonly TimelineStep[] } {
  let { body, timeline } = document;
  for (;;) {
    const [step, ...rest] = timeline;
    if (step === undefined || step.at > now) return { body, timeline };
    const time = lastTime(step, Math.min(now, rest[0]?.at ?? now));
    if (!isHeld(step, body, time)) body = applied(step, body, time);
    timeline = step.last === true ? [] : withNext(step, time, rest);
  }
}

/** The last time up to a limit at which a step comes: all the times before it would have been overwritten by it. */
const lastTime = ({ at: first, every }: TimelineStep, limit: number): number =>
  every === undefined ? first : first + Math.max(0, Math.floor((limit - first) / every)) * every;

const isHeld = ({ heldBy }: TimelineStep, body: JsonObject, time: number): boolean =>
  heldBy !== undefined && Date.parse(String(body[heldBy])) > time;

const applied = ({ set, stamp = [] }: TimelineStep, body: JsonObject, time: number): JsonObject => ({
  ...body,
  ...set,
  ...Object.fromEntries(stamp.map((name) => [name, isoTime(time)])),
});

const withNext = (step: TimelineStep, time: number, rest: readonly TimelineStep[]): readonly TimelineStep[] =>
  step.every === undefined ? rest : inOrder([...rest, { ...step, at: time + step.every }]);

/** Steps in the order of their times; of two at one time the one that ends comes last. */
export const inOrder = (steps: readonly TimelineStep[]): readonly TimelineStep[] =>
  steps.toSorted((left, right) => left.at - right.at || Number(left.last ?? false) - Number(right.last ?? false));

/** When the next step of a timeline is due, or null. */
export const nextStep = (timeline: readonly TimelineStep[]): number | null => timeline[0]?.at ?? null;

/** What a document and those that it brings forth become by a time. */
export type TransitionResult = {
  readonly drafts: readonly DocumentDraft[];
  readonly removed?: readonly { readonly kind: string; readonly id: string }[];
};

/** A time as the service writes it: ISO 8601 in UTC, to the second. */
export const isoTime = memoizeSecond((time) => time.toISOString().replace(".000Z", "Z"));
