import { Box } from "ink";
import type { ReactNode } from "react";
import { clock } from "../../areas/format.ts";
import type { Activity } from "../../state/activity.ts";
import type { Notice } from "../../state/notices.ts";
import type { ConsoleState } from "../../state/store.ts";
import { type Console, changeLayer, popLayer } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { Title } from "../shell/title.tsx";
import { Line, type Span, span } from "../text/line.tsx";
import { fitText } from "../text/width.ts";
import type { Token } from "../theme.ts";
import type { ActivityLayer } from "../workspace.ts";
import type { LayerProps } from "./props.ts";

/** What was asked and sent this time, and what was said about it, newest first (`L`). */

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

/** One line of the log and when it was. */
type LogLine = { readonly key: string; readonly at: number; readonly spans: readonly Span[] };

function callLine(call: Activity, zone: "local" | "utc"): LogLine {
  const { word, token } = OUTCOMES[call.outcome];
  const status = call.status === null ? word : String(call.status);
  const why = [call.errorCode, call.words].filter((part) => part !== null).join(": ");
  return {
    key: `call:${call.id}`,
    at: call.at,
    spans: [
      span(` ${clock(call.at, zone)} `, "dim"),
      span(fitText(status, 7), token),
      span(`${fitText(call.method, 6)} `, call.method === "GET" ? "dim" : "accent"),
      span(`${call.operation} `),
      span(`${call.milliseconds} ms `, "dim"),
      ...(why === "" ? [span(call.path, "dim")] : [span(why, "bad")]),
    ],
  };
}

const noticeLine = (notice: Notice, zone: "local" | "utc"): LogLine => ({
  key: `notice:${notice.id}`,
  at: notice.at,
  spans: [
    span(` ${clock(notice.at, zone)} `, "dim"),
    span(fitText("said", 14), "dim"),
    span(notice.text, NOTICE_TOKENS[notice.tone]),
  ],
});

/** The log, newest first. */
export function activityLines(state: ConsoleState): readonly LogLine[] {
  const { zone } = state.session;
  const calls = state.activity.calls.map((call) => callLine(call, zone));
  const notices = state.notices.log.map((notice) => noticeLine(notice, zone));
  return [...calls, ...notices].sort((left, right) => right.at - left.at);
}

const countOf = (console: Console): number => {
  const { activity, notices } = console.store.getState();
  return activity.calls.length + notices.log.length;
};

const moveBy = (console: Console, by: number): void =>
  changeLayer(console, "activity", (layer) => ({
    ...layer,
    index: Math.min(Math.max(0, countOf(console) - 1), Math.max(0, layer.index + by)),
  }));

const pageOf = (console: Console): number => Math.max(1, console.workspace.getState().rows - 4);

export const activityBindings: readonly Binding[] = [
  {
    id: "activity.down",
    keys: ["down", "j"],
    title: "Scroll down",
    hint: "scroll",
    scope: "activity",
    run: (console) => moveBy(console, 1),
  },
  {
    id: "activity.up",
    keys: ["up", "k"],
    title: "Scroll up",
    scope: "activity",
    run: (console) => moveBy(console, -1),
  },
  {
    id: "activity.page-down",
    keys: ["pagedown", "space"],
    title: "Page down",
    scope: "activity",
    run: (console) => moveBy(console, pageOf(console)),
  },
  {
    id: "activity.page-up",
    keys: ["pageup"],
    title: "Page up",
    scope: "activity",
    run: (console) => moveBy(console, -pageOf(console)),
  },
  {
    id: "activity.close",
    keys: ["escape", "L", "q", "left", "h"],
    title: "Close",
    hint: "close",
    scope: "activity",
    run: popLayer,
  },
];

export function ActivityView({ console, layer, width, height, look }: LayerProps<ActivityLayer>): ReactNode {
  const { theme, symbols } = look;
  const lines = activityLines(console.store.getState());
  const room = height - 1;
  const top = Math.min(layer.index, Math.max(0, lines.length - room));
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title
        title={[span("Activity", "title"), span(`  ${lines.length} lines this time`, "dim")]}
        right={[]}
        width={width}
        focused
        theme={theme}
        symbols={symbols}
      />
      {lines.slice(top, top + room).map((line) => (
        <Line key={line.key} theme={theme} width={width} spans={line.spans} />
      ))}
    </Box>
  );
}
