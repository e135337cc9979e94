import { expect } from "vitest";
import type { Counted } from "./counted.ts";
import type { CountedWrite } from "./write.ts";

/** Writes of the areas under Monitor and Configure. */

const alerts = (console: Counted): Promise<void> => console.go("al", "Go to Alerts", "no primary");

/** Goes to the alert configuration of used connections, which is the first. */
async function connectionsUsed(console: Counted): Promise<void> {
  await console.go("con", "Go to Alert configs", "connections used");
  await console.on(/connections used/u);
}

export const MONITOR: readonly CountedWrite[] = [
  {
    area: "alerts",
    write: "acknowledge for 2 hours",
    operation: "acknowledgeAlert",
    like: "alerts acknowledge",
    go: async (console) => {
      await alerts(console);
      await console.on(/^CRIT.*no primary/u);
      await console.menu("Acknowledge", "▌Acknowledge no primary");
      await console.fill("+2h");
      await console.review();
      await console.confirm(/Acknowledged +for|3 acknowledged/u);
    },
    body: { acknowledgedUntil: expect.any(String) },
  },
  {
    area: "alerts",
    write: "unacknowledge",
    operation: "acknowledgeAlert",
    like: "alerts unacknowledge",
    go: async (console) => {
      await alerts(console);
      await console.filter("oplog b", /oplog behind/u);
      await console.menu("Unacknowledge", "▌Review");
      await console.confirm(/▌Alerts|1 acknowledged|Acknowledged +no/u);
    },
    body: { unacknowledgeAlert: true },
  },
  {
    area: "alert-configurations",
    write: "create: an event, one e-mail",
    operation: "createAlertConfiguration",
    like: "alerts settings create",
    go: async (console) => {
      await console.go("new al", "Alert configs: New", "▌New alert configuration");
      await console.choose("Event", "host down", "host d");
      await console.waitFor("▌New alert configuration: host down");
      console.press("form.last");
      await console.on(/\+ Add notification/u);
      await console.do("form.add", "Notification 1");
      await console.on("Channel");
      console.press("form.next");
      await console.choose("E-mail", "dba@acme.example");
      await console.review();
      await console.confirm(/Event type +HOST_DOWN/u);
    },
  },
  {
    area: "alert-configurations",
    write: "update: the wait of one notification",
    operation: "updateAlertConfiguration",
    like: "alerts settings update",
    go: async (console) => {
      await connectionsUsed(console);
      await console.do("action.edit", /▌Edit alert config/u);
      await console.goToField("dela", /Delay/u);
      await console.replace("5");
      await console.review();
      await console.confirm(/Notification 1 e-mail .*after 5 min/u);
    },
  },
  {
    area: "alert-configurations",
    write: "turn off",
    operation: "toggleAlertConfiguration",
    like: "alerts settings disable",
    go: async (console) => {
      await connectionsUsed(console);
      await console.menu("Turn off", "▌Review");
      await console.confirmWithYes(/Active +off|11 on · 3 off/u);
    },
    body: { enabled: false },
  },
  {
    area: "alert-configurations",
    write: "delete",
    operation: "deleteAlertConfiguration",
    like: "alerts settings delete",
    go: async (console) => {
      await connectionsUsed(console);
      await console.deleteWithYes(/11 on · 2 off/u);
    },
  },
  {
    area: "auditing",
    write: "record changes of collections",
    operation: "updateAuditingConfiguration",
    like: "auditing update",
    go: async (console) => {
      await console.go("au", "Go to Auditing", /▌Auditing +on/u);
      await console.do("action.edit", "▌Edit auditing");
      await console.on("Auditing on");
      await console.times(1, "form.next", "Audit filter");
      await console.choose("Audit filter", "Changes of collections", "coll", "form.suggest-always");
      await console.review();
      await console.confirmWithYes(/▌Auditing +on.*changes of collections/u);
    },
  },
  {
    area: "custom-dns",
    write: "switch on",
    operation: "toggleAwsCustomDns",
    like: "customDns enable",
    go: async (console) => {
      await console.go("cu", "Go to Custom DNS", /▌Custom DNS +off/u);
      await console.do("action.edit", "▌Custom DNS names");
      await console.on("Custom DNS names");
      await console.do("form.turn", /private host names, for peered networks/u);
      await console.review();
      await console.confirmWithYes(/▌Custom DNS +on/u);
    },
    body: { enabled: true },
  },
  {
    area: "cloud-access",
    write: "create a role",
    operation: "createCloudProviderAccessRole",
    like: "cloudProviders accessRoles create",
    go: async (console) => {
      await console.go("role", "Cloud access: New role", "▌New cloud access role");
      await console.choose("Provider", "AWS");
      await console.review();
      await console.confirm(/external/iu);
    },
  },
];
