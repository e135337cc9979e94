import { expect, test } from "vitest";
import { createPlan as alertPlan } from "../../src/areas/alert-configurations/form.ts";
import { startPlan } from "../../src/areas/live-migration/form.ts";
import { createPlan as nodesPlan } from "../../src/areas/search-nodes/form.ts";
import type { BodyObject, Path } from "../../src/contract/json/json.ts";
import { leaveField, setText } from "../../src/forms/edit.ts";
import type { FormPlan } from "../../src/forms/form-plan.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { addItem } from "../../src/forms/lists.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import type { FieldRow } from "../../src/forms/row-types.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { env, opened, POLICY, stored } from "./schedule-samples.ts";

/** What a person may type beyond what is known here is taken, and said to be so. */

const rowAt = (plan: FormPlan, state: FormState, path: Path): FieldRow => {
  const row = rowsOf(plan, state, env).find((one) => one.path.join(".") === path.join("."));
  if (row?.row !== "field") throw new Error(`no field at ${path.join(".")}`);
  return row;
};

const nodes = nodesPlan({ cluster: "prod-eu", shards: 1, used: [] });
const metric = {
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  metricThreshold: { operator: "GREATER_THAN", threshold: 1 },
};

test.each<readonly [string, FormPlan, BodyObject, Path, string]>([
  ["an event", alertPlan, {}, ["eventTypeName"], "NO_PRIMARY"],
  ["a metric", alertPlan, metric, ["metricThreshold", "metricName"], "CONNECTIONS"],
  ["a size", nodes, { specs: [{ nodeCount: 2 }] }, ["specs", 0, "instanceSize"], "S20_HIGHCPU_NVME"],
])("%s that is typed and not known gets a line that says so, a known one none", (_what, plan, initial, path, known) => {
  const state = openForm(plan, { mode: "create", initial });
  expect(rowAt(plan, setText(plan, state, path, "OF_TOMORROW", env), path).field.note).toBe(
    "OF_TOMORROW is an unknown value: sent as typed; the service may refuse it",
  );
  expect(rowAt(plan, setText(plan, state, path, known, env), path).field.note).toBeNull();
});

test("a value that is not known and not taken is not said to be sent as well", () => {
  const plan: FormPlan = startPlan({ sources: [], project: { id: "p", name: "Payments" }, kindOf: () => "unknown" });
  const path = ["destination", "hostnameSchemaType"];
  const state = leaveField(plan, setText(plan, openForm(plan, { mode: "create" }), path, "MOON", env), path);
  const { error, note } = rowAt(plan, state, path).field;
  expect([error, note]).toEqual([expect.stringContaining("must be"), null]);
});

test("extra retention of snapshots on demand can be entered, and is sent", async () => {
  const { plan, state } = await opened(stored(), POLICY);
  const list: Path = ["extraRetentionSettings"];
  const added = addItem(plan, state, list);
  const kind: Path = [...list, 0, "frequencyType"];
  expect(rowAt(plan, added, kind).field.choices.map(({ label }) => label)).toContain("on demand");
  const filled = setText(plan, setText(plan, added, kind, "ON_DEMAND", env), [...list, 0, "retentionDays"], "30", env);
  expect(problemsOf(plan, filled, env)).toEqual([]);
  expect(bodyOf(plan, filled)).toEqual({ extraRetentionSettings: [{ frequencyType: "ON_DEMAND", retentionDays: 30 }] });
});
