import type { JsonObject } from "../../contract/json/json.ts";
import { MINUTE } from "../../text/durations.ts";
import { alertDraft } from "../alerts.ts";
import { notificationsOf } from "../secrets.ts";
import type { DocumentDraft, TimelineStep } from "../storage/storage.ts";
import { documentAt, inOrder, isoTime } from "../storage/timeline.ts";

/**
 * The life of an alert, whatever raised it: it is TRACKING for the delay of its configuration, then OPEN with repeated notifications, and CLOSED when
 * its condition ends (specification 6.2, `domain.md` 4.2 and 17.3).
 */

/** Delay before an alert of a configuration opens, in milliseconds: the shortest delay of its notifications. */
export function delayOf(configuration: JsonObject): number {
  const delays = notificationsOf(configuration).map(({ delayMin }) => (typeof delayMin === "number" ? delayMin : 0));
  return delays.length === 0 ? 0 : Math.min(...delays) * MINUTE;
}

/** The steps of an alert whose condition holds for a time: if it ends before the delay, the alert never opens. */
export function alertTimeline(configuration: JsonObject, begins: number, ends: number): readonly TimelineStep[] {
  const opens = begins + delayOf(configuration);
  const open: TimelineStep = { at: opens, set: { status: "OPEN" }, stamp: ["updated"] };
  const closed: TimelineStep = { at: ends, set: { status: "CLOSED" }, stamp: ["updated", "resolved"], last: true };
  const first: TimelineStep = { at: opens, set: {}, ...NOTIFIES };
  return inOrder([open, first, ...repeatedNotifications(configuration, opens), closed]);
}

/** A notification step: an acknowledgement suppresses it, whether the alert was acknowledged while open or while tracking (specification 6.2). */
const NOTIFIES = { stamp: ["lastNotified"], heldBy: "acknowledgedUntil" } as const;

/** The repeated notifications of an open alert. Some channels repeat by themselves. */
export function repeatedNotifications(configuration: JsonObject, first: number): readonly TimelineStep[] {
  const intervals = notificationsOf(configuration).flatMap(({ intervalMin }) =>
    typeof intervalMin === "number" && intervalMin > 0 ? [intervalMin * MINUTE] : [],
  );
  if (intervals.length === 0) return [];
  const every = Math.min(...intervals);
  return [{ at: first + every, set: {}, every, ...NOTIFIES }];
}

/** A condition that a configuration watches, with the fields of its alert. Times are simulated milliseconds. */
type RaisedAlert = {
  readonly id: string;
  readonly groupId: string;
  readonly orgId: string;
  readonly configuration: JsonObject;
  readonly begins: number;
  readonly ends: number;
  readonly fields: JsonObject;
};

/**
 * The alert that a condition raises.
 *
 * @param by time up to which its timeline is already applied
 */
export function raisedAlert(raised: RaisedAlert, by: number = raised.begins, sourceId?: string): DocumentDraft {
  const { id, groupId, orgId, configuration, begins, ends, fields } = raised;
  const tracking = {
    id,
    groupId,
    orgId,
    alertConfigId: configuration["id"] ?? "",
    eventTypeName: configuration["eventTypeName"] ?? "",
    status: "TRACKING",
    created: isoTime(begins),
    updated: isoTime(begins),
    ...fields,
  };
  const { body, timeline } = documentAt({ body: tracking, timeline: alertTimeline(configuration, begins, ends) }, by);
  return alertDraft({ ...body, id, groupId }, timeline, sourceId);
}
