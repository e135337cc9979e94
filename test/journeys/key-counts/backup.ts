import { ClusterName, SnapshotId } from "../../../src/contract/schema/ids.ts";
import { listOf, objectOf } from "../world.ts";
import type { Counted } from "./counted.ts";
import type { CountedWrite } from "./write.ts";

/** Writes of the areas under Backup. */

const snapshots = (sextant: Counted): Promise<void> =>
  sextant.go("sn", "Go to Snapshots", /▌Snapshots +.*no snapshot|▌Snapshots +!/u);

/** Goes to the newest snapshot of the replica set: of which kind it is follows from the day and the hour. */
async function newest(sextant: Counted): Promise<void> {
  await snapshots(sextant);
  await sextant.filter("eu", /latest/u);
}

/** Goes to the schedule of the replica set. */
async function schedule(sextant: Counted): Promise<void> {
  await sextant.go("sc", "Go to Schedules", /▌Schedules +(?:\d|!)/u);
  await sextant.times(1, "list.down", /^prod-eu /u);
}

/** Asks for a restore from a cluster: that of the newest snapshot stands there. */
async function newRestore(sextant: Counted, row: RegExp, text: string): Promise<void> {
  await sextant.go("res", "Go to Restores", /▌Restores +1 running · 1 to download/u);
  sextant.press("action.new");
  await sextant.take("Cluster to restore from", row, text);
  await sextant.waitFor(/Restore type +restore a snapshot/u);
}

const fromProdEu = (sextant: Counted): Promise<void> => newRestore(sextant, /^prod-eu +replica/u, "eu");

const toMoment = (sextant: Counted): Promise<void> =>
  sextant.do("form.step-on", /Restore type +← restore a point in time/u);

/** Chooses the cluster that is replaced, which is all that is needed, and sends. */
async function intoSide(sextant: Counted): Promise<void> {
  await sextant.toWhatIsNeeded("Target cluster");
  await sextant.choose("Target cluster", /^prod-eu-side/u);
  await sextant.review();
  await sextant.confirmWithName("prod-eu-side", /Status running/u);
}

