import { expect, test } from "vitest";
import { createGuard } from "../../src/app/guard.ts";
import { guardedAreas } from "../../src/app/screen/guarded-areas.ts";
import { cellShort, cellText } from "../../src/areas/model/cell.ts";
import { readData } from "../../src/client/answers/answer.ts";
import type { AreaId } from "../../src/contract/area-ids.ts";
import type { Json } from "../../src/contract/json/json.ts";
import { operations } from "../../src/contract/operations.ts";
import { GroupId } from "../../src/contract/schema/ids.ts";
import { Answers, ago, cellsOf, GROUP, id, linesOf } from "../areas/answers.ts";

/** What of an answer is not understood says so, and the rest of it is there. */

const PARAMS = { groupId: GroupId.of(GROUP) };
const ARGS = { params: PARAMS, query: { status: "OPEN" } } as const;
const alert = (number: number, change: Readonly<Record<string, Json>> = {}): Json => ({
  id: id(number),
  eventTypeName: "NO_PRIMARY",
  status: "OPEN",
  created: ago(number),
  clusterName: "prod-eu",
  ...change,
});

function screenOf(area: AreaId) {
  const { screen, badge } = guardedAreas(
    createGuard((text) => {
      throw new Error(text);
    }),
  ).of(area);
  return { screen, badge };
}

function withAlerts(results: readonly Json[]) {
  const read = readData(operations.listAlerts.response, { results: [...results] });
  if (!read.ok) throw new Error(read.problem);
  return new Answers().add("listAlerts", ARGS, read.data, read.raw, read.misfits).context();
}

test("one row of 500 that does not fit says so, and the other 499 are there", () => {
  const context = withAlerts(
    Array.from({ length: 500 }, (_, index) => (index === 250 ? { eventTypeName: "NO_PRIMARY", id: 7 } : alert(index))),
  );
  const { screen, badge } = screenOf("alerts");
  const model = screen.list(context);
  expect(model.summary.map(cellText)).toContain("! 1 row unreadable");
  expect(model.sections[0]).toEqual({ id: "not-understood", title: "unreadable" });
  const [odd, ...others] = model.rows;
  expect(Object.values(cellsOf(odd)).join(" ")).toContain("id must be text");
  expect(others.flatMap((row) => row.members ?? [row])).toHaveLength(499);
  expect(badge?.count(context)).toMatchObject({ text: "499?", tone: "warn" });
  const detail = screen.detail(context, odd?.id ?? "");
  expect(linesOf(detail)[0]).toContain("Unknown format, ignored by this console: id must be text.");
  expect(detail?.raw).toEqual({ eventTypeName: "NO_PRIMARY", id: 7 });
});

test("a list that goes on says so in its title, in short too, and in its count", () => {
  const read = readData(operations.listAlerts.response, { results: [alert(1), alert(2)], totalCount: 12_008 });
  if (!read.ok) throw new Error(read.problem);
  const context = new Answers().add("listAlerts", ARGS, read.data, read.raw, [], false).context();
  const { screen, badge } = screenOf("alerts");
  const [note] = screen.list(context).summary;
  expect(cellText(note ?? "")).toBe("! only the first 2 of 12008 rows loaded");
  expect(cellShort(note ?? "")).toBe("! first 2 of 12008");
  expect(badge?.count(context)).toMatchObject({ text: "2+", tone: "warn" });
});

test("rows of which the same is understood are rows of their own, each with its detail", () => {
  const context = withAlerts([1, 2, 3].map((number) => ({ id: null, clusterName: "prod-eu", number })));
  const { screen } = screenOf("alerts");
  const ids = screen.list(context).rows.map((row) => row.id);
  expect(ids).toEqual(["prod-eu", "prod-eu:2", "prod-eu:3"]);
  expect(ids.map((one) => screen.detail(context, one)?.raw)).toMatchObject([1, 2, 3].map((number) => ({ number })));
});

test("that none is open is not said while one that cannot be read may be", () => {
  const { screen } = screenOf("alerts");
  const summary = (rows: readonly Json[]) => screen.list(withAlerts(rows)).summary.map(cellText);
  expect(summary([])).toEqual(["0 open"]);
  expect(summary([alert(1)])).toEqual(["1 open"]);
  expect(summary([{ id: null }])).toEqual(["! 1 row unreadable"]);
  expect(summary([alert(1), { id: null }])).toEqual(["! 1 row unreadable", "1 open"]);
});

test("a row of which one value is not understood is there without it, and the detail names the value", () => {
  const context = withAlerts([alert(1), alert(2, { clusterName: "other", acknowledgedUntil: 5 })]);
  const { screen } = screenOf("alerts");
  const model = screen.list(context);
  expect(model.summary.map(cellText)).toContain("! 1 row partly unreadable");
  expect(linesOf(screen.detail(context, id(2)))[0]).toBe("Unreadable: acknowledgedUntil must be text, but is 5");
  expect(linesOf(screen.detail(context, id(1)))[0]).not.toContain("Unreadable");
});

test("an alert of an unknown status needs a look, and shows its status as it came", () => {
  const context = withAlerts([alert(1, { status: "SLUMBERING" })]);
  const { screen, badge } = screenOf("alerts");
  const model = screen.list(context);
  expect(model.rows.map((row) => [row.section, cellsOf(row)["next"]])).toEqual([["open", "status SLUMBERING"]]);
  expect(badge?.count(context)).toMatchObject({ text: "1" });
  expect(linesOf(screen.detail(context, id(1))).join("\n")).toContain("Status: status SLUMBERING");
});
