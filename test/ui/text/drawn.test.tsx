import chalk from "chalk";
import fc from "fast-check";
import { Box, type DOMElement, renderToString, Text } from "ink";
import { render } from "ink-testing-library";
import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from "react";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadTheme, THEME_NAMES, type Theme } from "../../../src/app/theme.ts";
import { readFrame } from "../../../src/terminal/screen/frame.ts";
import { Grid } from "../../../src/terminal/screen/grid.ts";
import type { Span } from "../../../src/text/spans.ts";
import type { Token } from "../../../src/text/token.ts";
import { cellText } from "../../../src/ui/paint/text.ts";
import { drawn } from "../../../src/ui/text/drawn.ts";
import { Lines } from "../../../src/ui/text/lines.tsx";

/** Lines as they are drawn are what Ink's `Text` would write of the same pieces; and in its tree they cost nothing when they change. */

const WIDTH = 40;

const { level } = chalk;
beforeAll(() => {
  chalk.level = 3;
});
afterAll(() => {
  chalk.level = level;
});

const rowOf = (frame: string): readonly [text: string, looks: string] => {
  const grid = new Grid(WIDTH, 1);
  expect(readFrame(frame, grid)).toBe(true);
  return [grid.text(0), grid.looks.join(",")];
};

const theme = (name: (typeof THEME_NAMES)[number]): Theme => loadTheme(name, "truecolor");
const isToken = (name: string): name is Token => name in theme("dark").looks;
const tokens = Object.keys(theme("dark").looks).filter(isToken);

describe.each(THEME_NAMES)("a line in the theme %s", (name) => {
  const { looks } = theme(name);

  it("has every look as Ink gives it to a text", () => {
    expect(rowOf(drawn([{ text: "said so", token: "bad" }], theme(name), WIDTH))[1]).not.toMatch(/^[0,]*$/u);
    for (const token of tokens) {
      const byInk = renderToString(<Text {...looks[token]}>{"said so"}</Text>, { columns: WIDTH });
      expect(rowOf(drawn([{ text: "said so", token }], theme(name), WIDTH)), token).toEqual(rowOf(byInk));
    }
  });

  it("has its looks whatever Ink's own colours were guessed to be", () => {
    const line = (): string => drawn([{ text: "said so", token: "bad" }], theme(name), WIDTH, "selected");
    const before = line();
    chalk.level = 0;
    expect(line()).toBe(before);
    expect(rowOf(before)[1]).not.toMatch(/^[0,]*$/u);
    chalk.level = 3;
  });

  it("has the look of each piece of it, wherever something is written or seen", () => {
    const piece = fc.record({ text: fc.stringMatching(/^[a-z] ?[a-z漢]{0,4}$/u), token: fc.constantFrom(...tokens) });
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), (spans) => {
        const nested = (
          <Text>
            {spans.map(({ text, token }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no identity but their order
              <Text key={index} {...looks[token]}>
                {text}
              </Text>
            ))}
          </Text>
        );
        expect(rowOf(drawn(spans, theme(name), WIDTH))).toEqual(rowOf(renderToString(nested, { columns: WIDTH })));
      }),
      { numRuns: 60 },
    );
  });
});

/** Hands the root of the tree out once. */
function Probe({ children, found }: { children: ReactNode; found: (root: DOMElement) => void }): ReactNode {
  const anchor = useRef<DOMElement>(null);
  useLayoutEffect(() => {
    let node = anchor.current;
    while (node?.parentNode !== undefined) node = node.parentNode;
    if (node !== null) found(node);
  }, [found]);
  return <Box ref={anchor}>{children}</Box>;
}

const textsIn = (node: DOMElement): readonly DOMElement[] =>
  node.nodeName === "ink-text"
    ? [node]
    : node.childNodes.flatMap((child) => (child.nodeName === "#text" ? [] : textsIn(child)));

describe("lines in Ink's tree", () => {
  it("say something else without being laid out anew, and only those that do are read again", () => {
    const roots: DOMElement[] = [];
    const found = (root: DOMElement): void => void roots.push(root);
    const look = theme("dark");
    const shown = (selected: number): ReactElement => {
      const lines: Span[][] = ["one", "two", "three"].map((text) => [{ text }]);
      const over = (index: number): Token | undefined => (index === selected ? "selected" : undefined);
      return (
        <Probe found={found}>
          <Lines lines={lines} theme={look} width={WIDTH} over={over} />
        </Probe>
      );
    };
    const app = render(shown(0));
    const [root] = roots;
    const [text] = root === undefined ? [] : textsIn(root);
    if (root === undefined || text === undefined) throw new Error("nothing was mounted");
    const before = cellText(text);
    const toLayOut: boolean[] = [];
    root.onComputeLayout = () => void toLayOut.push(root.yogaNode?.isDirty() === true);
    app.rerender(shown(1));
    expect(toLayOut).toEqual([false]);
    const after = cellText(text);
    expect(after?.[0]).not.toBe(before?.[0]);
    expect(after?.[1]).not.toBe(before?.[1]);
    expect(after?.[2]).toBe(before?.[2]);
    app.unmount();
  });
});
