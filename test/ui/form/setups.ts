import { createPlan, updatePlan } from "../../../src/areas/alert-configurations/form.ts";
import { type FormSetup, NO_PREFLIGHT, type Target, type WritePlan } from "../../../src/areas/model/effect.ts";
import { isJson, isJsonObject, type JsonObject } from "../../../src/contract/json/json.ts";
import { operations } from "../../../src/contract/operations.ts";
import { AlertConfigId } from "../../../src/contract/schema/ids.ts";
import type { FormPlan } from "../../../src/forms/form-plan.ts";
import { alertId, PROJECT } from "../../state/console.ts";

/** Forms and writes that the tests of the screen open, and the document that they are about. */

export const CONFIG_ID = AlertConfigId.parse("65f0000000000000000000c1");

export const stored = (change: JsonObject = {}): JsonObject => ({
  id: CONFIG_ID,
  groupId: PROJECT,
  eventTypeName: "NO_PRIMARY",
  enabled: true,
  created: "2025-11-01T00:00:00Z",
  updated: "2025-11-02T00:00:00Z",
  severityOverride: "CRITICAL",
  matchers: [{ fieldName: "CLUSTER_NAME", operator: "EQUALS", value: "prod-eu" }],
  notifications: [
    {
      typeName: "EMAIL",
      emailAddress: "dba@acme.example",
      delayMin: 0,
      intervalMin: 60,
      notifierId: "65f0000000000000000000e1",
    },
    {
      typeName: "PAGER_DUTY",
      serviceKey: "****************************c77a",
      region: "EU",
      delayMin: 15,
      notifierId: "65f0000000000000000000e2",
    },
  ],
  fieldOfTomorrow: 7,
  ...change,
});

const target = (id: string, name: string): Target => ({ id, name, params: { groupId: PROJECT, alertConfigId: id } });

export const editSetup = (change: Partial<FormSetup> = {}): FormSetup => ({
  plan: updatePlan,
  targets: [target(CONFIG_ID, "no primary")],
  base: async (ask) => {
    const { raw, at } = await ask("getAlertConfiguration", { params: { groupId: PROJECT, alertConfigId: CONFIG_ID } });
    if (!isJson(raw) || !isJsonObject(raw)) throw new TypeError("not an object");
    return { document: raw, at };
  },
  preflight: async () => ({ warnings: [], facts: [{ label: "Open now", value: "6 alerts of it" }] }),
  ...change,
});

export const createSetup = (change: Partial<FormSetup> = {}): FormSetup => ({
  plan: createPlan,
  targets: [{ id: "", name: "new", params: { groupId: PROJECT } }],
  initial: { enabled: true },
  suggest: {
    events: async () => [
      { value: "NO_PRIMARY", label: "no primary", note: "Replica set · NO_PRIMARY" },
      { value: "HOST_DOWN", label: "host down", note: "Host · HOST_DOWN" },
      { value: "TOO_MANY_ELECTIONS", label: "too many elections", note: "Replica set · TOO_MANY_ELECTIONS" },
    ],
  },
  preflight: async () => NO_PREFLIGHT,
  ...change,
});

/** Silencing with a note: a time and a long text. */
export const notePlan: FormPlan = {
  operation: operations.acknowledgeAlert,
  title: () => "Silence the alerts",
  sentence: ({ body }) => `Holds back messages, with the note ${JSON.stringify(body["acknowledgementComment"] ?? "")}.`,
  button: () => "Silence them",
  fields: [
    { path: "acknowledgementComment", kind: "long-text" },
    { path: "acknowledgedUntil", kind: "timestamp" },
    { path: "unacknowledgeAlert", when: () => ({ shown: false }) },
  ],
};

export const noteSetup = (count: number, change: Partial<FormSetup> = {}): FormSetup => ({
  plan: notePlan,
  targets: Array.from({ length: count }, (_, index) => ({
    id: alertId(index + 1),
    name: `alert ${index + 1}`,
    params: { groupId: PROJECT, alertId: alertId(index + 1) },
  })),
  preflight: async () => NO_PREFLIGHT,
  ...change,
});

/** A write without fields: a switch of one configuration. */
export const togglePlan = (change: Partial<WritePlan> = {}): WritePlan => ({
  operation: "toggleAlertConfiguration",
  title: "Turn off: no primary",
  sentence: "Nothing is raised by it any more.",
  button: "Turn off",
  targets: [target(CONFIG_ID, "no primary")],
  body: () => ({ enabled: false }),
  risk: "reversible",
  confirmName: "no primary",
  changes: [{ label: "Active", from: "on", to: "off", kind: "changed" }],
  preflight: async () => NO_PREFLIGHT,
  after: { area: "alert-configurations", ids: [CONFIG_ID] },
  ...change,
});
