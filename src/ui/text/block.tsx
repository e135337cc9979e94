import { stripVTControlCharacters } from "node:util";
import { Transform, useIsScreenReaderEnabled } from "ink";
import { memo, type ReactNode } from "react";
import type { DrawnLine } from "./drawn.ts";

type BlockProps = {
  /** Lines with SGR sequences (`drawn.ts`), none wider than the block. */
  readonly lines: readonly DrawnLine[];
};

const isSame = (one: BlockProps, other: BlockProps): boolean =>
  one.lines.length === other.lines.length && one.lines.every((line, index) => line === other.lines[index]);

/**
 * Lines of the screen, one below the other. In Ink's tree they are one constant text, and a transform returns the current lines: a change then
 * rebuilds and lays out nothing, which would cost more than the rest of an update (`terminal.md`).
 */
export const Block = memo(function Block({ lines }: BlockProps): ReactNode {
  const isRead = useIsScreenReaderEnabled();
  if (lines.length === 0) return null;
  return (
    <Transform
      transform={(_same, index) => lines[index] ?? ""}
      {...(isRead ? { accessibilityLabel: stripVTControlCharacters(lines.join("\n")) } : {})}
    >
      {` ${"\n ".repeat(lines.length - 1)}`}
    </Transform>
  );
}, isSame);
