import { ClusterName, SnapshotId } from "../../../src/contract/ids.ts";
import { listOf, objectOf } from "../world.ts";
import type { Counted } from "./counted.ts";
import type { CountedWrite } from "./write.ts";

/** Writes of the areas under Backup. */

const snapshots = (console: Counted): Promise<void> =>
  console.go("sn", "Go to Snapshots", /▌Snapshots +.*no snapshot|▌Snapshots +!/u);

/** Goes to the newest snapshot of the replica set: of which kind it is follows from the day and the hour. */
async function newest(console: Counted): Promise<void> {
  await snapshots(console);
  await console.filter("eu", /latest/u);
}

/** Goes to the schedule of the replica set. */
async function schedule(console: Counted): Promise<void> {
  await console.go("sc", "Go to Schedules", /▌Schedules +(?:\d|!)/u);
  await console.times(1, "list.down", /^prod-eu /u);
}

/** Asks for a restore from a cluster: that of the newest snapshot stands there. */
async function newRestore(console: Counted, row: RegExp, text: string): Promise<void> {
  await console.go("res", "Go to Restores", /▌Restores +1 running · 1 to download/u);
  console.press("action.new");
  await console.take("Cluster to restore from", row, text);
  await console.waitFor(/Restore type +← /u);
}

const fromProdEu = (console: Counted): Promise<void> => newRestore(console, /^prod-eu +replica/u, "eu");

const toMoment = (console: Counted): Promise<void> =>
  console.do("form.step-on", /Restore type +← restore a point in time/u);

/** Chooses the cluster that is replaced, which is all that is needed, and sends. */
async function intoSide(console: Counted): Promise<void> {
  await console.toWhatIsNeeded("Target cluster");
  await console.choose("Target cluster", /^prod-eu-side/u);
  await console.review();
  await console.confirmWithName("prod-eu-side", /Status running/u);
}

const buckets = (console: Counted): Promise<void> => console.go("buc", "Go to Export buckets", /▌Export buckets +\d/u);

/** Who answers for a compliance policy, field by field. */
const PERSON = [
  ["Authorised e-mail", "ann@example.com"],
  ["Confirm e-mail", "ann@example.com"],
  ["First name", "Ann"],
  ["Last name", "Ode"],
] as const;

