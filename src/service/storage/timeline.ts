import type { JsonObject } from "../../contract/json/json.ts";
import { memoizeSecond } from "./memoize-text.ts";
import type { Document, DocumentDraft, TimelineStep } from "./storage.ts";

/** Time is data: a document contains its future changes with their times. Nothing here depends on a clock or a storage. */

/** The body of a document at a simulated time (ms), and the steps that are still to come. */
export function documentAt(
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

/** The last time of a step up to a limit: repetitions before it would be overwritten anyway. */
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

/** Steps in the order of their times; of two at the same time, the one that ends the timeline comes last. */
export const inOrder = (steps: readonly TimelineStep[]): readonly TimelineStep[] =>
  steps.toSorted((left, right) => left.at - right.at || Number(left.last ?? false) - Number(right.last ?? false));

/** Time of the next step of a timeline, or null. */
export const nextStep = (timeline: readonly TimelineStep[]): number | null => timeline[0]?.at ?? null;

/** True for a document that is gone: the last step of a timeline says so where things come to an end. */
export const isRemoved = (body: JsonObject): boolean => body["gone"] === true;

/** The documents changed and created by a transition, and those removed. */
export type TransitionResult = {
  readonly drafts: readonly DocumentDraft[];
  readonly removed?: readonly { readonly kind: string; readonly id: string }[];
};

/** A time in the service's format: ISO 8601 in UTC, to the second. */
export const isoTime = memoizeSecond((time) => time.toISOString().replace(".000Z", "Z"));
