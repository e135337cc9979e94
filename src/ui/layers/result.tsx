import { Box } from "ink";
import type { ReactNode } from "react";
import type { Symbols } from "../../app/symbols.ts";
import type { ResultLayer } from "../../app/workspace.ts";
import type { SendItem } from "../../state/send.ts";
import { type Span, span } from "../../text/spans.ts";
import type { Token } from "../../text/token.ts";
import { wrapped } from "../../text/width.ts";
import { useLook } from "../console-context.ts";
import { Title } from "../shell/title.tsx";
import { Lines } from "../text/lines.tsx";
import type { LayerProps } from "./props.ts";

/** What came of a group of writes: a line for each, and what to do about those that did not happen. */

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
function resultLines(layer: ResultLayer, width: number, symbols: Symbols): readonly (readonly Span[])[] {
  return layer.items.flatMap((item) => {
    const { mark, token, word } = lookOf(item, symbols);
    const head = [span(` ${mark} `, token), span(item.write.name), span(`  ${word}`, token)];
    if (item.result.kind === "done") return [head];
    return [head, ...wrapped(item.result.words, width - 6).map((line) => [span(`     ${line}`, "dim")])];
  });
}

function summaryOf({ items, running, total }: ResultLayer): string {
  const count = (kind: SendItem["result"]["kind"]): number => items.filter(({ result }) => result.kind === kind).length;
  const parts = [
    `${count("done")} of ${total} done`,
    count("refused") === 0 ? "" : `${count("refused")} refused`,
    count("unknown") === 0 ? "" : `${count("unknown")} not known`,
    count("not-sent") === 0 ? "" : `${count("not-sent")} not sent`,
    running ? "continuing …" : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

export function ResultView({ layer, width, height }: LayerProps<ResultLayer>): ReactNode {
  const { theme, symbols } = useLook();
  const lines = resultLines(layer, width, symbols);
  const room = Math.max(1, height - 1);
  const top = Math.max(0, Math.min(layer.top, lines.length - room));
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Title
        title={[span("Result", "title"), span(`  ${layer.title}`)]}
        right={[span(summaryOf(layer), "dim")]}
        width={width}
        focused
        theme={theme}
        symbols={symbols}
      />
      <Lines lines={lines} top={top} height={room} theme={theme} width={width} />
    </Box>
  );
}
