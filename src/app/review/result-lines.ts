import type { SendItem } from "../../state/writes/send.ts";
import { type Span, span } from "../../text/spans.ts";
import type { Token } from "../../text/token.ts";
import { wrapped } from "../../text/width.ts";
import type { Symbols } from "../symbols.ts";
import type { ResultLayer } from "../workspace.ts";

/** Results of a group of writes, as lines. */

type Look = { readonly mark: string; readonly token: Token; readonly word: string };

function lookOf({ result }: SendItem, symbols: Symbols): Look {
  switch (result.kind) {
    case "done":
      return { mark: symbols.done, token: "good", word: "done" };
    case "refused":
      return { mark: symbols.failed, token: "bad", word: "refused" };
    case "unknown":
      return { mark: "!", token: "warn", word: "unknown: it may have succeeded" };
    case "not-sent":
      return { mark: symbols.dash, token: "dim", word: "not sent" };
  }
}

/** Grouping key of results: the reason why a write failed. A completed write is a group by itself. */
const reasonOf = ({ result, write }: SendItem): string =>
  result.kind === "done" ? `done ${write.name}` : `${result.kind} ${result.words}`;

/** Lines of the results: name and result of each write; writes that failed for the same reason are listed together, with the reason once. */
export function resultLines(layer: ResultLayer, width: number, symbols: Symbols): readonly (readonly Span[])[] {
  const below = (text: string, token?: Token) => wrapped(text, width - 6).map((line) => [span(`     ${line}`, token)]);
  return [...Map.groupBy(layer.items, reasonOf).values()].flatMap((items) => {
    const [item] = items;
    if (item === undefined) return [];
    const { mark, token, word } = lookOf(item, symbols);
    const names = items.map(({ write }) => write.name);
    const head =
      names.length === 1
        ? [[span(` ${mark} `, token), span(names.join()), span(`  ${word}`, token)]]
        : [[span(` ${mark} `, token), span(`${names.length} ${word}`, token)], ...below(names.join(", "))];
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
