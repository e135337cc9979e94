import { describe, expect, it, vi } from "vitest";
import { changeLayer } from "../../src/app/app.ts";
import { runAction } from "../../src/app/effects/actions.ts";
import { submit } from "../../src/app/effects/submit.ts";
import { edit } from "../../src/app/form/layer.ts";
import { questionOf } from "../../src/app/review/answer.ts";
import { send } from "../../src/app/review/send.ts";
import { openUndo } from "../../src/app/review/undo.ts";
import { visit } from "../../src/app/screen/visit.ts";
import { layerOf, type ReviewLayer } from "../../src/app/workspace.ts";
import { areaOf } from "../../src/areas/areas.ts";
import type { AreaId } from "../../src/contract/area-ids.ts";
import { isJson, isJsonObject, type JsonObject, type Path, valueAt } from "../../src/contract/json.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { setText, setValue } from "../../src/forms/edit.ts";
import type { Stage } from "./stage.ts";
import { staged } from "./staged.ts";

/** Every change that can be undone, done and undone at the real service over HTTP: it holds then what it held before. */

const stage = staged();

/** What is changed: the thing, what is filled in, and what the service holds of it. */
type Case = {
  readonly area: AreaId;
  readonly operation: OperationId;
  readonly fill: (document: JsonObject) => readonly [Path, string | number | boolean];
  readonly read: readonly [operation: OperationId, params: Readonly<Record<string, string>>];
  readonly ids: readonly string[];
};

async function documentAt(shown: Stage, [operation, params]: Case["read"]): Promise<JsonObject> {
  const { raw } = await shown.app.ask(operation, { params: { groupId: shown.ready.groupId, ...params } });
  if (!isJson(raw) || !isJsonObject(raw)) throw new Error(`${operation} answered no object`);
  // When it was written is another matter.
  const { updated: _updated, ...rest } = raw;
  return rest;
}

const layersOf = ({ app }: Stage) => app.store.getState();

/** The review when all that it needs is there. */
async function reviewOf(shown: Stage): Promise<ReviewLayer> {
  return await vi.waitFor(
    () => {
      const layer = layerOf(layersOf(shown), "review");
      if (layer?.stage !== "ready")
        throw new Error(`${layer?.stage ?? "no review"} ${layer?.failure ?? ""}\n${shown.frame()}`);
      return layer;
    },
    { timeout: 20_000 },
  );
}

/** Answers the review as its risk asks, and waits until it was sent. */
async function sent(shown: Stage): Promise<void> {
  const question = questionOf(await reviewOf(shown));
  changeLayer(shown.app, "review", (layer) => ({
    ...layer,
    yes: true,
    typed: question?.kind === "name" ? question.name : "",
  }));
  send(shown.app);
  await vi.waitFor(
    () => {
      const { layers } = layersOf(shown);
      if (layers.some(({ kind }) => kind === "review" || kind === "form")) throw new Error(shown.frame());
    },
    { timeout: 20_000 },
  );
}

async function changed(shown: Stage, { area, operation, fill, ids }: Case, before: JsonObject): Promise<void> {
  const action = areaOf(area).screen?.actions.find((one) => one.operation === operation && one.standard === "edit");
  if (action === undefined) throw new Error(`no action for ${operation}`);
  runAction(shown.app, action, ids);
  await vi.waitFor(() => expect(layerOf(layersOf(shown), "form")?.stage).toBe("filling"), { timeout: 20_000 });
  const [path, value] = fill(before);
  edit(shown.app, (state, { setup }, env) =>
    typeof value === "boolean"
      ? setValue(setup.plan, state, path, value)
      : setText(setup.plan, state, path, String(value), env),
  );
  submit(shown.app);
  await sent(shown);
}

const not = (document: JsonObject, name: string): boolean => valueAt(document, [name]) !== true;

/** A thing of a list, by what it has to be. */
async function first(
  shown: Stage,
  operation: OperationId,
  params: Readonly<Record<string, string>>,
  fits: (row: JsonObject) => boolean,
): Promise<string> {
  const { results } = await documentAt(shown, [operation, params]);
  const row = Array.isArray(results) ? results.filter(isJsonObject).find(fits) : undefined;
  return String(row?.["id"]);
}

const CASES: Readonly<Record<string, (shown: Stage) => Promise<Case> | Case>> = {
  "custom DNS": () => ({
    area: "custom-dns",
    operation: "toggleAwsCustomDns",
    ids: [],
    read: ["getAwsCustomDns", {}],
    fill: (before) => [["enabled"], not(before, "enabled")],
  }),
  auditing: () => ({
    area: "auditing",
    operation: "updateAuditingConfiguration",
    ids: ["auditing"],
    read: ["getAuditingConfiguration", {}],
    fill: (before) => [["auditAuthorizationSuccess"], not(before, "auditAuthorizationSuccess")],
  }),
  "a schedule": () => ({
    area: "backup-schedules",
    operation: "updateBackupSchedule",
    ids: ["prod-eu"],
    read: ["getBackupSchedule", { clusterName: "prod-eu" }],
    fill: () => [["policies", 0, "policyItems", 1, "retentionValue"], 21],
  }),
  "the retention of a snapshot": async (shown) => {
    const clusterName = "prod-eu";
    const id = await first(
      shown,
      "listReplicaSetBackups",
      { clusterName },
      ({ status, snapshotType }) => status === "completed" && snapshotType === "onDemand",
    );
    return {
      area: "snapshots",
      operation: "updateSnapshotRetention",
      ids: [id],
      read: ["getReplicaSetBackup", { clusterName, snapshotId: id }],
      fill: () => [["retentionValue"], 400],
    };
  },
  "an alert configuration": async (shown) => {
    const id = await first(shown, "listAlertConfigurations", {}, ({ enabled }) => enabled === true);
    return {
      area: "alert-configurations",
      operation: "updateAlertConfiguration",
      ids: [id],
      read: ["getAlertConfiguration", { alertConfigId: id }],
      fill: (before) => [["severityOverride"], valueAt(before, ["severityOverride"]) === "INFO" ? "ERROR" : "INFO"],
    };
  },
};

describe("undo at the service", () => {
  it.each(Object.entries(CASES))(
    "puts %s back as it was, and does it again when it is undone",
    async (_name, caseOf) => {
      const shown = await stage.open({ columns: 120, rows: 40 });
      const one = await caseOf(shown);
      const before = await documentAt(shown, one.read);
      visit(shown.app, { area: one.area, ids: [] });
      await changed(shown, one, before);
      const made = await documentAt(shown, one.read);
      expect(made).not.toEqual(before);
      openUndo(shown.app);
      await sent(shown);
      expect(await documentAt(shown, one.read)).toEqual(before);
      openUndo(shown.app);
      await sent(shown);
      expect(await documentAt(shown, one.read)).toEqual(made);
    },
  );
});
