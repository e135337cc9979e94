import { describe, expect, it, vi } from "vitest";
import { changeLayer } from "../../src/app/app.ts";
import { runAction } from "../../src/app/effects/actions.ts";
import { submit } from "../../src/app/effects/submit.ts";
import { edit } from "../../src/app/form/layer.ts";
import { questionOf } from "../../src/app/review/answer.ts";
import { send } from "../../src/app/review/send.ts";
import { openUndo, whyNoUndo } from "../../src/app/review/undo.ts";
import { visit } from "../../src/app/screen/visit.ts";
import { layerOf, type ReviewLayer } from "../../src/app/workspace.ts";
import { AREAS, areaOf } from "../../src/areas/areas.ts";
import type { AreaId } from "../../src/contract/area-ids.ts";
import { isJson, isJsonObject, type Json, type JsonObject, type Path, valueAt } from "../../src/contract/json/json.ts";
import { allOperations, type OperationId } from "../../src/contract/operations.ts";
import { ClusterName, GroupId } from "../../src/contract/schema/ids.ts";
import { setText, setValue } from "../../src/forms/edit.ts";
import type { Stage } from "./stage.ts";
import { staged } from "./staged.ts";

/** Every change that can be undone, done and undone at the real service over HTTP: it holds then what it held before. */

const stage = staged();

