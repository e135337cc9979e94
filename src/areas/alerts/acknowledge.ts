import { operations } from "../../contract/operations.ts";
import { AlertId, GroupId } from "../../contract/schema/ids.ts";
import { acknowledgementImpact } from "../../domain/alerts/acknowledgement.ts";
import { alertStateOf, formatAlert, formatPlace } from "../../domain/alerts/alert.ts";
import type { FormPlan } from "../../forms/form-plan.ts";
import type { FormValues } from "../../forms/schema/form-values.ts";
import { formatLongDuration, formatTimeInZone, pluralize, timeOf, toTheMinute, zoneOf } from "../../text/format.ts";
import type { ActionPart } from "../model/area.ts";
import {
  type Before,
  type FormSetup,
  NO_PREFLIGHT,
  nameOrCount,
  type ReviewSources,
  type Suggest,
  type Target,
  type WritePlan,
} from "../model/effect.ts";
import { askDocument } from "../queries/document.ts";
import { cachedConfigurations, knownAlerts, listedAlerts } from "./list.ts";

/** Acknowledging and unacknowledging alerts (E14; `domain.md` 4.3 and 4.4). */

type Values = FormValues<"acknowledgeAlert">;

const NOTE = "acknowledgementComment";

/** @param isNoteSent sends an empty note as well, which removes the note of an alert */
const acknowledgePlan = (targets: readonly Target[], isNoteSent: boolean): FormPlan<Values> => {
  const what = nameOrCount(targets, "alert");
  return {
    operation: operations.acknowledgeAlert,
    title: () => `Acknowledge ${what}`,
    sentence: ({ body, env }) => {
      const until = timeOf(body.acknowledgedUntil);
      if (until === null) return `Stops notifications about ${what}. Choose an end time.`;
      const { now } = env;
      return `Notifications about ${what} stop for ${formatLongDuration(toTheMinute(until - now))}, until ${formatTimeInZone(until, { now, zone: zoneOf(env) })}.`;
    },
    button: () => `Acknowledge ${what}`,
    fields: [
      {
        path: "acknowledgedUntil",
        kind: "timestamp",
        forever: true,
        required: ({ subject }) => (subject.acknowledgedUntil === undefined ? "choose an end time" : true),
        choices: () => [
          { value: "+1h", label: "for 1 hour" },
          { value: "+4h", label: "for 4 hours" },
          // Today's, where that is still ahead: an alert at night is acknowledged until the following morning
          // (`domain.md` 4.1).
          { value: "08:00", label: "until the next 08:00" },
          { value: "mon 08:00", label: "until Monday 08:00" },
          { value: "forever", label: "forever" },
        ],
        check: (value, env) => {
          const until = timeOf(value);
          return until !== null && until <= env.now
            ? "enter a future time; to end an acknowledgement, use Unacknowledge"
            : null;
        },
      },
      { path: "acknowledgementComment", kind: "long-text", suggest: "notes" },
      // Unacknowledge is an action of its own: as a field here it would contradict the time above it.
      {
        path: "unacknowledgeAlert",
        when: () => ({ shown: false, because: "Unacknowledge is a separate action" }),
      },
    ],
    always: isNoteSent ? [NOTE] : [],
    riskOf: ({ body, env }) => acknowledgementImpact(body.acknowledgedUntil, env.now).risk,
    warnings: ({ body, env }) => acknowledgementImpact(body.acknowledgedUntil, env.now).warnings,
  };
};

/** Notes on the current alerts, newest first: recent ones are the most likely to be reused. */
const notes = (parts: readonly ActionPart[]): Suggest => {
  const found = parts
    .flatMap(({ context }) => listedAlerts(context))
    .filter((alert) => (alert.acknowledgementComment ?? "") !== "")
    .sort((first, second) => (second.updated ?? "").localeCompare(first.updated ?? ""))
    .map((alert) => alert.acknowledgementComment ?? "");
  return async () => [...new Set(found)].slice(0, 5).map((note) => ({ value: note, label: note }));
};

/** The alerts of these ids, as targets of a write. */
function targetsOf({ context, ids }: ActionPart): readonly Target[] {
  const configurations = cachedConfigurations(context);
  const alerts = new Map(knownAlerts(context, ids).map((alert) => [String(alert.id), alert]));
  return ids.map((id) => {
    const alert = alerts.get(id);
    const configuration = configurations.get(alert?.alertConfigId ?? "");
    return {
      id,
      name:
        alert === undefined
          ? id
          : `${formatAlert({ ...alert, currentValue: null }, configuration)} on ${formatPlace(alert)}`,
      params: { groupId: context.scope.groupId, alertId: id },
    };
  });
}

/**
 * Acknowledgements and notes of the stored alerts: a note outlives its acknowledgement, and only an empty note removes it (E14 keeps omitted
 * fields).
 */
const acknowledged = (now: number): Before => ({
  read: async (ask, targets) =>
    new Map(
      await Promise.all(
        targets.map(async ({ id, params }) => {
          const args = { params: { groupId: GroupId.parse(params["groupId"]), alertId: AlertId.parse(id) } };
          return [id, (await askDocument(ask, "getAlert", args)).document] as const;
        }),
      ),
    ),
  asBody: ({ acknowledgedUntil, acknowledgementComment }) => ({
    ...(typeof acknowledgedUntil === "string" && (timeOf(acknowledgedUntil) ?? 0) > now ? { acknowledgedUntil } : {}),
    ...(acknowledgementComment ? { acknowledgementComment } : {}),
  }),
  becomes: (was, body) => {
    if (body["unacknowledgeAlert"] === true) return {};
    const { acknowledgementComment, ...made } = { ...was, ...body };
    return acknowledgementComment ? { ...made, acknowledgementComment } : made;
  },
  undo: (was, made) => {
    if (was["acknowledgedUntil"] === undefined) return { unacknowledgeAlert: true };
    const isNoteNew = was["acknowledgementComment"] === undefined && made["acknowledgementComment"] !== undefined;
    return isNoteNew ? { ...was, acknowledgementComment: "" } : was;
  },
  action: (targets, body) =>
    body["unacknowledgeAlert"] === true
      ? { kind: "write", plan: unacknowledging(targets, now) }
      : { kind: "form", setup: acknowledging(targets, now, body["acknowledgementComment"] === "") },
});

