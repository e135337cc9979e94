import { Box, type DOMElement, renderToString, Text, type TextProps } from "ink";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { describe, expect, it } from "vitest";
import { readFrame } from "../../../src/terminal/screen/frame.ts";
import { Grid } from "../../../src/terminal/screen/grid.ts";
import { paintTree } from "../../../src/ui/paint/tree.ts";
import { seedsOfRun } from "../../seed.ts";
import { Dice } from "../../terminal/screen/random-frames.ts";

const COLUMNS = 60;
const ROWS = 20;

/** Hands the root of the tree to a function when it is laid out. */
function Probe({ children, look }: { children: ReactNode; look: (root: DOMElement) => void }): ReactNode {
  const anchor = useRef<DOMElement>(null);
  useLayoutEffect(() => {
    let node = anchor.current;
    while (node?.parentNode !== undefined) node = node.parentNode;
    if (node !== null) look(node);
  });
  return (
    <Box ref={anchor} flexDirection="column" width={COLUMNS} height={ROWS} overflow="hidden">
      {children}
    </Box>
  );
}

/** The same tree as Ink writes it and as it is painted, both as cells. */
function both(tree: ReactNode): { readonly byInk: Grid; readonly painted: Grid; readonly isPainted: boolean } {
  const byInk = new Grid(COLUMNS, ROWS);
  const painted = new Grid(COLUMNS, ROWS);
  let isPainted = false;
  const look = (root: DOMElement): void => {
    isPainted = paintTree(root, painted);
  };
  const text = renderToString(<Probe look={look}>{tree}</Probe>, { columns: COLUMNS });
  expect(readFrame(text, byInk)).toBe(true);
  return { byInk, painted, isPainted };
}

const rowsOf = (grid: Grid): readonly string[] =>
  Array.from({ length: grid.rows }, (_, y) => {
    const looks = grid.looks.subarray(y * grid.columns, (y + 1) * grid.columns);
    return `${grid.text(y)} ${looks.join(",")}`;
  });

const LOOKS: readonly [TextProps, ...TextProps[]] = [
  {},
  {},
  { color: "red" },
  { color: "#0cc8ff", bold: true },
  { backgroundColor: "blue" },
  { inverse: true },
  { underline: true },
  { dimColor: true },
  { color: "ansi256(208)", italic: true },
];

/** A text of some cells, wide characters, marks and emoji among them. */
function word(dice: Dice, cells: number): string {
  const all = ["a", "b", "c", " ", "é", "│", "…", "漢", "字", "e\u0301", "😀", "👩‍👩‍👧‍👦", "✔️"] as const;
  const wide: ReadonlySet<string> = new Set(["漢", "字", "😀", "👩‍👩‍👧‍👦", "✔️"]);
  let text = "";
  for (let room = cells; room > 0; ) {
    const one = dice.chance(0.7) ? "x" : dice.pick(all);
    if (wide.has(one) && room < 2) continue;
    text += one;
    room -= wide.has(one) ? 2 : 1;
  }
  return text;
}

function text(dice: Dice, room: number, key: number): ReactNode {
  const pieces: ReactNode[] = [];
  let left = room;
  while (left > 0 && pieces.length < 4) {
    const cells = dice.between(1, Math.min(left, 12));
    left -= cells;
    const said = word(dice, cells);
    pieces.push(
      dice.chance(0.5) ? (
        said
      ) : (
        <Text key={pieces.length} {...dice.pick(LOOKS)}>
          {said}
        </Text>
      ),
    );
  }
  const lines = dice.chance(0.1) ? ["\n", word(dice, Math.min(room, 5))] : [];
  return (
    <Text key={key} wrap="truncate" {...(dice.chance(0.3) ? dice.pick(LOOKS) : {})}>
      {pieces}
      {lines}
    </Text>
  );
}

function box(dice: Dice, width: number, height: number, depth: number, key: number): ReactNode {
  const isRow = dice.chance(0.5);
  const children: ReactNode[] = [];
  let left = isRow ? width : height;
  for (let count = 0; left > 0 && count < 6; count++) {
    const size = dice.between(1, left);
    left -= size;
    const [childWidth, childHeight] = isRow ? [size, height] : [width, size];
    if (depth > 0 && dice.chance(0.5)) children.push(box(dice, childWidth, childHeight, depth - 1, count));
    else
      children.push(
        <Box key={count} width={childWidth} height={childHeight} flexShrink={0}>
          {text(dice, childWidth, count)}
        </Box>,
      );
  }
  const shift = dice.chance(0.2) ? { marginLeft: dice.between(-3, 3) } : {};
  return (
    <Box
      key={key}
      width={width}
      height={height}
      flexShrink={0}
      flexDirection={isRow ? "row" : "column"}
      {...(dice.chance(0.4) ? { overflow: "hidden" as const } : {})}
      {...shift}
    >
      {children}
    </Box>
  );
}

describe("a tree painted into cells", () => {
  it.each(seedsOfRun(40))("is what Ink writes, seed %i", (seed) => {
    const dice = new Dice(seed);
    const { byInk, painted, isPainted } = both(box(dice, COLUMNS, ROWS, 3, 0));
    expect(isPainted).toBe(true);
    expect(rowsOf(painted)).toEqual(rowsOf(byInk));
  });

  it("is left to Ink where Ink does more than lay cells side by side", () => {
    const cases: readonly ReactNode[] = [
      <Box key="border" borderStyle="single" width={10} height={3} />,
      <Box key="ground" backgroundColor="red" width={10} height={3} />,
      <Text key="long">{"a long text ".repeat(20)}</Text>,
      <Text key="tab">{"a\tb"}</Text>,
    ];
    for (const one of cases) expect(both(one).isPainted).toBe(false);
  });

  it("holds what is typed, with the inverse cell of a text field", () => {
    const { byInk, painted, isPainted } = both(
      <Text color="green">
        [{"abc\u001b[7md\u001b[27m"}] <Text bold>and more</Text>
      </Text>,
    );
    expect(isPainted).toBe(true);
    expect(rowsOf(painted)).toEqual(rowsOf(byInk));
  });
});
