import { lookupTable } from "../../contract/json/own-values.ts";
import { hiddenSinceDraft, trafficDraft } from "../access-history/stored.ts";
import { type NamedCluster, NODES } from "../clusters.ts";
import type { DocumentDraft } from "../storage/storage.ts";

/** Relative log-in rates of the sample clusters (`domain.md` 2.7); the main project's first cluster is the busiest. */

const RATES: Readonly<Record<string, number>> = lookupTable({
  "prod-eu": 1,
  analytics: 0.25,
  "orders-sls": 0.1,
  "stage-1": 0.1,
  "legacy-target": 0.05,
});

/** Log-in traffic of a project's clusters. Paused, shared and empty clusters have none. */
export const accessTraffic = (
  groupId: string,
  clusters: readonly NamedCluster[],
  now: number,
  seed: string,
): readonly DocumentDraft[] =>
  clusters.flatMap(({ name, hosts }) => {
    const rate = RATES[name];
    if (rate === undefined) return [];
    const shards = Math.ceil(hosts.length / NODES);
    const start = Math.floor(now / 1000) * 1000;
    return [trafficDraft(groupId, { cluster: name, seed: `${seed}/${groupId}`, start, shards, rate })];
  });

/** Stops new access log rows from the start, for a quiet service. */
export const firstHold = (now: number): DocumentDraft => hiddenSinceDraft(Math.floor(now / 1000) * 1000);
