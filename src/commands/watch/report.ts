import { isDumb } from "../../terminal/capabilities.ts";
import { reportedCells } from "../../terminal/size.ts";
import { formatClock, formatClockOrDay, type Zone } from "../../text/format.ts";
import { areSameSpans, cutSpans, joinedByDots, type Span, span } from "../../text/spans.ts";
import { messageOf } from "../../text/thrown.ts";
import { jsonText } from "../json-text.ts";
import { print } from "../output.ts";
import type { Painting } from "../show/painting.ts";
import type { PlaceChange } from "./changes.ts";
import { dim, progressSpans, type WatchStatus } from "./status.ts";

/** Output of a watch: lines for people, one line that is rewritten on a terminal, or JSON. */

export type Report = {
  /** Prints the status at the start. */
  readonly begin: (status: WatchStatus) => void;
  /** Prints changes and the status after them. */
  readonly changed: (changes: readonly PlaceChange[], status: WatchStatus) => void;
  /** Prints the end. */
  readonly end: (words: string, result: string, exit: number) => void;
  /** Prints to standard error; the status line on the terminal is cleared first. */
  readonly complain: (words: string) => void;
  /** Resolves when everything is written: false where a write failed (disk full). A closed pipe is no failure. */
  readonly written: () => Promise<boolean>;
};

type Reporting = {
  readonly isJson: boolean;
  /** The place as it is typed. */
  readonly place: string;
  /** True for one item, false for a list. */
  readonly isItem: boolean;
  readonly until: string | null;
  readonly zone: Zone;
  readonly painting: Painting;
  readonly now: () => number;
  readonly complain: (words: string) => void;
  /** Called when the output cannot be written: with the error, or null for a closed pipe. */
  readonly onClosed: (why: string | null) => void;
};

/** A line of `--format json`. */
export const eventLine = (time: number, event: string, rest: object): string =>
  `${jsonText({ time: new Date(time).toISOString(), event, ...rest }, false)}\n`;

const CLEAR = "\r\u001b[2K";

const textOr = (text: string): string => (text === "" ? "–" : text);

function changeSpans({ kind, title, values, texts, said }: PlaceChange): readonly Span[] {
  const status = said?.status ?? values["status"];
  const changed = texts.flatMap((text, index) => [
    span(`${index === 0 ? "" : ", "}${text.title} `, "dim"),
    span(textOr(text.from)),
    span(" → ", "dim"),
    span(textOr(text.to), "title"),
  ]);
  const news =
    kind === "changed" && said === undefined
      ? [changed]
      : [
          [span(said?.news ?? kind, kind === "gone" ? "dim" : "title")],
          typeof status === "string" && status !== "" ? [span(status)] : [],
        ];
  return [span(title), span("  "), ...joinedByDots([...news, ...(kind === "gone" ? [] : progressSpans(values))])];
}

/** Writes the lines of a watch in order. */
export function createReport(reporting: Reporting): Report {
  const { isJson, place, isItem, until, zone, painting, now, complain, onClosed } = reporting;
  const isRewritten = !isJson && painting.isForPeople && !isDumb(process.env);
  let chain: Promise<void> = Promise.resolve();
  let isOpen = true;
  let isLost = false;
  /** Content of the line that is rewritten. */
  let shown: readonly Span[] = [];
  let latest: readonly Span[] = [];

  const write = (text: string): void => {
    chain = chain.then(async () => {
      if (!isOpen) return;
      try {
        isOpen = await print(text);
        if (!isOpen) onClosed(null);
      } catch (error) {
        isOpen = false;
        isLost = true;
        onClosed(messageOf(error));
      }
    });
  };
  const clock = (): Span => span(`${formatClock(now(), zone)}  `, "dim");
  const line = (spans: readonly Span[]): void => write(`${painting.painted([clock(), ...spans]).trimEnd()}\n`);
  const json = (event: string, rest: object): void => write(eventLine(now(), event, rest));
  const rewrite = (spans: readonly Span[]): void => {
    const room = Math.max(1, (reportedCells(process.stdout.columns) ?? 80) - 1);
    const next = cutSpans(spans, room);
    if (areSameSpans(next, shown)) return;
    shown = next;
    write(`${CLEAR}${painting.painted(next)}`);
  };
  const rewriteStatus = ({ asOf, spans }: WatchStatus): void => {
    const age = asOf === null ? [] : dim(`as of ${formatClockOrDay(asOf, now(), zone)}`);
    rewrite(joinedByDots([spans, age, latest]));
  };

  return {
    begin: (status) => {
      if (isJson) json("start", { place, title: status.title, until, ...status.values });
      else if (isRewritten) rewriteStatus(status);
      else line(status.spans);
    },
    changed: (changes, status) => {
      for (const change of changes) {
        const { kind, id, values, texts } = change;
        const changed = texts.map(({ name, from, to }) => ({ name, from, to }));
        if (isJson) json(kind, { id, title: change.title, changes: changed, fields: values });
        else if (!isRewritten) line(changeSpans(change));
      }
      if (!isRewritten) return;
      const last = changes.at(-1);
      // For one item the status line contains the change anyway.
      if (last !== undefined && !isItem) latest = [clock(), ...changeSpans(last)];
      rewriteStatus(status);
    },
    end: (words, result, exit) => {
      if (isJson) json("end", { result, reason: words, exit });
      else if (isRewritten) write(`${shown.length === 0 ? "" : "\n"}${painting.painted([clock(), span(words)])}\n`);
      else line([span(words)]);
      shown = [];
    },
    complain: (words) => {
      if (shown.length > 0) write(CLEAR);
      shown = [];
      chain = chain.then(() => complain(words));
    },
    written: () => {
      // The shell's prompt needs a line of its own.
      if (shown.length > 0) write("\n");
      shown = [];
      return chain.then(() => !isLost);
    },
  };
}
