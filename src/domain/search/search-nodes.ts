import { numberIn } from "../../contract/json/json.ts";
import type { SearchNodes } from "../../contract/search-nodes.ts";
import type { Ring } from "../sample-ring.ts";

/** The search nodes of a cluster: how many of which size, and whether they change (E21; `domain.md` 6.2). */

/** What one shard has: how many nodes of which size. Null where the service does not say. */
export type Specification = { readonly size: string; readonly count: number | null };

export type Nodes = {
  /** As the service writes it. */
  readonly state: string;
  readonly specs: readonly Specification[];
  /** What runs, where the service tells it beside what is wanted. */
  readonly effective: readonly Specification[];
  /** Whose key encrypts them, or `NONE`. */
  readonly encryption: string;
  readonly id: string;
};

/** `none`: search runs on the nodes of the cluster itself. `unread`: not known, `why` in words where an attempt failed. */
export type NodesStatus =
  | { readonly kind: "nodes"; readonly nodes: Nodes; readonly raw: unknown }
  | { readonly kind: "none"; readonly raw: unknown }
  | { readonly kind: "unread"; readonly why: string | null };

export const UPDATING = "UPDATING";

const specsOf = (specs: SearchNodes["specs"]): readonly Specification[] =>
  (specs ?? []).map(({ instanceSize, nodeCount }) => ({ size: instanceSize ?? "?", count: numberIn(nodeCount) }));

/** What an answer says, or null where there are none: an empty object. */
export function nodesIn(answer: SearchNodes): Nodes | null {
  const { id, stateName, specs, effectiveSpecs, encryptionAtRestProvider } = answer;
  const wanted = specsOf(specs);
  if ((stateName ?? "") === "" && wanted.length === 0) return null;
  return {
    state: stateName ?? "",
    specs: wanted,
    effective: specsOf(effectiveSpecs),
    encryption: encryptionAtRestProvider ?? "",
    id: id ?? "",
  };
}

/** Whether they come, change or go right now. */
export const isChanging = ({ state }: Pick<Nodes, "state">): boolean => state === UPDATING;

/** `2 × S20_HIGHCPU_NVME` */
export const formatSpec = ({ size, count }: Specification): string => `${count ?? "?"} × ${size}`;

export const formatSpecs = (specs: readonly Specification[]): string => specs.map(formatSpec).join(", ") || "unknown";

/** How many machines that is together, or null where it cannot be said. */
export function machinesOf(specs: readonly Specification[], shards: number | null): number | null {
  if (shards === null || specs.length === 0) return null;
  return specs.reduce<number | null>(
    (sum, { count }) => (sum === null || count === null ? null : sum + count * shards),
    0,
  );
}

/** Since when they have been seen changing without a break (ms of the service's time), or null where they were not. */
export function changingSince(ring: Ring): number | null {
  const last = ring.findLastIndex(({ state }) => state !== UPDATING);
  return ring[last + 1]?.at ?? null;
}

/** The number and the family of a size: `S20_HIGHCPU_NVME` is 20 of `HIGHCPU_NVME`. Null for sizes that are named otherwise. */
export function sizeParts(size: string): { readonly number: number; readonly family: string } | null {
  const [, digits, family] = /^S(\d+)_(.+)$/u.exec(size) ?? [];
  return digits === undefined || family === undefined ? null : { number: Number(digits), family };
}
