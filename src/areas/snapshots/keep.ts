import { retentionDays } from "../../contract/backup-policy.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { operations } from "../../contract/operations.ts";
import { windowDays } from "../../domain/backup/backup-schedule.ts";
import { deletionImpact } from "../../domain/backup/missing-snapshots.ts";
import { leastDays, type PolicyRequirements } from "../../domain/backup/policy-requirements.ts";
import { formatRetention, type Item, itemsOf } from "../../domain/backup/schedule-items.ts";
import { nameOf, type Snapshot } from "../../domain/backup/snapshot.ts";
import { type ExpiryEffect, expiryAfter, expiryEffect, expiryImpact } from "../../domain/backup/snapshot-expiry.ts";
import type { Impact } from "../../domain/impact.ts";
import type { FormPlan } from "../../forms/form-plan.ts";
import { higherRisk } from "../../forms/review/review.ts";
import type { FormValues } from "../../forms/schema/form-values.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { DAY } from "../../text/durations.ts";
import { formatLongDuration, formatTimeInZone, LATEST, pluralize, timeOf } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import {
  asking,
  type Before,
  type Effect,
  type FormSetup,
  type Preflight,
  type ReviewSources,
} from "../model/effect.ts";
import { askRequirements } from "../queries/compliance-policy.ts";
import { askSchedule } from "../queries/schedule-of-cluster.ts";
import { askSnapshots } from "../queries/snapshots.ts";
import { formatImpact } from "./impact.ts";
import { incomparableWarnings, targetOf } from "./labels.ts";

/** Changes the retention of a snapshot (E53e). The expiry counts from when it was taken (`domain.md` 13.3). */

type ExpiryValues = FormValues<"updateSnapshotRetention">;

/** The expiry by a body, in ms; null while it is not filled in. */
function goesAt({ retentionValue, retentionUnit }: ExpiryValues, snapshot: Snapshot): number | null {
  const days = retentionDays(retentionValue, retentionUnit);
  return days === null ? null : expiryAfter(snapshot, days);
}

/** Current retention in days, by the expiry. */
const keptNow = ({ expiresAt, takenAt }: Snapshot): number =>
  expiresAt === null ? 7 : Math.max(1, Math.round((expiresAt - takenAt) / DAY));

const QUICK: Readonly<Record<string, readonly number[]>> = lookupTable({
  WEEKS: [1, 2, 4, 8, 26],
  MONTHS: [1, 3, 6, 12],
  YEARS: [1, 2, 3, 7, 10],
});

/** Bounds of the retention of a snapshot. */
type Limits = { readonly requirements: PolicyRequirements | null; readonly items: readonly Item[] };

const NO_LIMITS: Limits = { requirements: null, items: [] };

async function askLimits(ask: Ask, scope: Scope, cluster: string) {
  const [schedule, requirements] = await Promise.all([askSchedule(ask, scope, cluster), askRequirements(ask, scope)]);
  return { schedule, requirements, items: itemsOf(schedule ?? undefined) };
}

/** Minimum retention in days. */
const leastOf = ({ type, frequency }: Snapshot, { requirements, items }: Limits): number =>
  type === "onDemand" ? (requirements?.onDemandDays ?? 0) : leastDays(frequency, requirements, items);

const incomparableOf = ({ type, frequency }: Snapshot, { requirements }: Limits): readonly string[] =>
  incomparableWarnings(type === "onDemand" ? "ondemand" : frequency, requirements);

