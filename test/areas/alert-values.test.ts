/** The value of an alert over time: the line in the list, the chart with its threshold in the detail. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detail } from "../../src/areas/alerts/detail.ts";
import { list } from "../../src/areas/alerts/list.ts";
import { cellText } from "../../src/areas/model/cell.ts";
import type { Context } from "../../src/areas/model/context.ts";
import { AlertConfiguration } from "../../src/contract/alert-configurations.ts";
import { Alert } from "../../src/contract/alerts.ts";
import { GroupId } from "../../src/contract/schema/ids.ts";
import { inUnit } from "../../src/domain/alerts/alert-value.ts";
import type { Ring } from "../../src/domain/sample-ring.ts";
import { alertValueKey } from "../../src/state/samples/measured.ts";
import { widthOf } from "../../src/text/width.ts";
import { Answers, ago, cellsOf, GROUP, id, NOW } from "./answers.ts";

const MINUTE = 60_000;

const configuration = (threshold: object) =>
  AlertConfiguration.parse({
    id: id(900),
    eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
    enabled: true,
    metricThreshold: { metricName: "DISK_PARTITION_SPACE_USED_DATA", units: "RAW", ...threshold },
  });

const DISK = configuration({ operator: "GREATER_THAN", threshold: 80 });

const alert = (change: object = {}): Alert =>
  Alert.parse({
    id: id(1),
    alertConfigId: id(900),
    eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
    metricName: "DISK_PARTITION_SPACE_USED_DATA",
    status: "OPEN",
    created: ago(40),
    clusterName: "prod-eu",
    currentValue: { number: 92.1, units: "RAW" },
    ...change,
  });

const ringOf = (values: readonly (number | null)[], state = "RAW"): Ring =>
  values.map((value, index) => ({ at: NOW - (values.length - index) * MINUTE, value, state }));

const project = { params: { groupId: GroupId.parse(GROUP) } };

const contextOf = (one: Alert, of: AlertConfiguration, ring: Ring): Context =>
  new Answers()
    .add("listAlerts", { ...project, query: { status: "OPEN" } }, { results: [one] })
    .add("listAlertConfigurations", project, { results: [of] })
    .context({ ring: (key) => (key === alertValueKey(GROUP, id(1)) ? ring : []) });

/** The texts of the detail, drawn at a width. */
function textsOf(context: Context, width: number): readonly string[] {
  const lines = detail(context, id(1))?.lines ?? [];
  return lines.flatMap((line): readonly string[] => {
    if (line.kind === "heading") return [line.text];
    if (line.kind === "drawn") return line.draw(width).map((cells) => cells.map(cellText).join(""));
    return [`${line.kind === "field" ? `${line.label}: ` : ""}${cellText(line.value)}`];
  });
}

/** What the detail says of the value over time. */
function chartOf(context: Context, width = 44): readonly string[] {
  const texts = textsOf(context, width);
  const from = texts.indexOf("Value while watched here");
  return from < 0 ? [] : texts.slice(from, texts.indexOf("API fields"));
}

