import { expect } from "vitest";
import type { Counted } from "./counted.ts";
import type { CountedWrite } from "./write.ts";

/** Writes of the areas under Monitor and Configure. */

const alerts = (sextant: Counted): Promise<void> => sextant.go("al", "Go to Alerts", "no primary");

/** Goes to the alert configuration of used connections, which is the first. */
async function connectionsUsed(sextant: Counted): Promise<void> {
  await sextant.go("con", "Go to Alert configs", "connections used");
  await sextant.on(/connections used/u);
}

export const MONITOR: readonly CountedWrite[] = [
  {
    area: "alerts",
    write: "acknowledge for 2 hours",
    operation: "acknowledgeAlert",
    like: "alerts acknowledge",
    go: async (sextant) => {
      await alerts(sextant);
      await sextant.on(/^CRIT.*no primary/u);
      await sextant.menu("Acknowledge", "▌Acknowledge no primary");
      await sextant.fill("+2h");
      await sextant.review();
      await sextant.confirm(/Acknowledged +for|3 acknowledged/u);
    },
    body: { acknowledgedUntil: expect.any(String) },
  },
  {
    area: "alerts",
    write: "unacknowledge",
    operation: "acknowledgeAlert",
    like: "alerts unacknowledge",
    go: async (sextant) => {
      await alerts(sextant);
      await sextant.filter("oplog b", /oplog behind/u);
      await sextant.menu("Unacknowledge", "▌Review");
      await sextant.confirm(/▌Alerts|1 acknowledged|Acknowledged +no/u);
    },
    body: { unacknowledgeAlert: true },
  },
  {
    area: "alert-configurations",
    write: "create: an event, one e-mail",
    operation: "createAlertConfiguration",
    like: "alerts settings create",
    go: async (sextant) => {
      await sextant.go("new al", "Alert configs: New", "▌New alert configuration");
      await sextant.choose("Event", "host down", "host d");
      await sextant.waitFor("▌New alert configuration: host down");
      sextant.press("form.last");
      await sextant.on(/\+ Add notification/u);
      await sextant.do("form.add", "Notification 1");
      await sextant.on("Channel");
      sextant.press("form.next");
      await sextant.choose("E-mail", "dba@acme.example");
      await sextant.review();
      await sextant.confirm(/Event type +HOST_DOWN/u);
    },
  },
  {
    area: "alert-configurations",
    write: "update: the wait of one notification",
    operation: "updateAlertConfiguration",
    like: "alerts settings update",
    go: async (sextant) => {
      await connectionsUsed(sextant);
      await sextant.do("action.edit", /▌Edit alert config/u);
      await sextant.goToField("dela", /Delay/u);
      await sextant.replace("5");
      await sextant.review();
      await sextant.confirm(/Notification 1 e-mail .*after 5 min/u);
    },
  },
  {
    area: "alert-configurations",
    write: "turn off",
    operation: "toggleAlertConfiguration",
    like: "alerts settings disable",
    go: async (sextant) => {
      await connectionsUsed(sextant);
      await sextant.menu("Turn off", "▌Review");
      await sextant.confirmWithYes(/Active +off|11 on · 3 off/u);
    },
    body: { enabled: false },
  },
  {
    area: "alert-configurations",
    write: "delete",
    operation: "deleteAlertConfiguration",
    like: "alerts settings delete",
    go: async (sextant) => {
      await connectionsUsed(sextant);
      await sextant.deleteWithYes(/11 on · 2 off/u);
    },
  },
  {
    area: "auditing",
    write: "record changes of collections",
    operation: "updateAuditingConfiguration",
    like: "auditing update",
    go: async (sextant) => {
      await sextant.go("au", "Go to Auditing", /▌Auditing +on/u);
      await sextant.do("action.edit", "▌Edit auditing");
      await sextant.on("Audit log");
      await sextant.times(1, "form.next", "Audit filter");
      await sextant.choose("Audit filter", "Changes of collections", "coll", "form.suggest-always");
      await sextant.review();
      await sextant.confirmWithYes(/▌Auditing +on.*changes of collections/u);
    },
  },
  {
    area: "custom-dns",
    write: "switch on",
    operation: "toggleAwsCustomDns",
    like: "customDns enable",
    go: async (sextant) => {
      await sextant.go("cu", "Go to Custom DNS", /▌Custom DNS +off/u);
      await sextant.do("action.edit", "▌Custom DNS names");
      await sextant.on("Custom DNS names");
      await sextant.do("form.turn", /private host names, for peered networks/u);
      await sextant.review();
      await sextant.confirmWithYes(/▌Custom DNS +on/u);
    },
    body: { enabled: true },
  },
  {
    area: "cloud-access",
    write: "create a role",
    operation: "createCloudProviderAccessRole",
    like: "cloudProviders accessRoles create",
    go: async (sextant) => {
      await sextant.go("role", "Cloud access: New role", "▌New cloud access role");
      await sextant.choose("Provider", "AWS");
      await sextant.review();
      await sextant.confirm(/external/iu);
    },
  },
];