/** Suggested retentions, the shortest first, with the difference from now and the expiry; refused ones are left out. */
function lengths(snapshot: Snapshot, body: ExpiryValues, context: Context, limits: Limits): readonly Suggestion[] {
  const { retentionUnit: unit = "" } = body;
  const kept = keptNow(snapshot);
  // With a compliance policy, no retention can be shortened.
  const least = Math.max(leastOf(snapshot, limits), limits.requirements === null ? 0 : kept);
  const usual = (unit === "DAYS" ? [7, 30, 90, kept, kept + 30, kept + 365] : (QUICK[unit] ?? [])).filter(
    (value) => (retentionDays(value, unit) ?? least) >= least,
  );
  // Includes the typed value, so that the review shows it with its unit.
  const typed = [body.retentionValue ?? 0].filter((value) => value > 0);
  return [...new Set([...usual, ...typed])]
    .toSorted((left, right) => left - right)
    .map((value): Suggestion => {
      const at = goesAt({ retentionValue: value, retentionUnit: unit }, snapshot);
      const apart = `${pluralize(Math.abs(value - kept), "day")} ${value > kept ? "more" : "less"}, `;
      const more = unit !== "DAYS" ? "" : value === kept ? "current, " : apart;
      return {
        value: String(value),
        label: formatRetention({ value, unit: unit.toLowerCase() }),
        note: at === null ? "" : `${more}until ${formatTimeInZone(at, context)}`,
      };
    });
}

const effect = (snapshot: Snapshot, { retentionValue, retentionUnit }: ExpiryValues, now: number): ExpiryEffect =>
  expiryEffect(snapshot, retentionDays(retentionValue, retentionUnit), now);

const impact = (snapshot: Snapshot, { retentionValue, retentionUnit }: ExpiryValues, now: number): Impact =>
  expiryImpact(snapshot, retentionDays(retentionValue, retentionUnit), now);

function words(snapshot: Snapshot, body: ExpiryValues, context: Context, now: number): string {
  const at = goesAt(body, snapshot);
  if (at === null) return "Choose the retention, counted from when the snapshot was taken.";
  if (at > LATEST) return "Too long: there is no such date.";
  if (at <= now) return "That time is in the past: the snapshot is deleted now.";
  if (at === snapshot.expiresAt)
    return `No change: expires ${formatTimeInZone(at, context)}, in ${formatLongDuration(at - now)}.`;
  const was = snapshot.expiresAt === null ? "" : `; current expiry ${formatTimeInZone(snapshot.expiresAt, context)}`;
  return `Expires ${formatTimeInZone(at, context)}, in ${formatLongDuration(at - now)}${was}.`;
}

function planFor(snapshot: Snapshot, context: Context, limits: Limits): FormPlan<ExpiryValues> {
  const name = nameOf(snapshot, context);
  return {
    operation: operations.updateSnapshotRetention,
    title: () => `Change retention of ${name}, ${snapshot.cluster}`,
    sentence: ({ body, env }) => words(snapshot, body, context, env.now),
    button: ({ body }) => {
      const kind = effect(snapshot, body, context.now);
      return kind === "gone" ? "Expire snapshot now" : kind === "shorter" ? "Shorten retention" : "Extend retention";
    },
    fields: [
      {
        path: "retentionValue",
        when: () => ({ shown: true, because: incomparableOf(snapshot, limits).join("") }),
        choices: ({ body }) => lengths(snapshot, body, context, limits),
      },
      { path: "retentionUnit" },
    ],
    riskOf: ({ body, env }) => impact(snapshot, body, env.now).risk,
    warnings: ({ body, env }) => impact(snapshot, body, env.now).warnings,
    confirm: () => snapshot.cluster,
  };
}

