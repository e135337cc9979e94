import type { SendItem } from "../../state/writes/send.ts";
import { type Span, span } from "../../text/spans.ts";
import type { Token } from "../../text/token.ts";
import { wrapped } from "../../text/width.ts";
import type { Symbols } from "../symbols.ts";
import type { ResultLayer } from "../workspace.ts";

/** What came of a group of writes, as lines. */

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

/** The lines of the results: for each its name and what became of it, and why where it did not happen. */
export function resultLines(layer: ResultLayer, width: number, symbols: Symbols): readonly (readonly Span[])[] {
  return layer.items.flatMap((item) => {
    const { mark, token, word } = lookOf(item, symbols);
    const head = [span(` ${mark} `, token), span(item.write.name), span(`  ${word}`, token)];
    if (item.result.kind === "done") return [head];
    return [head, ...wrapped(item.result.words, width - 6).map((line) => [span(`     ${line}`, "dim")])];
  });
}

/** How many were done, refused, and so on. */
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
