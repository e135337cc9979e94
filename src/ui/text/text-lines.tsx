import type { ReactNode } from "react";
import { type Span, span } from "../../text/spans.ts";
import { wrapped } from "../../text/width.ts";
import { useLook } from "../console-context.ts";
import { Lines } from "./lines.tsx";

/** Texts in place of a list: still loading, failed, nothing there, or nothing that the filter lets through. */
export function TextLines({ lines, width }: { lines: readonly Span[]; width: number }): ReactNode {
  const { theme } = useLook();
  const shown = lines.flatMap(({ text, token }) =>
    wrapped(text, width - 3).map((part) => [span("   "), span(part, token)]),
  );
  return <Lines lines={shown} theme={theme} width={width} />;
}