describe("the value of an alert over time", () => {
  const RISING = ringOf([90.1, 90.4, 90.2, 91, 91.6, 92, 92.4, 92.1]);

  it("is a chart with the threshold, its units and its times, and the extremes in words", () => {
    expect(`\n${chartOf(contextOf(alert(), DISK, RISING)).join("\n")}\n`).toMatchInlineSnapshot(`
      "
      Value while watched here
      Highest: 92.4 % at 14:04 UTC
      Lowest: 90.1 % at 13:58 UTC
      92.4 %    ⢀⣀⣀⣀⣀   ⣀⣀⣀⣀⣤⣤⣤⣤⣤⣴⣶⣶⣶⣶⣶⣶⣶⣿⣿⣿⣿⣿⣿⣿⣿⣷
             ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿
             ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿
             ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿
             ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿
        80 % ─────────────────────────────────────
             13:58                           14:05
      "
    `);
  });

  it("is drawn against a floor: the least value is the worst", () => {
    const lowerBound = configuration({ operator: "LESS_THAN", threshold: 95 });
    expect(`\n${chartOf(contextOf(alert(), lowerBound, RISING)).join("\n")}\n`).toMatchInlineSnapshot(`
      "
      Value while watched here
      Highest: 92.4 % at 14:04 UTC
      Lowest: 90.1 % at 13:58 UTC
      95 % ───────────────────────────────────────

                                        ⢀⣀⣀⣀⣤⣀⣀⣀⣀⡀
                             ⣀⣀⣤⣤⣴⣶⣶⣶⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿
           ⢀⣀⣀⣀⣀⣤⣄⣀⣀⣀⣀⣀⣠⣤⣶⣶⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿
      89 % ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿
           13:58                             14:05
      "
    `);
  });

  it("leaves a gap where none was told and where nobody watched", () => {
    const watched: Ring = [
      ...ringOf([90, 91, null, null, 92, 93]).map((sample) => ({ ...sample, at: sample.at - 3 * 60 * MINUTE })),
      ...ringOf([92, 92, 92]),
    ];
    expect(`\n${chartOf(contextOf(alert(), DISK, watched)).join("\n")}\n`).toMatchInlineSnapshot(`
      "
      Value while watched here
      Highest: 93 % at 11:05 UTC
      Lowest: 90 % at 11:00 UTC
      93 % ⣠⡇                                    ⢠
           ⣿⡇                                    ⢸
           ⣿⡇                                    ⢸
           ⣿⡇                                    ⢸
           ⣿⡇                                    ⢸
      80 % ───────────────────────────────────────
           11:00                             14:05
      "
    `);
  });

  it("is nothing while there are not two readings, and for an alert that tells no number", () => {
    expect(chartOf(contextOf(alert(), DISK, []))).toEqual([]);
    expect(chartOf(contextOf(alert(), DISK, ringOf([92])))).toEqual([]);
    expect(chartOf(contextOf(alert(), DISK, ringOf([null, 92, null])))).toEqual([]);
    expect(chartOf(contextOf(alert({ currentValue: null }), DISK, []))).toEqual([]);
    expect(cellsOf(list(contextOf(alert(), DISK, ringOf([92]))).rows[0])["history"]).toBe("");
  });

  it("goes on to be shown when the alert tells no number any more", () => {
    const ended = alert({ currentValue: null, status: "CLOSED" });
    expect(chartOf(contextOf(ended, DISK, RISING)).join("\n")).toContain("Highest: 92.4 % at 14:04 UTC");
  });

  it("is put into the unit of today; what cannot be compared is not drawn, and that is said", () => {
    const lag = configuration({
      metricName: "OPLOG_SLAVE_LAG_MASTER_TIME",
      operator: "GREATER_THAN",
      threshold: 2,
      units: "MINUTES",
    });
    const late = alert({
      metricName: "OPLOG_SLAVE_LAG_MASTER_TIME",
      currentValue: { number: 300, units: "SECONDS" },
    });
    const ring: Ring = [
      ...ringOf([4], "MINUTES").map((one) => ({ ...one, at: one.at - MINUTE })),
      ...ringOf([300], "SECONDS"),
    ];
    const drawn = chartOf(contextOf(late, lag, ring)).join("\n");
    expect(drawn).toContain("Highest: 300 s");
    expect(drawn).toContain("Lowest: 240 s");
    expect(drawn).toMatch(/120 s ─/u);
    const strange = chartOf(contextOf(late, configuration({ threshold: 2, units: "GIGABYTES" }), ring)).join("\n");
    expect(strange).toContain("The threshold is in another unit");
    expect(strange).not.toContain("─");
  });

  it("is as wide as its column in the list, and a fold of several has none", () => {
    const [row] = list(contextOf(alert(), DISK, RISING)).rows;
    expect(widthOf(cellsOf(row)["history"] ?? "")).toBe(10);
    const many = [1, 2, 3].map((number) => alert({ id: id(number) }));
    const folded = new Answers()
      .add("listAlerts", { ...project, query: { status: "OPEN" } }, { results: many })
      .add("listAlertConfigurations", project, { results: [DISK] })
      .context({ ring: () => RISING });
    const [fold] = list(folded).rows;
    expect(cellsOf(fold)["history"]).toBe("");
    expect(fold?.members?.map((member) => widthOf(cellsOf(member)["history"] ?? ""))).toEqual([10, 10, 10]);
  });

  it("never leaves the width of the detail, whatever was read", () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.double({ min: -1e12, max: 1e12, noNaN: true }), { freq: 5 }), { maxLength: 80 }),
        fc.double({ min: -1e12, max: 1e12, noNaN: true }),
        fc.constantFrom("RAW", "BYTES", "SECONDS", "TOMORROWS"),
        fc.integer({ min: 10, max: 140 }),
        (values, threshold, units, width) => {
          const context = contextOf(
            alert({ currentValue: { number: values.findLast((value) => value !== null) ?? 1, units } }),
            configuration({ operator: "LESS_THAN", threshold, units }),
            ringOf(values, units),
          );
          for (const line of detail(context, id(1))?.lines ?? []) {
            if (line.kind !== "drawn") continue;
            for (const cells of line.draw(width))
              expect(widthOf(cells.map(cellText).join(""))).toBeLessThanOrEqual(width);
          }
        },
      ),
    );
  });
});

describe("units", () => {
  it("are put into each other where they measure the same", () => {
    expect(inUnit(90, "SECONDS", "MINUTES")).toBe(1.5);
    expect(inUnit(2, "GIGABYTES", "MEGABYTES")).toBe(2000);
    expect(inUnit(7, "", "RAW")).toBe(7);
    expect(inUnit(7, "SECONDS", "BYTES")).toBeNull();
    expect(inUnit(7, "TOMORROWS", "RAW")).toBeNull();
    expect(inUnit(7, "TOMORROWS", "TOMORROWS")).toBe(7);
  });
});