export const BACKUP: readonly CountedWrite[] = [
  {
    area: "snapshots",
    write: "take one now, with a note",
    operation: "takeSnapshot",
    like: "backups snapshots create",
    go: async (console) => {
      await console.go("tak", "Snapshots: Take a snapshot", "▌Cluster to take a snapshot of");
      await console.take("Cluster to take a snapshot of", /^prod-eu +replica/u, "eu");
      await console.waitFor("▌Take a snapshot of prod-eu");
      await console.on("Note");
      await console.fill("before CHG-2001");
      await console.review();
      await console.confirm(/Status queued/u);
    },
  },
  {
    area: "snapshots",
    write: "extend its retention",
    operation: "updateSnapshotRetention",
    like: "api updateSnapshotRetention",
    go: async (console) => {
      await newest(console);
      await console.do("action.edit", /▌Change retention of \w+/u);
      await console.field("Retention");
      await console.replace("60");
      await console.review();
      await console.confirm(/(?:59|60)d/u);
    },
  },
  {
    area: "snapshots",
    write: "delete one of a replica set",
    operation: "deleteReplicaSetBackup",
    like: "backups snapshots delete",
    go: async (console) => {
      await newest(console);
      await console.deleteByName("prod-eu", /▌Snapshots/u);
    },
  },
  {
    area: "snapshots",
    write: "delete one of a sharded cluster",
    operation: "deleteShardedClusterBackup",
    like: "api deleteShardedClusterBackup",
    go: async (console) => {
      await snapshots(console);
      await console.on(/latest/u);
      await console.deleteByName("analytics", /▌Snapshots/u);
    },
  },
  {
    area: "backup-schedules",
    write: "keep one rule longer",
    operation: "updateBackupSchedule",
    like: "backups schedule update",
    go: async (console) => {
      await schedule(console);
      await console.do("action.edit", "▌Edit schedule: prod-eu");
      await console.waitFor(/Daily start/u);
      await console.goToField("sat ret", /Retention/u);
      await console.replace("6");
      await console.review();
      await console.confirm(/6 weeks/u);
    },
  },
  {
    area: "backup-schedules",
    write: "delete all rules",
    operation: "deleteAllBackupSchedules",
    like: "backups schedule delete",
    go: async (console) => {
      await schedule(console);
      await console.deleteByName("prod-eu", /never: no policy item|nothing/u);
    },
  },
  {
    area: "restore-jobs",
    write: "replace a cluster by the newest snapshot of another",
    operation: "createBackupRestoreJob",
    like: "backups restores start (automated)",
    go: async (console) => {
      await fromProdEu(console);
      await intoSide(console);
    },
    body: { deliveryType: "automated" },
  },
  {
    area: "restore-jobs",
    write: "the same to a point in time",
    operation: "createBackupRestoreJob",
    like: "backups restores start (pointInTime)",
    go: async (console) => {
      await fromProdEu(console);
      await toMoment(console);
      await console.field("Point in time");
      await console.replace("-2h");
      await intoSide(console);
    },
    body: { deliveryType: "pointInTime" },
  },
  {
    area: "restore-jobs",
    write: "prepare a download",
    operation: "createBackupRestoreJob",
    like: "backups restores start (download)",
    go: async (console) => {
      await fromProdEu(console);
      await toMoment(console);
      await console.do("form.step-on", /Restore type +← download a snapshot/u);
      await console.review();
      await console.confirmWithYes(/Status running/u);
    },
    body: { deliveryType: "download" },
  },
  {
    area: "restore-jobs",
    write: "restore a serverless instance",
    operation: "createServerlessBackupRestoreJob",
    like: "serverless backups restores create",
    go: async (console) => {
      await newRestore(console, /^orders-sls/u, "ord");
      await intoSide(console);
    },
  },
  {
    area: "restore-jobs",
    write: "cancel a download",
    operation: "cancelBackupRestoreJob",
    like: "api cancelBackupRestoreJob",
    before: async ({ world }) => {
      const params = { groupId: world.main, clusterName: ClusterName.parse("prod-eu") };
      const { raw } = await world.client.call("listReplicaSetBackups", { params });
      const newest = listOf(objectOf(raw), "results").findLast(({ status }) => status === "completed");
      const body = { deliveryType: "download", snapshotId: SnapshotId.parse(newest?.["id"]) } as const;
      await world.client.call("createBackupRestoreJob", { params }, { body });
      return {};
    },
    go: async (console) => {
      await console.go("res", "Go to Restores", /▌Restores +2 running/u);
      await console.on(/^running +prod-eu → download/u);
      await console.deleteWithYes(/Status cancelled|▌Restores +1 running · 1 to download/u);
    },
  },
  {
    area: "export-jobs",
    write: "export the newest snapshot",
    operation: "createBackupExportJob",
    like: "backups exports jobs create",
    go: async (console) => {
      await console.go("expo", "Go to Exports", /▌Exports +1 running/u);
      await console.do("action.new", "▌Cluster to export a snapshot of");
      await console.take("Cluster to export a snapshot of", /^prod-eu /u, "eu");
      await console.waitFor("▌Export a snapshot of prod-eu");
      await console.review();
      await console.confirmWithYes(/Status queued/u);
    },
  },
  {
    area: "export-buckets",
    write: "register a bucket",
    operation: "createExportBucket",
    like: "backups exports buckets create",
    go: async (console) => {
      await buckets(console);
      await console.do("action.new", "▌New export bucket");
      await console.field("Bucket name");
      await console.fill("acme-long-term");
      await console.field("Access role");
      await console.do("form.step-on", /Access role +← svc-keys/u);
      await console.do("form.step-on", /Access role +.*svc-export/u);
      await console.review();
      await console.confirm(/Role status authorised/u);
    },
  },
  {
    area: "export-buckets",
    write: "remove a bucket",
    operation: "deleteExportBucket",
    like: "backups exports buckets delete",
    go: async (console) => {
      await buckets(console);
      await console.times(2, "list.down", /acme-legal-hold/u);
      await console.deleteWithYes(/▌Export buckets +2 buckets/u);
    },
  },
  {
    area: "compliance-policy",
    write: "set one with a rule",
    operation: "updateDataProtectionSettings",
    like: "backups compliancePolicy enable, policies scheduled create",
    go: async (console) => {
      await console.go("set", "Compliance: Set or change", "▌Set a compliance policy");
      for (const [field, text] of PERSON) {
        await console.on(field);
        await console.fill(text);
        console.press("form.next");
      }
      await console.on(/Add policy item/u);
      await console.do("form.add", /Policy item 1/u);
      // One schedule keeps nothing: it has to be said that it is rewritten.
      await console.do("form.review", /is not compliant: choose yes/u);
      await console.on("Rewrite schedules");
      await console.do("form.turn", /Rewrite schedules +• ← yes/u);
      await console.review();
      await console.confirmWithName("Payments", /▌Compliance +enabling/u);
    },
  },
  {
    area: "compliance-policy",
    write: "lift it, after support has approved",
    operation: "disableDataProtectionSettings",
    like: "api disableDataProtectionSettings",
    before: async ({ world }) => {
      const groupId = world.project("Staging");
      await world.control("POST", "/approve", { what: "compliance-policy", id: groupId });
      return { SEXTANT_PROJECT_ID: groupId };
    },
    go: async (console) => {
      await console.go("disable c", "Compliance: Disable compliance policy", "▌Review");
      await console.confirmWithName("Staging", /▌Compliance +disabling/u);
    },
  },
];