const buckets = (sextant: Counted): Promise<void> => sextant.go("buc", "Go to Export buckets", /▌Export buckets +\d/u);

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
    go: async (sextant) => {
      await sextant.go("tak", "Snapshots: Take a snapshot", "▌Cluster to take a snapshot of");
      await sextant.take("Cluster to take a snapshot of", /^prod-eu +replica/u, "eu");
      await sextant.waitFor("▌Take a snapshot of prod-eu");
      await sextant.on("Note");
      await sextant.fill("before CHG-2001");
      await sextant.review();
      await sextant.confirm(/Status queued/u);
    },
  },
  {
    area: "snapshots",
    write: "extend its retention",
    operation: "updateSnapshotRetention",
    like: "api updateSnapshotRetention",
    go: async (sextant) => {
      await newest(sextant);
      await sextant.do("action.edit", /▌Change retention of \w+/u);
      await sextant.field("Retention");
      await sextant.replace("60");
      await sextant.review();
      await sextant.confirm(/(?:59|60)d/u);
    },
  },
  {
    area: "snapshots",
    write: "delete one of a replica set",
    operation: "deleteReplicaSetBackup",
    like: "backups snapshots delete",
    go: async (sextant) => {
      await newest(sextant);
      await sextant.deleteByName("prod-eu", /▌Snapshots/u);
    },
  },
  {
    area: "snapshots",
    write: "delete one of a sharded cluster",
    operation: "deleteShardedClusterBackup",
    like: "api deleteShardedClusterBackup",
    go: async (sextant) => {
      await snapshots(sextant);
      await sextant.on(/latest/u);
      await sextant.deleteByName("analytics", /▌Snapshots/u);
    },
  },
  {
    area: "backup-schedules",
    write: "keep one rule longer",
    operation: "updateBackupSchedule",
    like: "backups schedule update",
    go: async (sextant) => {
      await schedule(sextant);
      await sextant.do("action.edit", "▌Edit schedule: prod-eu");
      await sextant.waitFor(/Daily start/u);
      await sextant.goToField("sat ret", /Retention/u);
      await sextant.replace("6");
      await sextant.review();
      await sextant.confirm(/6 weeks/u);
    },
  },
  {
    area: "backup-schedules",
    write: "delete all rules",
    operation: "deleteAllBackupSchedules",
    like: "backups schedule delete",
    go: async (sextant) => {
      await schedule(sextant);
      await sextant.deleteByName("prod-eu", /never: no policy item|nothing/u);
    },
  },
  {
    area: "restore-jobs",
    write: "replace a cluster by the newest snapshot of another",
    operation: "createBackupRestoreJob",
    like: "backups restores start (automated)",
    go: async (sextant) => {
      await fromProdEu(sextant);
      await intoSide(sextant);
    },
    body: { deliveryType: "automated" },
  },
  {
    area: "restore-jobs",
    write: "the same to a point in time",
    operation: "createBackupRestoreJob",
    like: "backups restores start (pointInTime)",
    go: async (sextant) => {
      await fromProdEu(sextant);
      await toMoment(sextant);
      await sextant.field("Point in time");
      await sextant.replace("-2h");
      await intoSide(sextant);
    },
    body: { deliveryType: "pointInTime" },
  },
  {
    area: "restore-jobs",
    write: "prepare a download",
    operation: "createBackupRestoreJob",
    like: "backups restores start (download)",
    go: async (sextant) => {
      await fromProdEu(sextant);
      await toMoment(sextant);
      await sextant.do("form.step-on", /Restore type +← download a snapshot/u);
      await sextant.review();
      await sextant.confirmWithYes(/Status running/u);
    },
    body: { deliveryType: "download" },
  },
  {
    area: "restore-jobs",
    write: "restore a serverless instance",
    operation: "createServerlessBackupRestoreJob",
    like: "serverless backups restores create",
    go: async (sextant) => {
      await newRestore(sextant, /^orders-sls/u, "ord");
      await intoSide(sextant);
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
    go: async (sextant) => {
      await sextant.go("res", "Go to Restores", /▌Restores +2 running/u);
      await sextant.on(/^running +prod-eu → download/u);
      await sextant.deleteWithYes(/Status cancelled|▌Restores +1 running · 1 to download/u);
    },
  },
  {
    area: "export-jobs",
    write: "export the newest snapshot",
    operation: "createBackupExportJob",
    like: "backups exports jobs create",
    go: async (sextant) => {
      await sextant.go("expo", "Go to Exports", /▌Exports +1 running/u);
      await sextant.do("action.new", "▌Cluster to export a snapshot of");
      await sextant.take("Cluster to export a snapshot of", /^prod-eu /u, "eu");
      await sextant.waitFor("▌Export a snapshot of prod-eu");
      await sextant.review();
      await sextant.confirmWithYes(/Status queued/u);
    },
  },
  {
    area: "export-buckets",
    write: "register a bucket",
    operation: "createExportBucket",
    like: "backups exports buckets create",
    go: async (sextant) => {
      await buckets(sextant);
      await sextant.do("action.new", "▌New export bucket");
      await sextant.field("Bucket name");
      await sextant.fill("acme-long-term");
      await sextant.field("Access role");
      await sextant.do("form.step-on", /Access role +(?:← )?svc-keys/u);
      await sextant.do("form.step-on", /Access role +.*svc-export/u);
      await sextant.review();
      await sextant.confirm(/Role status authorised/u);
    },
  },
  {
    area: "export-buckets",
    write: "remove a bucket",
    operation: "deleteExportBucket",
    like: "backups exports buckets delete",
    go: async (sextant) => {
      await buckets(sextant);
      await sextant.times(2, "list.down", /acme-legal-hold/u);
      await sextant.deleteWithYes(/▌Export buckets +2 buckets/u);
    },
  },
  {
    area: "compliance-policy",
    write: "set one with a rule",
    operation: "updateDataProtectionSettings",
    like: "backups compliancePolicy enable, policies scheduled create",
    go: async (sextant) => {
      await sextant.go("set or", "Compliance: Set or change", "▌Set a compliance policy");
      for (const [field, text] of PERSON) {
        await sextant.on(field);
        await sextant.fill(text);
        sextant.press("form.next");
      }
      await sextant.on(/Add policy item/u);
      await sextant.do("form.add", /Policy item 1/u);
      // One schedule keeps nothing: it has to be said that it is rewritten.
      await sextant.do("form.review", /is not compliant: turn this on/u);
      await sextant.on("Rewrite schedules");
      await sextant.do("form.turn", /Rewrite schedules +• ← on/u);
      await sextant.review();
      await sextant.confirmWithName("Payments", /▌Compliance +enabling/u);
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
    go: async (sextant) => {
      await sextant.go("disable c", "Compliance: Disable compliance policy", "▌Review");
      await sextant.confirmWithName("Staging", /▌Compliance +disabling/u);
    },
  },
];
