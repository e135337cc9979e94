import { type Span, span } from "../../text/spans.ts";
import { wrapped } from "../../text/width.ts";

/**
 * Lines for texts in place of a list: loading, failed, empty, or no match of the filter. If there are too many lines, the last text stays: it says
 * what to do.
 */
export function textLines(texts: readonly Span[], width: number, height: number): readonly (readonly Span[])[] {
  const each = texts.map(({ text, token }) => wrapped(text, width - 3).map((part) => [span("   "), span(part, token)]));
  const last = each.at(-1) ?? [];
  const before = each.slice(0, -1).flat();
  const room = Math.max(0, height - last.length);
  if (before.length <= room || room === 0) return [...before.slice(0, room), ...last].slice(0, height);
  const missing = before.length - room + 1;
  return [...before.slice(0, room - 1), [span(`   … ${missing} more lines`, "dim")], ...last];
}