/** @param seenExpiry the expiry shown when the person chose the retention; undefined for an undo */
async function preflight(
  { ask, context }: ReviewSources,
  opened: Snapshot,
  body: ExpiryValues,
  seenExpiry?: Snapshot["expiresAt"],
): Promise<Preflight> {
  const { scope, now } = context;
  const [limits, snapshots] = await Promise.all([
    askLimits(ask, scope, opened.cluster),
    askSnapshots(ask, scope, opened.cluster, opened.kind),
  ]);
  const { requirements, schedule } = limits;
  const found = snapshots.find(({ id }) => id === opened.id);
  // The expiry may have changed meanwhile.
  const snapshot = found ?? opened;
  const days = retentionDays(body.retentionValue, body.retentionUnit) ?? 0;
  const least = leastOf(snapshot, limits);
  if (days < least) {
    const because =
      snapshot.type === "onDemand"
        ? "required by the compliance policy"
        : "required by the compliance policy or by more frequent snapshots";
    return {
      warnings: [],
      facts: [],
      problems: [{ field: "retentionValue", message: `enter at least ${pluralize(least, "day")}: ${because}` }],
    };
  }
  const incomparable = incomparableOf(snapshot, limits);
  const kind = effect(snapshot, body, now);
  if (requirements !== null && (kind === "shorter" || kind === "gone")) {
    const message = "the compliance policy forbids an earlier expiry";
    return { warnings: [], facts: [], problems: [{ field: "retentionValue", message }] };
  }
  const deletion = kind === "gone" ? deletionImpact(snapshots, snapshot.id, windowDays(schedule ?? {}), now) : null;
  return {
    plan: planFor(snapshot, context, limits),
    warnings: present(
      ...incomparable,
      found === undefined && "The snapshot is no longer listed: it was deleted, or it has expired.",
      seenExpiry !== undefined &&
        snapshot.expiresAt !== seenExpiry &&
        `The expiry was changed since this form was opened${kind === "shorter" ? ": this shortens the retention" : ""}.`,
      ...(deletion === null ? [] : formatImpact(deletion, snapshot, schedule, context)),
    ),
    risk: higherRisk(impact(snapshot, body, now).risk, incomparable.length > 0 ? "disruptive" : "none"),
    facts: [
      { label: "Taken", value: formatTimeInZone(snapshot.takenAt, context) },
      {
        label: "Current expiry",
        value: snapshot.expiresAt === null ? "unknown" : formatTimeInZone(snapshot.expiresAt, context),
      },
      {
        label: "Minimum",
        value: incomparable.length > 0 ? "unknown" : least === 0 ? "none" : pluralize(least, "day"),
      },
    ],
  };
}

/** The stored snapshot in the terms of the request: it has an expiry, while the request has a retention. */
const stored = (snapshot: Snapshot, context: Context): Before => ({
  read: async (ask) => {
    const all = await askSnapshots(ask, context.scope, snapshot.cluster, snapshot.kind);
    const found = all.find(({ id }) => id === snapshot.id);
    const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
    if (found === undefined) return new Map();
    return new Map([[snapshot.id, { createdAt: isoOf(found.takenAt), expiresAt: isoOf(found.expiresAt) }]]);
  },
  // The same retention in another unit is no change.
  becomes: (was, body) =>
    retentionDays(body["retentionValue"], body["retentionUnit"]) === was["retentionValue"] ? was : body,
  asBody: ({ createdAt, expiresAt }) => {
    const takenAt = typeof createdAt === "string" ? timeOf(createdAt) : snapshot.takenAt;
    const until = typeof expiresAt === "string" ? timeOf(expiresAt) : null;
    return takenAt === null || until === null || until <= takenAt
      ? {}
      : { retentionValue: Math.max(1, Math.round((until - takenAt) / DAY)), retentionUnit: "DAYS" };
  },
  action: () => ({
    kind: "form",
    setup: { ...keep(context, snapshot), preflight: (review, body) => preflight(review, snapshot, body) },
  }),
});

export const keep = (context: Context, snapshot: Snapshot, limits = NO_LIMITS): FormSetup<ExpiryValues> => ({
  plan: planFor(snapshot, context, limits),
  targets: [targetOf(snapshot, context)],
  initial: { retentionValue: keptNow(snapshot), retentionUnit: "DAYS" },
  preflight: (review, body) => preflight(review, snapshot, body, snapshot.expiresAt),
  before: stored(snapshot, context),
});

/** The form for a snapshot: the bounds of its retention are requested first. */
export const openKeep = (context: Context, snapshot: Snapshot): Effect =>
  asking(`Change retention of ${nameOf(snapshot, context)}`, async (ask) => ({
    kind: "form",
    setup: keep(context, snapshot, await askLimits(ask, context.scope, snapshot.cluster)),
  }));
