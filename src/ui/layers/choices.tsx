import type { ReactNode } from "react";
import { topOfChoices } from "../../app/layers/choices.ts";
import { cutSpans, type Span, span, spansWidth, spread } from "../../text/spans.ts";
import { useLook } from "../console-context.ts";
import { Lines } from "../text/lines.tsx";
import { WIDEST } from "./props.ts";

/** One thing that can be chosen: what it is, what stands at its end, and why it cannot be chosen now. */
export type ListedChoice = {
  readonly id: string;
  readonly title: string;
  readonly note: Span;
  readonly disabled: string | null;
};

type ChoicesProps = {
  readonly items: readonly ListedChoice[];
  readonly index: number;
  readonly width: number;
  readonly height: number;
};

/** So much of a reason is shown beside the longest title (cells). */
const LEAST_REASON = 12;

/** The choices that are visible. */
export function Choices({ items, index, width, height }: ChoicesProps): ReactNode {
  const { theme, symbols } = useLook();
  const top = topOfChoices(index, items.length, height);
  const lines = items.slice(top, top + height).map(({ title, note, disabled }, offset) => {
    const left = [
      span(top + offset === index ? ` ${symbols.selected} ` : "   ", "accent"),
      span(title, disabled === null ? "plain" : "dim"),
    ];
    // What it is comes before why not: a long reason is cut, and said whole when it is chosen.
    const room = Math.max(LEAST_REASON, Math.min(width, WIDEST) - spansWidth(left) - 3);
    const right = [...(disabled === null ? [note] : cutSpans([span(disabled, "dim")], room)), span(" ")];
    return spread(left, right, Math.min(width, WIDEST));
  });
  return (
    <Lines
      lines={lines}
      theme={theme}
      width={width}
      over={(offset) => (top + offset === index ? "selected" : undefined)}
    />
  );
}
