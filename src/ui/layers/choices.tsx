import type { ReactNode } from "react";
import { topOfChoices } from "../../app/layers/choices.ts";
import { asName, cutSpans, type Span, span, spansWidth, spread } from "../../text/spans.ts";
import { useLook } from "../console-context.ts";
import { Lines } from "../text/lines.tsx";
import { WIDEST } from "./props.ts";

/** An item to choose: its title, a note at its right end, and why it is disabled. */
type ListedChoice = {
  readonly title: string;
  readonly isName?: true;
  readonly note: Span;
  readonly disabled?: string | null;
};

type ChoicesProps = {
  readonly items: readonly ListedChoice[];
  readonly index: number;
  readonly width: number;
  readonly height: number;
};

/** Minimum cells of a reason beside the longest title. */
const LEAST_REASON = 12;

/** The visible part of a list of choices. */
export function Choices({ items, index, width, height }: ChoicesProps): ReactNode {
  const { theme, symbols } = useLook();
  const top = topOfChoices(index, items.length, height);
  const lines = items.slice(top, top + height).map(({ title, isName, note, disabled = null }, offset) => {
    const shown = span(title, disabled === null ? "plain" : "dim");
    const left = [
      span(top + offset === index ? ` ${symbols.selected} ` : "   ", "accent"),
      isName === true ? asName(shown) : shown,
    ];
    // The title takes precedence over the reason: a long reason is cut, and shown in full when the item is chosen.
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
