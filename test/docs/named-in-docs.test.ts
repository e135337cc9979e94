import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isOperationId } from "../../src/contract/operations.ts";
import { linksIn, pathsIn, placedIn, type Step, stepsIn, symbolsIn } from "./named-in-docs.ts";

/** The pages for developers cannot go stale unseen: what they name exists. */

const CHECKOUT = resolve(import.meta.dirname, "../..");
const DECISIONS = "docs/decisions";

const decisions = readdirSync(join(CHECKOUT, DECISIONS)).toSorted();
const PAGES = [
  "CONTRIBUTING.md",
  "SECURITY.md",
  "docs/architecture.md",
  "docs/operations.md",
  ...decisions.map((name) => `${DECISIONS}/${name}`),
];

/** Names of packages, settings of systemd, and fields of documents and logs that a page names; they are no names of the sources. */
const OTHERS: readonly string[] = [
  "incrementalRendering",
  "MemoryDenyWriteExecute",
  "requestId",
  "serverVersion",
  "TimeoutStopSec",
  "TrieRouter",
];

const textOf = (page: string): string => readFileSync(join(CHECKOUT, page), "utf8");

const definesIn = (text: string, name: string): boolean =>
  new RegExp(`^(?:export )?(?:abstract )?(?:async )?(?:function\\*?|const|class|type|interface) ${name}\\b`, "mu").test(
    text,
  );

const isThere = ({ file, name }: Step): boolean => existsSync(join(CHECKOUT, file)) && definesIn(textOf(file), name);

const sources = readdirSync(join(CHECKOUT, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/u.test(name))
  .map((name) => textOf(join("src", name)));

describe.each(PAGES)("%s", (page) => {
  const text = textOf(page);

  it("names files and folders that there are", () => {
    expect(pathsIn(text).filter((path) => !path.includes("AREA") && !existsSync(join(CHECKOUT, path)))).toEqual([]);
  });

  it("names what stands in the file beside it", () => {
    expect(placedIn(text).filter((placed) => !isThere(placed))).toEqual([]);
  });

  it("leads to pages that there are", () => {
    const from = join(CHECKOUT, dirname(page));
    expect(linksIn(text).filter((link) => !existsSync(join(from, link)))).toEqual([]);
  });

  it("names functions, types and operations that there are", () => {
    const named = symbolsIn(text).filter((name) => !OTHERS.includes(name) && !isOperationId(name));
    expect(named.filter((name) => !sources.some((source) => definesIn(source, name)))).toEqual([]);
  });
});

describe("docs/architecture.md", () => {
  it("walks through files by what stands in them", () => {
    const steps = stepsIn(textOf("docs/architecture.md"));
    expect(steps.length).toBeGreaterThan(30);
    expect(steps.filter((step) => !isThere(step))).toEqual([]);
  });

  it("draws every folder of src/", () => {
    const drawing = /^```text\n([\s\S]*?)^```$/mu.exec(textOf("docs/architecture.md"))?.[1] ?? "";
    const drawn = [...drawing.matchAll(/^ (?:\d|\s) (\w+) /gmu)].map(([, folder]) => folder);
    const folders = readdirSync(join(CHECKOUT, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(drawn.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  });
});

describe("docs/decisions", () => {
  const numbered = decisions.filter((name) => name !== "README.md");

  it("are numbered without a gap, dated, and say why", () => {
    expect(numbered.map((name) => Number(name.slice(0, 4)))).toEqual(numbered.map((_, index) => index + 1));
    for (const name of numbered) {
      const text = textOf(`${DECISIONS}/${name}`);
      expect(text, name).toMatch(/^# \d+\. .+\n\nDate: \d{4}-\d\d-\d\d/u);
      expect(text, name).toMatch(/^## Decision$[\s\S]*^## Why$[\s\S]*^## What (?:it showed|was measured)$/mu);
    }
  });

  it("are all listed", () => {
    expect(linksIn(textOf(`${DECISIONS}/README.md`))).toEqual(numbered);
  });
});

describe("what pages name", () => {
  it("is found: files, names, steps, links", () => {
    const markdown = [
      "`createThing` in `src/a/b.ts`, `SOME_VALUE`, `npm run docs`, `word`, [page](other.md#part), `package.json`",
      "| 1 | `src/a.ts` | `run` | Runs |",
      "```sh\n`inFence`\n```",
    ].join("\n");
    expect(pathsIn(markdown)).toEqual(["src/a/b.ts", "package.json", "src/a.ts"]);
    expect(symbolsIn(markdown)).toEqual(["createThing"]);
    expect(placedIn(markdown)).toEqual([{ file: "src/a/b.ts", name: "createThing" }]);
    expect(stepsIn(markdown)).toEqual([{ file: "src/a.ts", name: "run" }]);
    expect(linksIn("[a](b.md) [c](https://d.example)")).toEqual(["b.md"]);
  });
});
