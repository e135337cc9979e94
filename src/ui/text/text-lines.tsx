import type { ReactNode } from "react";
import { textLines } from "../../app/screen/text-lines.ts";
import type { Span } from "../../text/spans.ts";
import { useLook } from "../console-context.ts";
import { Lines } from "./lines.tsx";

type TextLinesProps = { readonly lines: readonly Span[]; readonly width: number; readonly height: number };

/** Texts in place of a list, as far as they fit. */
export function TextLines({ lines, width, height }: TextLinesProps): ReactNode {
  const { theme } = useLook();
  return <Lines lines={textLines(lines, width, height)} theme={theme} width={width} />;
}
