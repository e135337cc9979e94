import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { OLD_LABELS, OLD_WORDS, type OldWord } from "./old-words.ts";
import { allStrings } from "./texts.ts";

const ROOT = resolve(import.meta.dirname, "../..");

const oldIn = (text: string, words: readonly OldWord[]): readonly string[] =>
  words.flatMap(({ pattern, better }) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`${found} → ${better}`];
  });

/** A line of a page without its code, which has names of the API and of options. */
const withoutCode = (line: string): string => line.replaceAll(/`[^`]*`/gu, "``");

describe("words that operators know", () => {
  it("are those of every text on screen and of the command line", () => {
    const found = allStrings().flatMap(({ file, line, text }) =>
      oldIn(text, [...OLD_WORDS, ...OLD_LABELS]).map((words) => `${file}:${line} ${JSON.stringify(text)}: ${words}`),
    );
    expect(found).toEqual([]);
  });

  it("are those of every page", () => {
    const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md"].concat(
      readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".md"))
        .map((name) => join("docs", name)),
    );
    const found = pages.flatMap((page) =>
      readFileSync(join(ROOT, page), "utf8")
        .split("\n")
        .flatMap((line, index) => oldIn(withoutCode(line), OLD_WORDS).map((words) => `${page}:${index + 1} ${words}`)),
    );
    expect(found).toEqual([]);
  });
});
