import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allBindings } from "../../src/app/input/bindings.ts";
import { AREAS } from "../../src/areas/areas.ts";
import { summaryOf } from "../bench/terminal/page.ts";
import { Stage } from "../frames/stage.ts";
import { firstKeys } from "./keys-page.ts";
import { areasPart, screenPart, withPart } from "./readme-blocks.ts";

/** What is generated in README.md and CONTRIBUTING.md: the screen is one that the console draws, against the real service at a fixed moment. */

/** Rows that are enough for the whole sidebar. */
const SIZE = { columns: 120, rows: 28 } as const;

const readme = resolve(import.meta.dirname, "../../README.md");
const contributing = resolve(import.meta.dirname, "../../CONTRIBUTING.md");
const bench = resolve(import.meta.dirname, "../../docs/bench-terminal.md");

let state = "";

beforeAll(() => {
  state = mkdtempSync(join(tmpdir(), "sextant-readme-"));
});

afterAll(() => rmSync(state, { recursive: true, force: true }));

async function screen(): Promise<string> {
  const stage = await Stage.open({ ...SIZE, place: "alerts", state });
  try {
    await stage.until("as of 14:06:12");
    await stage.until(/› +•?CRIT/u);
    stage.press("list.down");
    await stage.until(/› +•?CRIT +37m/u);
    stage.press("list.open");
    await stage.until("Notifications");
    await stage.until("pager");
    return stage.frame();
  } finally {
    await stage.close();
  }
}

it("shows in README.md what the console draws, its keys and its areas (npm run docs writes them anew)", async () => {
  const written = readFileSync(readme, "utf8");
  const withScreen = withPart(written, "screen", screenPart(await screen()));
  const withKeys = withPart(withScreen, "keys", firstKeys(allBindings()));
  await expect(withPart(withKeys, "areas", areasPart(AREAS))).toMatchFileSnapshot(readme);
});

it("shows in CONTRIBUTING.md the last bench at the terminal (npm run docs writes it anew)", async () => {
  const written = readFileSync(contributing, "utf8");
  const summary = summaryOf(readFileSync(bench, "utf8"));
  await expect(withPart(written, "terminal", summary)).toMatchFileSnapshot(contributing);
});

it("does not pass over a part that is not there", () => {
  expect(() => withPart("text", "screen", "frame")).toThrow("screen");
});
