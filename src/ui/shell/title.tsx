import type { ReactNode } from "react";
import type { Symbols } from "../symbols.ts";
import { Line, type Span, span, spread } from "../text/line.tsx";
import type { Theme } from "../theme.ts";

type TitleProps = {
  readonly title: readonly Span[];
  readonly right: readonly Span[];
  readonly width: number;
  readonly focused: boolean;
  readonly theme: Theme;
  readonly symbols: Symbols;
};

/** The titled rule over a pane. The pane that has the keys carries the mark and the accent (`screens.md`, grammar). */
export function Title({ title, right, width, focused, theme, symbols }: TitleProps): ReactNode {
  const rule = focused ? "ruleFocused" : "rule";
  const left = [span(focused ? symbols.focus : " ", "accent"), ...title, span(" ")];
  const end = right.length === 0 ? [] : [span(" "), ...right, span(" ")];
  return <Line theme={theme} width={width} spans={spread(left, end, width, span(symbols.horizontal, rule))} />;
}
