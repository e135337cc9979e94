import { build } from "esbuild";
import fc from "fast-check";
import realStringWidth from "string-width";
import { expect, test } from "vitest";
import { PLAIN_GRAPHEMES, PLAIN_TEXT } from "../../build/plain.ts";
import { nodeModulesAsTheyAre } from "../../build/plugins.ts";
import { LazySegmenter } from "../../build/segmenter.ts";
import stringWidth from "../../build/string-width.ts";

const everyUnit = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
const plain = everyUnit.filter((character) => PLAIN_TEXT.test(character));
const graphemes = everyUnit.filter((character) => PLAIN_GRAPHEMES.test(character));
const real = new Intl.Segmenter(undefined, { granularity: "grapheme" });

test("every plain character is one cell wide, and what the screen draws with is plain", () => {
  expect(plain.filter((character) => realStringWidth(character) !== 1)).toEqual([]);
  expect(PLAIN_TEXT.test("▌›•·–●×↑↓←→…✓✗│─░█⣿ ≠")).toBe(true);
});

test("no plain character clings to another", () => {
  const text = plain.join("");
  expect([...real.segment(text)].length).toBe(text.length);
  expect([...real.segment([...text].reverse().join(""))].length).toBe(text.length);
});

const anything = fc.oneof(
  fc.string({ unit: fc.constantFrom(...graphemes) }),
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(
      "a",
      "─",
      "\u001b[31m",
      "\u001b[38;2;1;2;3m",
      "é",
      "e\u0301",
      "漢",
      "👩‍👩‍👧",
      "❤️",
      "\r",
      "\n",
      "\t",
      "\u200d",
    ),
  }),
);

test("a width is what string-width says, colours and all", () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(stringWidth(text)).toBe(realStringWidth(text));
    }),
    { numRuns: 2000 },
  );
});

test("graphemes are what Intl.Segmenter says", () => {
  const lazy = new LazySegmenter(undefined, { granularity: "grapheme" });
  const split = (segments: Iterable<{ segment: string; index: number }>) =>
    [...segments].map(({ segment, index }) => `${index} ${segment}`);
  fc.assert(
    fc.property(anything, (text) => {
      expect(split(lazy.segment(text))).toEqual(split(real.segment(text)));
    }),
    { numRuns: 2000 },
  );
});

test("words are left to Intl.Segmenter", () => {
  const words = new LazySegmenter("en", { granularity: "word" });
  expect([...words.segment("two words")].map(({ segment }) => segment)).toEqual(["two", " ", "words"]);
});

test("Node's functions that are read when they are called give by a promise what they gave before", async () => {
  const contents = `
    import { execFile } from "node:child_process";
    import { randomBytes } from "node:crypto";
    import { promisify } from "node:util";
    const said = await promisify(execFile)(process.execPath, ["-e", "console.log(1); console.error(2)"]);
    export const found = [said, (await promisify(randomBytes)(3)).length];
  `;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    plugins: [nodeModulesAsTheyAre],
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  expect(await import(`data:text/javascript;base64,${code}`)).toMatchObject({
    found: [{ stdout: "1\n", stderr: "2\n" }, 3],
  });
});
