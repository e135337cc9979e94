import { describe, it } from "vitest";
import type { Stage } from "./stage.ts";
import { SIZES, staged } from "./staged.ts";

const stage = staged();

/** The console at the list, narrowed to one index. */
async function open(columns: number, rows: number): Promise<Stage> {
  const shown = await stage.open({ columns, rows, place: "search-indexes-first-generation" });
  await shown.until(/media\.articles · titles +steady/u);
  await shown.until(/events\.sessions · default +steady/u);
  await shown.until(/1st gen +ends/u);
  return shown;
}

async function narrowed(columns: number, rows: number): Promise<Stage> {
  const shown = await open(columns, rows);
  shown.press("list.filter");
  shown.type("titles");
  await shown.until(/\/titles 1 of/u);
  shown.press("filter.keep");
  await shown.until(/› +media\.articles · titles/u);
  return shown;
}

describe.each(SIZES)("search indexes of the first generation at %ix%i", (columns, rows) => {
  const matches = (name: string) => stage.matches(`search-indexes-first-generation-${name}`);

  it("shows the indexes and when their operations end", async () => {
    await open(columns, rows);
    await matches("list");
  });

  it("shows one with the way to the current generation", async () => {
    const shown = await narrowed(columns, rows);
    shown.press("list.open");
    await shown.until(/Status +STEADY/u);
    await matches("detail");
  });

  it("shows the form with an analyzer part by part, and its review", async () => {
    const shown = await narrowed(columns, rows);
    shown.press("action.edit");
    await shown.until(/› +Index all fields/u);
    for (const row of [/› +Fields/u, /› +Analyzer/u, /› +Query analyzer/u, /› +Analyzer 1/u]) {
      shown.press("form.next");
      await shown.until(row);
    }
    shown.press("form.open-item");
    await shown.until(/Min length/u);
    await matches("form");
    for (const row of [/› +Analyzer 1/u, /› +Query analyzer/u, /› +Analyzer +\[/u]) {
      shown.press("form.previous");
      await shown.until(row);
    }
    shown.press("text.erase-line");
    shown.type("lucene.german");
    await shown.until(/lucene\.german/u);
    shown.press("form.review");
    await shown.until(/Update search index\?/u);
    await matches("review");
  });

  it("says what is left before one goes", async () => {
    const shown = await narrowed(columns, rows);
    shown.press("action.delete");
    await shown.until(/type titles/u);
    await matches("delete");
  });
});
