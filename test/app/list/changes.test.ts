import { describe, expect, it } from "vitest";
import { changesBetween } from "../../../src/app/list/changes.ts";
import type { Table } from "../../../src/areas/builders/table.ts";
import type { Row } from "../../../src/areas/model/view.ts";

const modelOf = (rows: readonly Row[]): Table => ({
  summary: [],
  columns: [
    { id: "what", title: "WHAT", min: 4, grow: 1, priority: 1, align: "left", truncate: "end" },
    { id: "age", title: "AGE", min: 4, grow: 0, priority: 1, align: "right", truncate: "end", ticks: true },
  ],
  rows,
  sections: [],
  defaultSort: { column: "what", descending: false },
  empty: "",
});

const row = (id: string, what: string, age: string, members?: readonly Row[]): Row => ({
  id,
  cells: { what, age },
  sort: {},
  ...(members === undefined ? {} : { members }),
});

describe("cells that an answer changed", () => {
  it("are named by row and column", () => {
    const changes = changesBetween(modelOf([row("a", "disk 91 %", "4m")]), modelOf([row("a", "disk 92 %", "5m")]));
    expect([...(changes.get("a") ?? [])]).toEqual(["what"]);
  });

  it("are none where only the time went on, and none for rows that are new", () => {
    const before = modelOf([row("a", "disk 91 %", "4m")]);
    const after = modelOf([row("a", "disk 91 %", "5m"), row("b", "no primary", "1s")]);
    expect(changesBetween(before, after).size).toBe(0);
  });

  it("are found inside a folded group, and on it", () => {
    const before = modelOf([row("g", "×2 cpu", "1m", [row("m", "cpu 90 %", "1m"), row("n", "cpu 95 %", "1m")])]);
    const after = modelOf([row("g", "×2 cpu", "1m", [row("m", "cpu 99 %", "1m"), row("n", "cpu 95 %", "1m")])]);
    expect([...changesBetween(before, after).keys()]).toEqual(["m"]);
  });

  it("are found where a row went into a group, and where rows came in front of it or went", () => {
    const [one, other] = [row("m", "cpu 90 %", "1m"), row("n", "cpu 95 %", "1m")];
    const [gone, left] = [row("d", "disk full", "2m"), row("z", "no primary", "9m")];
    const before = modelOf([one, gone, other, left]);
    const group = row("g", "×2 cpu", "1m", [row("m", "cpu 99 %", "1m"), other]);
    const after = modelOf([row("b", "no backup", "1s"), group, left]);
    expect([...changesBetween(before, after).keys()]).toEqual(["m"]);
    expect([...changesBetween(after, before).keys()]).toEqual(["m"]);
  });
});
