import { SECOND } from "../../text/durations.ts";
import type { LagCourse } from "../live-migration/lag-courses.ts";
import {
  isCuttingOver,
  isEnded,
  MIGRATION,
  migrationDraft,
  VALIDATION,
  validationDraft,
} from "../live-migration/stored.ts";
import type { DocumentDraft, TimelineStep } from "../storage/storage.ts";
import { inOrder } from "../storage/timeline.ts";
import type { EntityFault } from "./effect.ts";
import { count, type Scenario, seconds, text, thingScenario } from "./scenario.ts";

/** Scenarios of migrations that go wrong, and of validations that fail. */

/** Start of replication in milliseconds, in the past or the future; null if there is none. */
function replicatesAt({ body, timeline }: Pick<DocumentDraft, "body" | "timeline">): number | null {
  const { replicatesFrom } = body;
  if (typeof replicatesFrom === "number") return replicatesFrom;
  return timeline.find(({ set }) => set["replicatesFrom"] !== undefined)?.at ?? null;
}

const isOpen = (draft: Pick<DocumentDraft, "body" | "timeline">): boolean =>
  !isEnded(draft.body) && !isCuttingOver(draft);

const migration = (apply: (draft: DocumentDraft, now: number) => DocumentDraft | null): EntityFault => ({
  kind: MIGRATION,
  begins: (_draft, former) => former === undefined,
  isLive: isOpen,
  apply: async (_transaction, draft, now) => (isOpen(draft) ? apply(draft, now) : null),
});

const ended = (at: number, status: string): TimelineStep => ({
  at,
  set: { status, readyForCutover: false },
  last: true,
});

/** A migration whose lag follows another course; `ready` says if it still becomes ready for cut-over. */
function withCourse(draft: DocumentDraft, course: LagCourse, ready: boolean): DocumentDraft {
  const { id, parent, body, timeline } = draft;
  const steps = ready ? timeline : timeline.filter(({ set }) => set["readyForCutover"] !== true);
  const next = { ...body, ...(ready ? {} : { readyForCutover: false }), lagCourse: { ...course } };
  return migrationDraft(parent, id, next, steps);
}

const course = (
  kind: LagCourse["kind"],
  ready: boolean,
  more: Omit<LagCourse, "kind" | "from">,
  after = 0,
): EntityFault =>
  migration((draft, now) => {
    const begins = replicatesAt(draft);
    if (begins === null) return null;
    const from = begins <= now ? now : begins + after * SECOND;
    return withCourse(draft, { kind, from, ...more }, ready);
  });

/** Share of the data copied before a migration breaks off. */
const BREAKS_AT = 0.6;

const failed = migration(({ id, parent, body, timeline }, now) => {
  const copies = timeline.find(({ set }) => set["status"] === "WORKING")?.at;
  const replicates = timeline.find(({ set }) => set["replicatesFrom"] !== undefined)?.at;
  const fails =
    replicates === undefined ? now : Math.max(now, replicates - (1 - BREAKS_AT) * (replicates - (copies ?? now)));
  const before = timeline.filter(({ at }) => at === copies);
  return migrationDraft(parent, id, body, inOrder([...before, ended(fails, "FAILED")]));
});

const expired = (left: number): EntityFault =>
  migration(({ id, parent, body, timeline }, now) => {
    const ready = timeline.find(({ set }) => set["readyForCutover"] === true)?.at ?? now;
    const kept = timeline.filter(({ set }) => set["status"] !== "EXPIRED");
    return migrationDraft(parent, id, body, inOrder([...kept, ended(Math.max(now, ready) + left * SECOND, "EXPIRED")]));
  });

const failedValidation = (message: string): EntityFault => ({
  kind: VALIDATION,
  begins: (_draft, former) => former === undefined,
  isLive: ({ body }) => body["status"] === "PENDING",
  async apply(_transaction, { id, parent, body, timeline }) {
    if (body["status"] !== "PENDING") return null;
    const steps = timeline.map((step) => ({ ...step, set: { status: "FAILED", errorMessage: message } }));
    return validationDraft(parent, { ...body, _id: id }, steps);
  },
});

export const MIGRATION_THINGS: readonly Scenario[] = [
  thingScenario({
    name: "stuck-migration",
    says: "the lag of a migration grows every second; it never becomes ready or stops being ready",
    options: {
      after: seconds(1200, "time after the start of replication, for a migration that does not replicate yet"),
    },
    make: ({ after }) => course("stuck", false, { seconds: 0, height: 0 }, after),
  }),
  thingScenario({
    name: "migration-failed",
    says: "a migration fails at 60 % of its copy, or at once if beyond that",
    make: () => failed,
  }),
  thingScenario({
    name: "migration-expired",
    says: "a ready migration expires (a new migration: after that time in the ready state)",
    options: { left: seconds(0, "time left for the cut-over", 432_000) },
    make: ({ left }) => expired(left),
  }),
  thingScenario({
    name: "lag-sawtooth",
    says: "the lag of a migration grows and falls back, again and again",
    options: { period: count(300, "seconds per cycle"), height: count(600, "seconds of lag added per cycle") },
    make: ({ period, height }) => course("sawtooth", true, { seconds: period, height }),
  }),
  thingScenario({
    name: "lag-bump",
    says: "the lag of a migration rises once and falls back",
    options: { lasts: count(600, "duration in seconds"), height: count(1800, "seconds of added lag") },
    make: ({ lasts, height }) => course("bump", true, { seconds: lasts, height }),
  }),
  thingScenario({
    name: "lag-null",
    says: "the lag of a migration is unknown (null) for a while",
    options: { lasts: count(600, "duration in seconds") },
    make: ({ lasts }) => course("null", true, { seconds: lasts, height: 0 }),
  }),
  thingScenario({
    name: "validation-failed",
    says: "a validation fails with a message",
    options: {
      message: text("The destination cluster has too little room for the data of the source.", "the message"),
    },
    make: ({ message }) => failedValidation(message),
  }),
];