/** What is changed: the thing, what is filled in, and what the service holds of it. */
type Case = {
  readonly area: AreaId;
  readonly operation: OperationId;
  readonly fill: (document: JsonObject) => readonly [Path, string | number | boolean | undefined];
  readonly read: readonly [operation: OperationId, params: Readonly<Record<string, string>>];
  readonly ids: readonly string[];
  /** What is edited of that, where it holds more: states that follow by themselves. */
  readonly edited?: (document: JsonObject) => unknown;
  /** How long the service works on a change before it takes the next one, in milliseconds. */
  readonly takes?: number;
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

/** Answers the review as its risk asks, and waits until it was sent. Gives what the review said would change. */
async function sent(shown: Stage): Promise<readonly string[]> {
  const layer = await reviewOf(shown);
  const question = questionOf(layer);
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
  return (layer.review?.changes ?? []).map(({ label }) => label);
}

async function changed(
  shown: Stage,
  { area, operation, fill, ids }: Case,
  before: JsonObject,
): Promise<readonly string[]> {
  const action = areaOf(area).screen.actions.find((one) => one.operation === operation && one.standard === "edit");
  if (action === undefined) throw new Error(`no action for ${operation}`);
  runAction(shown.app, action, ids);
  await vi.waitFor(() => expect(layerOf(layersOf(shown), "form")?.stage).toBe("filling"), { timeout: 20_000 });
  const [path, value] = fill(before);
  edit(shown.app, (state, { setup }, env) =>
    typeof value === "boolean" || value === undefined
      ? setValue(setup.plan, state, path, value)
      : setText(setup.plan, state, path, String(value), env),
  );
  submit(shown.app);
  return await sent(shown);
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

/** A value less the identities in it: the service gives out new ones. */
function lessIds(value: Json | undefined, name: string): unknown {
  if (Array.isArray(value)) return value.map((item: Json) => lessIds(item, name));
  if (!isJsonObject(value)) return value;
  const rest = Object.entries(value).filter(([key]) => key !== name);
  return Object.fromEntries(rest.map(([key, item]) => [key, lessIds(item, name)]));
}

/** The index `default` of the products of the shop. */
async function productsIndex(shown: Stage): Promise<string> {
  const { raw } = await shown.app.ask("listServiceSearchIndexesCluster", {
    params: { groupId: GroupId.parse(shown.ready.groupId), clusterName: ClusterName.parse("prod-eu") },
  });
  const rows = isJson(raw) && Array.isArray(raw) ? raw.filter(isJsonObject) : [];
  const index = rows.find(({ collectionName, name }) => collectionName === "products" && name === "default");
  return String(index?.["indexID"]);
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
  // What the service has thrown away comes back as something new.
  "a schedule that lost an item": () => ({
    area: "backup-schedules",
    operation: "updateBackupSchedule",
    ids: ["prod-eu"],
    read: ["getBackupSchedule", { clusterName: "prod-eu" }],
    edited: ({ policies, ...rest }) => ({ ...rest, policies: lessIds(policies, "id") }),
    fill: () => [["policies", 0, "policyItems", 1], undefined],
  }),
  "an alert configuration that lost a notification": async (shown) => {
    const id = await first(
      shown,
      "listAlertConfigurations",
      {},
      (row) => valueAt(row, ["notifications", 1, "typeName"]) === "SMS",
    );
    return {
      area: "alert-configurations",
      operation: "updateAlertConfiguration",
      ids: [id],
      read: ["getAlertConfiguration", { alertConfigId: id }],
      edited: ({ notifications, ...rest }) => ({ ...rest, notifications: lessIds(notifications, "notifierId") }),
      fill: () => [["notifications", 1], undefined],
    };
  },
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
  // It has a field that the console does not know (`sort`), which stays.
  "the definition of a search index": async (shown) => {
    const params = { clusterName: "prod-eu", indexId: await productsIndex(shown) };
    return {
      area: "search-indexes",
      operation: "updateServiceSearchIndex",
      ids: [params.indexId],
      read: ["getServiceSearchIndex", params],
      edited: (document) => valueAt(document, ["latestDefinition"]),
      fill: () => [["definition", "mappings", "dynamic"], true],
    };
  },
  "the definition of a search index by the first generation": async (shown) => {
    const params = { clusterName: "prod-eu", indexId: await productsIndex(shown) };
    return {
      area: "search-indexes-first-generation",
      operation: "updateServiceSearchIndexDeprecated",
      ids: [params.indexId],
      read: ["getServiceSearchIndexDeprecated", params],
      edited: ({ status: _status, ...rest }) => rest,
      fill: () => [["mappings", "dynamic"], true],
    };
  },
  "search nodes": () => ({
    area: "search-nodes",
    operation: "updateServiceSearchDeployment",
    ids: ["prod-eu"],
    read: ["getServiceSearchDeployment", { clusterName: "prod-eu" }],
    edited: (document) => valueAt(document, ["specs"]),
    fill: (before) => [["specs", 0, "nodeCount"], Number(valueAt(before, ["specs", 0, "nodeCount"])) + 1],
    takes: 3_600_000,
  }),
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

/** What edits a stored document and is not final. */
const EDITS = AREAS.flatMap(({ screen }) => screen.actions).flatMap(({ standard, operation }) => {
  const found = standard === "edit" ? allOperations().find(({ id }) => id === operation) : undefined;
  return found === undefined || found.body === null || found.risk === "irreversible" ? [] : [found.id];
});

describe("undo at the service", () => {
  it("is tried with every edit that can be undone", async () => {
    const shown = await stage.open({ columns: 80, rows: 24 });
    const cases = await Promise.all(Object.values(CASES).map(async (caseOf) => await caseOf(shown)));
    expect([...new Set(cases.map(({ operation }) => operation))].toSorted()).toEqual(EDITS.toSorted());
  });

  it.each(Object.entries(CASES))(
    "puts %s back as it was, and does it again when it is undone",
    async (_name, caseOf) => {
      const shown = await stage.open({ columns: 80, rows: 24 });
      const one = await caseOf(shown);
      const { edited = (document) => document, takes = 0 } = one;
      const now = async (): Promise<unknown> => {
        if (takes > 0) vi.setSystemTime(Date.now() + takes);
        return edited(await documentAt(shown, one.read));
      };
      const before = await documentAt(shown, one.read);
      visit(shown.app, { area: one.area, ids: [] });
      const changes = await changed(shown, one, before);
      const made = await now();
      expect(made).not.toEqual(edited(before));
      openUndo(shown.app);
      expect(await sent(shown)).toEqual(changes);
      expect(await now()).toEqual(edited(before));
      openUndo(shown.app);
      expect(await sent(shown)).toEqual(changes);
      expect(await now()).toEqual(made);
    },
  );
});

/** Does an action on things, with a value in its form where it has one, and sends it. */
async function done(
  shown: Stage,
  area: AreaId,
  title: RegExp,
  ids: readonly string[],
  filled?: readonly [Path, string],
): Promise<void> {
  const action = areaOf(area).screen.actions.find((one) => title.test(one.title));
  if (action === undefined) throw new Error(`no action ${String(title)}`);
  runAction(shown.app, action, ids);
  if (filled !== undefined) {
    await vi.waitFor(() => expect(layerOf(layersOf(shown), "form")?.stage).toBe("filling"), { timeout: 20_000 });
    edit(shown.app, (state, { setup }, env) => setText(setup.plan, state, filled[0], filled[1], env));
    submit(shown.app);
  }
  await sent(shown);
}

describe("what undo asks for", () => {
  it("is the name of the cluster where the old expiry is over: the snapshot would be deleted", async () => {
    const shown = await stage.open({ columns: 80, rows: 24 });
    const params = { clusterName: "prod-eu" };
    const { results } = await documentAt(shown, ["listReplicaSetBackups", params]);
    const snapshots = (Array.isArray(results) ? results.filter(isJsonObject) : [])
      .filter(({ status, expiresAt }) => status === "completed" && typeof expiresAt === "string")
      .toSorted((one, other) => String(one["expiresAt"]).localeCompare(String(other["expiresAt"])));
    const id = String(snapshots[0]?.["id"]);
    const over = Date.parse(String(snapshots[0]?.["expiresAt"]));
    visit(shown.app, { area: "snapshots", ids: [] });
    await done(shown, "snapshots", /retention/iu, [id], [["retentionValue"], "400"]);
    vi.setSystemTime(over + 60_000);
    openUndo(shown.app);
    const layer = await reviewOf(shown);
    expect(questionOf(layer)).toEqual({ kind: "name", name: "prod-eu", because: null });
    expect(layer.review?.sentence).toBe("That time is in the past: the snapshot is deleted now.");
    expect(layer.review?.warnings).toContain("The snapshot expires now and is deleted permanently, with its copies.");
    expect(layer.review?.warnings.join(" ")).not.toContain("since this form was opened");
    await sent(shown);
    expect(whyNoUndo(shown.app)).toContain("the change is irreversible");
  });

  it("names a retention with its unit", async () => {
    const shown = await stage.open({ columns: 80, rows: 24 });
    const params = { clusterName: "prod-eu" };
    const id = await first(
      shown,
      "listReplicaSetBackups",
      params,
      ({ status, snapshotType }) => status === "completed" && snapshotType === "onDemand",
    );
    visit(shown.app, { area: "snapshots", ids: [] });
    await done(shown, "snapshots", /retention/iu, [id], [["retentionValue"], "400"]);
    openUndo(shown.app);
    const [retention] = (await reviewOf(shown)).review?.changes ?? [];
    expect(retention?.from).toBe("400 days");
    expect(retention?.to).toMatch(/^\d+ days$/u);
  });

  it("is a yes where notifications stop for long again", async () => {
    const shown = await stage.open({ columns: 80, rows: 24 });
    const id = await first(shown, "listAlerts", {}, (row) => row["status"] === "OPEN" && !row["acknowledgedUntil"]);
    await done(shown, "alerts", /^Acknowledge/u, [id], [["acknowledgedUntil"], "forever"]);
    await shown.until("OPEN, acknowledged");
    await done(shown, "alerts", /^Unacknowledge/u, [id]);
    openUndo(shown.app);
    const layer = await reviewOf(shown);
    expect(questionOf(layer)).toEqual({ kind: "yes" });
    expect(layer.review?.warnings.join(" ")).toMatch(/^No notifications for .* even if the problem gets worse\.$/u);
  });

  it("is a yes where a configuration is turned off again", async () => {
    const shown = await stage.open({ columns: 80, rows: 24 });
    const id = await first(shown, "listAlertConfigurations", {}, ({ enabled }) => enabled === true);
    visit(shown.app, { area: "alert-configurations", ids: [] });
    await done(shown, "alert-configurations", /^Turn off/u, [id]);
    openUndo(shown.app);
    expect(questionOf(await reviewOf(shown))).toEqual({ kind: "plain" });
    await sent(shown);
    openUndo(shown.app);
    const layer = await reviewOf(shown);
    expect(questionOf(layer)).toEqual({ kind: "yes" });
    expect(layer.review?.facts.map(({ label }) => label)).toEqual(["Open alerts"]);
  });

  it("is nothing where the end of an acknowledgement is over: it says what to do instead", async () => {
    const shown = await stage.open({ columns: 80, rows: 24 });
    const id = await first(shown, "listAlerts", {}, (row) => row["status"] === "OPEN" && !row["acknowledgedUntil"]);
    await done(shown, "alerts", /^Acknowledge/u, [id], [["acknowledgedUntil"], "+1h"]);
    await shown.until("OPEN, acknowledged");
    await done(shown, "alerts", /^Unacknowledge/u, [id]);
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
    openUndo(shown.app);
    await vi.waitFor(() => expect(layerOf(layersOf(shown), "review")?.stage).toBe("failed"));
    expect(layerOf(layersOf(shown), "review")?.failure).toMatch(/^Cannot be sent: .*enter a future time/u);
  });
});
