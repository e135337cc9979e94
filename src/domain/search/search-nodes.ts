import { numberIn } from "../../contract/json/json.ts";
import type { SearchNodes } from "../../contract/search-nodes.ts";
import type { Ring } from "../sample-ring.ts";

/** Search nodes of a cluster: number, size, and changes (E21; `domain.md` 6.2). */

/** Nodes of one shard: number and size. Null when the service does not say. */
export type Specification = { readonly size: string; readonly count: number | null };

export type Nodes = {
  /** In the service's spelling. */
  readonly state: string;
  readonly specs: readonly Specification[];
  /** Nodes that are running, if the service reports them besides the requested ones. */
  readonly effective: readonly Specification[];
  /** Provider of the encryption key, or `NONE`. */
  readonly encryption: string;
  readonly id: string;
};

/** `none`: search runs on the nodes of the cluster itself. `unread`: unknown, with the reason in `why` after a failed attempt. */
export type NodesStatus =
  | { readonly kind: "nodes"; readonly nodes: Nodes; readonly raw: unknown }
  | { readonly kind: "none"; readonly raw: unknown }
  | { readonly kind: "unread"; readonly why: string | null };

export const UPDATING = "UPDATING";

const specsOf = (specs: SearchNodes["specs"]): readonly Specification[] =>
  (specs ?? []).map(({ instanceSize, nodeCount }) => ({ size: instanceSize ?? "?", count: numberIn(nodeCount) }));

/** Nodes in an answer, or null when there are none: an empty object. */
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

/** True while they are created, changed or deleted. */
export const isChanging = ({ state }: Pick<Nodes, "state">): boolean => state === UPDATING;

/** `2 × S20_HIGHCPU_NVME` */
export const formatSpec = ({ size, count }: Specification): string => `${count ?? "?"} × ${size}`;

export const formatSpecs = (specs: readonly Specification[]): string => specs.map(formatSpec).join(", ") || "unknown";

/** Total number of machines, or null when unknown. */
export function machinesOf(specs: readonly Specification[], shards: number | null): number | null {
  if (shards === null || specs.length === 0) return null;
  return specs.reduce<number | null>(
    (sum, { count }) => (sum === null || count === null ? null : sum + count * shards),
    0,
  );
}

/** Start of the current unbroken change in the readings (service clock, ms), or null when there is none. */
export function changingSince(ring: Ring): number | null {
  const last = ring.findLastIndex(({ state }) => state !== UPDATING);
  return ring[last + 1]?.at ?? null;
}

/** Number and family of a size: `S20_HIGHCPU_NVME` is 20 of `HIGHCPU_NVME`. Null for sizes in another format. */
export function sizeParts(size: string): { readonly number: number; readonly family: string } | null {
  const [, digits, family] = /^S(\d+)_(.+)$/u.exec(size) ?? [];
  return digits === undefined || family === undefined ? null : { number: Number(digits), family };
}
