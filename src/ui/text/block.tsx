import { stripVTControlCharacters } from "node:util";
import { Transform, useIsScreenReaderEnabled } from "ink";
import { memo, type ReactNode } from "react";
import type { DrawnLine } from "./drawn.ts";

type BlockProps = {
  /** Text with the sequences that give it its looks (`drawn.ts`), none wider than where the block stands. */
  readonly lines: readonly DrawnLine[];
};

const isSame = (one: BlockProps, other: BlockProps): boolean =>
  one.lines.length === other.lines.length && one.lines.every((line, index) => line === other.lines[index]);

/**
 * Lines of the screen, one below the other. In Ink's tree they are one text that never changes, and what they say is what that is
 * transformed into: when they say something else nothing is built or laid out anew, which costs more than the rest of an update (`terminal.md`).
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
