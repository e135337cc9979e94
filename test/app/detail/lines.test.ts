import { describe, expect, it } from "vitest";
import { detailLines } from "../../../src/app/detail/lines.ts";
import { UNICODE } from "../../../src/app/symbols.ts";
import { field } from "../../../src/areas/builders/lines.ts";
import type { DetailLine } from "../../../src/areas/model/view.ts";
import { spansWidth } from "../../../src/text/spans.ts";

/** A detail in panes of any width: no label is cut. */

const WIDTH = 40;
const shown = (lines: readonly DetailLine[], width = WIDTH): readonly string[] =>
  detailLines({ title: "", lines, raw: null }, width, UNICODE).map(({ spans }) =>
    spans
      .map(({ text }) => text)
      .join("")
      .trimEnd(),
  );

const LONG = "the service has not said for how long it takes";

describe("labels of a detail", () => {
  it("have the room that they need where values are short", () => {
    expect(shown([field("Replication factor", "3"), field("Status", "on")])).toEqual([
      " Replication factor  3",
      " Status              on",
    ]);
  });

  it("leave two thirds to values that are long", () => {
    expect(shown([field("Authorised", "yes"), field("Reason", LONG)])).toEqual([
      " Authorised  yes",
      " Reason      the service has not said",
      "             for how long it takes",
    ]);
  });

  it("stand whole before a short value, and above a long one, where others are long", () => {
    expect(shown([field("Replication factor", "3"), field("Authorization checks", LONG), field("Id", LONG)])).toEqual([
      " Replication factor  3",
      " Authorization checks",
      "                the service has not said",
      "                for how long it takes",
      " Id             the service has not said",
      "                for how long it takes",
    ]);
  });

  it("never make a line wider than the pane", () => {
    const lines = [
      field("Replication factor", "3", { area: "alerts", ids: [] }),
      field("Authorization checks", LONG, { area: "alerts", ids: [] }),
      field("Id", "65f0aaaaaaaaaaaaaaaaaaaa", { area: "alerts", ids: [] }),
    ];
    for (const width of [24, 30, 40, 60, 100]) {
      const drawn = detailLines({ title: "", lines, raw: null }, width, UNICODE);
      expect(Math.max(...drawn.map(({ spans }) => spansWidth(spans)))).toBeLessThanOrEqual(width);
    }
  });
});
