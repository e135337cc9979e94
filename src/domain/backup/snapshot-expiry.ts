import type { Risk } from "../../contract/operation.ts";
import { DAY } from "../../text/durations.ts";
import { formatLongDuration } from "../../text/format.ts";
import type { Impact } from "../impact.ts";
import type { Snapshot } from "./snapshot.ts";

/** Effect of a new retention on a snapshot's expiry: retention counts from the time it was taken (`domain.md` 13.3). */

type Expiring = Pick<Snapshot, "takenAt" | "expiresAt">;

/** Expiry of a snapshot with a retention in days (ms). */
export const expiryAfter = ({ takenAt }: Pick<Expiring, "takenAt">, days: number): number => takenAt + days * DAY;

/** `gone`: the new expiry is in the past, and the snapshot is deleted at once. */
export type ExpiryEffect = "none" | "longer" | "shorter" | "gone";

/** @param days null while unknown */
export function expiryEffect(snapshot: Expiring, days: number | null, now: number): ExpiryEffect {
  if (days === null) return "none";
  const at = expiryAfter(snapshot, days);
  if (at <= now) return "gone";
  if (at === snapshot.expiresAt) return "none";
  return snapshot.expiresAt !== null && at < snapshot.expiresAt ? "shorter" : "longer";
}

/** An expiry in the past is a deletion, with the same risk (`domain.md` 13.4). */
const EXPIRY_RISKS = {
  none: "reversible",
  longer: "reversible",
  shorter: "disruptive",
  gone: "irreversible",
} as const satisfies Readonly<Record<ExpiryEffect, Risk>>;

function warningsOf(effect: ExpiryEffect, snapshot: Expiring, days: number | null): readonly string[] {
  if (effect === "gone") return ["The snapshot expires now and is deleted permanently, with its copies."];
  if (effect !== "shorter" || snapshot.expiresAt === null || days === null) return [];
  const earlier = formatLongDuration(snapshot.expiresAt - expiryAfter(snapshot, days));
  return [`The snapshot expires ${earlier} earlier than before.`];
}

/** Losses caused by a new retention of a snapshot. */
export function expiryImpact(snapshot: Expiring, days: number | null, now: number): Impact {
  const effect = expiryEffect(snapshot, days, now);
  return { risk: EXPIRY_RISKS[effect], warnings: warningsOf(effect, snapshot, days) };
}
