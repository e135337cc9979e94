import type { JsonObject } from "../../contract/json/json.ts";
import { DAY } from "../../text/durations.ts";
import { objectId, type Random } from "../random.ts";
import { linkDraft, sourceProjectDraft } from "../source-projects/stored.ts";
import type { DocumentDraft } from "../storage/storage.ts";

/** Projects of the sample's on-premises manager: two projects with five deployments (`domain.md` 17.2). */

const GIGABYTE = 1_000_000_000;
const AGENT = "13.31.0.9262";

/** A deployment of the sample; one without an oplog is standalone. */
type SampleDeployment = {
  readonly name: string;
  readonly gigabytes: number;
  readonly version: string;
  readonly tls: boolean;
  readonly managed: boolean;
  readonly oplogSizeMB?: number;
  readonly shards?: number;
};

const SHOP: readonly SampleDeployment[] = [
  { name: "shop-rs0", gigabytes: 214, version: "6.0.14", tls: true, managed: true, oplogSizeMB: 51_200 },
  { name: "shop-archive", gigabytes: 1412, version: "6.0.14", tls: true, managed: true, oplogSizeMB: 102_400 },
  { name: "shop-carts", gigabytes: 386, version: "7.0.8", tls: true, managed: true, oplogSizeMB: 51_200, shards: 3 },
];

const CRM: readonly SampleDeployment[] = [
  { name: "crm-rs0", gigabytes: 38, version: "6.0.14", tls: false, managed: false, oplogSizeMB: 10_240 },
  { name: "crm-reports", gigabytes: 4, version: "5.0.26", tls: true, managed: true },
];

const deployment = (sample: SampleDeployment, id: string): JsonObject => ({
  agentVersion: AGENT,
  clusterId: id,
  databaseVersion: sample.version,
  dbSizeBytes: sample.gigabytes * GIGABYTE,
  featureCompatibilityVersion: sample.version.split(".").slice(0, 2).join("."),
  managed: sample.managed,
  name: sample.name,
  ...(sample.oplogSizeMB === undefined ? {} : { oplogSizeMB: sample.oplogSizeMB }),
  sharded: sample.shards !== undefined,
  ...(sample.shards === undefined ? {} : { shardsSize: sample.shards }),
  tlsEnabled: sample.tls,
});

/** The organisation's link, and the projects available through it. */
export function sampleSourceProjects(orgId: string, now: number, random: Random): readonly DocumentDraft[] {
  const project = (name: string, hosts: readonly string[], samples: readonly SampleDeployment[]): DocumentDraft => {
    const made = now - 900 * DAY;
    const projectId = objectId(made, random);
    const deployments = samples.map((sample) => deployment(sample, objectId(made + DAY, random)));
    return sourceProjectDraft(orgId, { deployments, migrationHosts: [...hosts], name, projectId });
  };
  return [
    linkDraft(orgId, ["198.51.100.7"], now - 40 * DAY),
    project("Legacy Shop", ["mig01.corp.example", "mig02.corp.example"], SHOP),
    project("Legacy CRM", ["mig03.corp.example"], CRM),
  ];
}
