import { describe, expect, it } from "vitest";
import { fitColumns, textIn } from "../../../src/app/list/columns.ts";
import { column } from "../../../src/areas/builders/columns.ts";
import type { Column, Row } from "../../../src/areas/model/view.ts";

/** Which columns stand in a width, and how wide. */

const row = (cells: Row["cells"]): Row => ({ id: "a", cells, sort: {} });
const columnOf = (layout: Pick<Column, "id" | "min" | "priority"> & Partial<Column>): Column =>
  column({ title: layout.id, ...layout }, () => "");
const fitted = (columns: readonly Column[], cells: Row["cells"], width: number): readonly string[] =>
  fitColumns(columns, [row(cells)], width).map((one) => `${one.column.id} ${one.width}`);

const NAME = columnOf({ id: "name", min: 6, grow: 1, priority: 1 });
const STATUS = columnOf({ id: "status", min: 6, max: 20, priority: 1, whole: true });
const AGE = columnOf({ id: "age", min: 4, priority: 2 });
const CELLS = { name: "prod-eu-shard-00", status: "not authorised", age: "300d" };

describe("the columns of a list", () => {
  it("all stand where there is room for what they say", () => {
    expect(fitted([NAME, STATUS, AGE], CELLS, 40)).toEqual(["name 16", "status 14", "age 4"]);
  });

  it("leave out a less important one before one that is to stay whole is cut", () => {
    expect(fitted([NAME, STATUS, AGE], CELLS, 24)).toEqual(["name 8", "status 14"]);
    expect(fitted([NAME, { ...STATUS, whole: false }, AGE], CELLS, 24)).toEqual(["name 6", "status 10", "age 4"]);
  });

  it("cut one that is to stay whole where nothing less important is left", () => {
    expect(fitted([NAME, STATUS, AGE], CELLS, 16)).toEqual(["name 6", "status 8"]);
  });

  it("leave out none for one that is whole only beyond its most", () => {
    expect(fitted([NAME, STATUS, AGE], { ...CELLS, status: "x".repeat(60) }, 34)).toEqual([
      "name 6",
      "status 20",
      "age 4",
    ]);
  });

  it("leave out a less important one before one has less than what is enough for it", () => {
    const name = { ...NAME, enough: 12 };
    expect(fitted([name, STATUS, AGE], CELLS, 34)).toEqual(["name 12", "status 14", "age 4"]);
    expect(fitted([name, STATUS, AGE], CELLS, 33)).toEqual(["name 16", "status 14"]);
    expect(fitted([name, STATUS, AGE], { ...CELLS, name: "prod" }, 28)).toEqual(["name 6", "status 14", "age 4"]);
  });

  it("show a cell in short before they cut it", () => {
    const cell = {
      text: "Serving the old definition on 2 of 3 hosts",
      tone: "plain",
      short: "old definition on 2 of 3",
    } as const;
    const shown = (width: number): string => textIn(cell, { column: NAME, width });
    expect(shown(42)).toBe(cell.text);
    expect(shown(30)).toBe("old definition on 2 of 3      ");
    expect(shown(20)).toBe("old definition on 2…");
  });
});