const acknowledging = (targets: readonly Target[], now: number, isNoteSent: boolean): FormSetup => ({
  plan: acknowledgePlan(targets, isNoteSent),
  targets,
  before: acknowledged(now),
  preflight: async () => ({
    warnings: [],
    facts: targets.length > 1 ? targets.map(({ name }, index) => ({ label: `${index + 1}`, value: name })) : [],
  }),
});

/** The note of an alert, empty where it has none. `isRunning`: the acknowledgement that it came with is still in effect. */
type AlertNote = { readonly text: string; readonly isRunning: boolean };

/** The common note of several acknowledged alerts, to be kept or changed with the acknowledgement; null where they differ. */
function noteNow(notes: readonly AlertNote[]): string | null {
  const texts = new Set(notes.map(({ text, isRunning }) => (isRunning && text !== "" ? text : null)));
  const [only = null] = texts;
  return texts.size === 1 ? only : null;
}

/**
 * True when all notes are left over from expired acknowledgements: an empty note then removes them. Differing notes of active acknowledgements are
 * not in the form, and stay.
 */
const areNotesOver = (notes: readonly AlertNote[]): boolean =>
  notes.some(({ text }) => text !== "") && notes.every(({ text, isRunning }) => text === "" || !isRunning);

/** Requests the notes that are stored now. */
async function askNotes({ ask, context }: ReviewSources, targets: readonly Target[]): Promise<readonly AlertNote[]> {
  const { read, asBody } = acknowledged(context.now);
  return [...(await read(ask, targets)).values()].map((document) => {
    const { acknowledgedUntil, acknowledgementComment } = asBody?.(document) ?? {};
    return {
      text: typeof acknowledgementComment === "string" ? acknowledgementComment : "",
      isRunning: acknowledgedUntil !== undefined,
    };
  });
}

/** The service time at which the parts are viewed. */
const timeOfParts = (parts: readonly ActionPart[]): number => Math.max(...parts.map(({ context }) => context.now));

export function acknowledge(parts: readonly ActionPart[]): FormSetup {
  const targets = parts.flatMap(targetsOf);
  const alerts = parts.flatMap(({ context, ids }) => knownAlerts(context, ids));
  const now = timeOfParts(parts);
  const known = alerts.map((alert) => ({
    text: alert.acknowledgementComment ?? "",
    isRunning: alertStateOf(alert, now) === "acknowledged",
  }));
  const note = noteNow(known);
  // Emptying the note in the form removes it; this or another note may have been changed by somebody since.
  const planWith = (isLeftOver: boolean): FormPlan<Values> => ({
    ...acknowledgePlan(targets, note !== null || isLeftOver),
    onlyTouched: [NOTE],
  });
  const setup = acknowledging(targets, now, false);
  const areOver = areNotesOver(known);
  return {
    ...setup,
    plan: planWith(areOver),
    ...(note === null ? {} : { initial: { acknowledgementComment: note } }),
    suggest: { notes: notes(parts) },
    preflight: async (review, body) => ({
      ...(await setup.preflight(review, body)),
      ...(areOver ? { plan: planWith(areNotesOver(await askNotes(review, targets))) } : {}),
    }),
  };
}

/** The number of these alerts that are not acknowledged now. */
async function countLoud({ ask, context }: ReviewSources, targets: readonly Target[]): Promise<number> {
  const groups = new Set(targets.map(({ params }) => GroupId.parse(params["groupId"])));
  const read = await Promise.all(
    [...groups].flatMap((groupId) =>
      (["OPEN", "TRACKING"] as const).map((status) => ask("listAlerts", { params: { groupId }, query: { status } })),
    ),
  );
  const silenced = new Set<string>(
    read
      .flatMap(({ data }) => data.results)
      .filter((alert) => alertStateOf(alert, context.now) === "acknowledged")
      .map(({ id }) => id),
  );
  return targets.filter(({ id }) => !silenced.has(id)).length;
}

export const unacknowledge = (parts: readonly ActionPart[]): WritePlan =>
  unacknowledging(parts.flatMap(targetsOf), timeOfParts(parts));

function unacknowledging(targets: readonly Target[], now: number): WritePlan {
  const what = nameOrCount(targets, "alert");
  return {
    operation: "acknowledgeAlert",
    title: `Unacknowledge ${what}`,
    sentence: `The acknowledgement ends now: notifications about ${what} resume at the next interval, unless the problem is resolved.`,
    button: "Unacknowledge",
    targets,
    body: () => ({ unacknowledgeAlert: true }),
    risk: "reversible",
    confirmName: what,
    preflight: async (review) => {
      const loud = await countLoud(review, targets);
      return loud === 0
        ? NO_PREFLIGHT
        : {
            warnings: [`${pluralize(loud, "selected alert")} ${loud === 1 ? "is" : "are"} no longer acknowledged.`],
            facts: [],
          };
    },
    before: acknowledged(now),
  };
}
