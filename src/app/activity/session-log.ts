import { weakMapMemoize } from "reselect";
import type { Activity } from "../../state/activity.ts";
import type { Notice } from "../../state/notices.ts";
import { formatClock, formatDay, type Zone } from "../../text/format.ts";
import { type Span, span, spansWidth } from "../../text/spans.ts";
import type { Token } from "../../text/token.ts";
import { fitText, hung, quoted, widthOf } from "../../text/width.ts";
import type { App } from "../app.ts";
import { copyText } from "../copy.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { callSuggestions, changeLogPage, curlOfCall } from "../layers/change-log.ts";
import { openFilterBinding } from "../layers/filter.ts";
import { openPage } from "../layers/page.ts";
import { openChoice } from "../layers/picker-choice.ts";
import { scrollBindings } from "../layers/scrolling.ts";
import type { ActivityLayer } from "../workspace.ts";
import { openWrites } from "./writes-layer.ts";

/** Requests and notices of this session, newest first (`L`). */

const OUTCOMES: Readonly<Record<Activity["outcome"], { readonly word: string; readonly token: Token }>> = {
  done: { word: "ok", token: "good" },
  failed: { word: "failed", token: "bad" },
  cancelled: { word: "stopped", token: "dim" },
};

const NOTICE_TOKENS: Readonly<Record<Notice["tone"], Token>> = {
  info: "plain",
  good: "good",
  warning: "warn",
  bad: "bad",
};

/** A text that is longer than its line is wrapped below it, indented to this column. */
const TEXT_AT = 10;

/** An entry of the log and its time. */
type LogEntry = { readonly at: number; readonly lines: readonly (readonly Span[])[] };

/** A message after its head, or below it if the line is too short. */
function withMessage(head: readonly Span[], message: string, token: Token, width: number): LogEntry["lines"] {
  const room = width - spansWidth(head);
  if (widthOf(message) <= room) return [[...head, span(message, token)]];
  return [head, ...hung(" ".repeat(TEXT_AT), message, width - 1).map((line) => [span(line, token)])];
}

function callEntry(call: Activity, zone: Zone, width: number): LogEntry {
  const { word, token } = OUTCOMES[call.outcome];
  const status = call.status === null ? word : String(call.status);
  const why = [call.errorCode, call.words].filter((part) => part !== null).join(": ");
  const head = [
    span(` ${formatClock(call.at, zone)} `, "dim"),
    span(fitText(status, 7), token),
    span(`${fitText(call.method, 6)} `, call.method === "GET" ? "dim" : "accent"),
    span(`${call.operation} `),
    span(`${call.milliseconds} ms `, "dim"),
  ];
  // A path is clear from the operation and may be cut; a reason must be readable in full.
  const lines = why === "" ? [[...head, span(call.path, "dim")]] : withMessage(head, why, "bad", width);
  return { at: call.at, lines };
}

function noticeEntry(notice: Notice, zone: Zone, width: number): LogEntry {
  const head = [span(` ${formatClock(notice.at, zone)} `, "dim"), span(fitText("notice", 14), "dim")];
  return { at: notice.at, lines: withMessage(head, notice.text, NOTICE_TOKENS[notice.tone], width) };
}

type Log = readonly (readonly Span[])[];

/**
 * The log, newest first; memoized, so the same lines until an entry is added. Entries of another day than today have that day above them.
 *
 * @param today as `formatDay` writes it
 */
export const logOf = weakMapMemoize(
  (
    calls: readonly Activity[],
    notices: readonly Notice[],
    zone: Zone,
    today: string,
    width: number,
    filter: string,
  ): Log => {
    const words = filter.toLowerCase().split(/\s+/u);
    const entries = [
      ...calls.map((call) => callEntry(call, zone, width)),
      ...notices.map((notice) => noticeEntry(notice, zone, width)),
    ].filter(({ lines }) => hasMessage(lines, words));
    if (entries.length === 0)
      return [[span(filter === "" ? " Nothing yet." : ` Nothing matches ${quoted(filter)}.`, "dim")]];
    let day = today;
    return entries
      .sort((left, right) => right.at - left.at)
      .flatMap(({ at, lines }) => {
        const before = day;
        day = formatDay(at, zone);
        return day === before ? lines : [[span(` ${day}`, "heading")], ...lines];
      });
  },
);

/** True for entries that contain all words of a filter. */
function hasMessage(lines: LogEntry["lines"], words: readonly string[]): boolean {
  const text = lines.flatMap((line) => line.map((part) => part.text)).join(" ");
  return words.every((word) => text.toLowerCase().includes(word));
}

/** Lines of the log, which does not change while the screen is frozen. */
export const activityLines = (app: App, { filter }: Pick<ActivityLayer, "filter">, width: number): Log => {
  const { activity, notices, session } = app.displayed.getState();
  const today = formatDay(app.store.getState().minute, session.zone);
  return logOf(activity.calls, notices.log, session.zone, today, width, filter);
};

/** Lets the person choose a call and copies it as a command. */
function copyCall(app: App): void {
  const title = "Copy a request as curl";
  openChoice(app, { title, suggest: async () => callSuggestions(app) }, (id) => {
    const call = app.store.getState().activity.calls.find((one) => String(one.id) === id);
    if (call !== undefined) copyText(app, curlOfCall(app, call));
  });
}

export const activityBindings = bindingsIn("activity", [
  { id: "activity.copy", keys: ["y"], title: "Copy a request as curl", hint: "copy", run: copyCall },
  {
    id: "activity.change-log",
    keys: ["w"],
    title: "Show this session's changes as a change log, to copy or save",
    hint: "change log",
    run: (app) => openPage(app, changeLogPage(app)),
  },
  openFilterBinding("activity"),
  {
    id: "activity.all-runs",
    keys: ["tab"],
    title: "Changes of all runs",
    hint: "all runs",
    run: openWrites,
  },
  ...scrollBindings("activity", "L", activityLines),
]);
