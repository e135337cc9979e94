import type { SendItem } from "../../state/writes/send.ts";
import { type Span, span } from "../../text/spans.ts";
import type { Token } from "../../text/token.ts";
import { wrapped } from "../../text/width.ts";
import type { Symbols } from "../symbols.ts";
import type { ResultLayer } from "../workspace.ts";

/** Results of a group of writes, as lines. */

export type ResultLook = {
  readonly mark: (symbols: Symbols) => string;
  readonly token: Token;
  readonly word: string;
};

/** How the ends of writes are shown. */
export const RESULT_LOOKS: Readonly<Record<SendItem["result"]["kind"], ResultLook>> = {
  done: { mark: ({ done }) => done, token: "good", word: "done" },
  refused: { mark: ({ failed }) => failed, token: "bad", word: "refused" },
  unknown: { mark: () => "!", token: "warn", word: "unknown: it may have succeeded" },
  "not-sent": { mark: ({ dash }) => dash, token: "dim", word: "not sent" },
};

/** Grouping key of results: the reason why a write failed. A completed write is a group by itself. */
const reasonOf = ({ result, write }: SendItem): string =>
  result.kind === "done" ? `done ${write.name}` : `${result.kind} ${result.words}`;

/** Lines of the results: name and result of each write; writes that failed for the same reason are listed together, with the reason once. */
export function resultLines(layer: ResultLayer, width: number, symbols: Symbols): readonly (readonly Span[])[] {
  const below = (text: string, token?: Token) => wrapped(text, width - 6).map((line) => [span(`     ${line}`, token)]);
  return [...Map.groupBy(layer.items, reasonOf).values()].flatMap((items) => {
    const [item] = items;
    if (item === undefined) return [];
    const { mark, token, word } = RESULT_LOOKS[item.result.kind];
    const marked = span(` ${mark(symbols)} `, token);
    const names = items.map(({ write }) => write.name);
    const head =
      names.length === 1
        ? [[marked, span(names.join()), span(`  ${word}`, token)]]
        : [[marked, span(`${names.length} ${word}`, token)], ...below(names.join(", "))];
    return item.result.kind === "done" ? head : [...head, ...below(item.result.words, "dim")];
  });
}

/** Number of completed, refused, unknown and unsent writes, in words. */
export function summaryOf({ items, running, total }: ResultLayer): string {
  const count = (kind: SendItem["result"]["kind"]): number => items.filter(({ result }) => result.kind === kind).length;
  const parts = [
    `${count("done")} of ${total} done`,
    count("refused") === 0 ? "" : `${count("refused")} refused`,
    count("unknown") === 0 ? "" : `${count("unknown")} unknown`,
    count("not-sent") === 0 ? "" : `${count("not-sent")} not sent`,
    running ? "continuing …" : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}
