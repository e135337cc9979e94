import { lookupTable } from "../../contract/json/own-values.ts";
import { operations } from "../../contract/operations.ts";
import { NODE_COUNT, NODE_SIZES } from "../../contract/search-nodes.ts";
import { formatSpec, type Specification, sizeParts } from "../../domain/search/search-nodes.ts";
import type { FieldPlan, FormPlan, ListPlan, TypeToConfirm } from "../../forms/form-plan.ts";
import type { FormValues } from "../../forms/schema/form-values.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";

/** The forms of search nodes: create (E23) and the update that replaces them (E22; `domain.md` 6.3 and 6.4). */

type NodesValues = FormValues<"createServiceSearchDeployment">;

/** The only specification of a body. */
export function specIn(body: NodesValues | null): Specification {
  const { instanceSize: size = "", nodeCount: count = null } = body?.specs?.[0] ?? {};
  return { size, count };
}

/** Data about the cluster that the form is for. */
export type NodesFor = {
  readonly cluster: string;
  /** Number of shards, or null where it is not known. */
  readonly shards: number | null;
  /** Nodes of other clusters, to choose the same. */
  readonly used: readonly (Specification & { readonly by: string })[];
};

const FAMILIES: Readonly<Record<string, string>> = lookupTable({
  HIGHCPU_NVME: "CPU-optimised",
  LOWCPU_NVME: "memory-optimised",
  STORAGE_NVME: "storage-optimised",
});

/** A size with its family and the clusters that use it. */
function sizeSuggestion(size: string, used: NodesFor["used"]): Suggestion {
  const by = used.filter((one) => one.size === size).map((one) => one.by);
  const family = FAMILIES[sizeParts(size)?.family ?? ""];
  const notes = present(family !== undefined && family, by.length !== 0 && `used by ${by.join(", ")}`);
  return { value: size, label: size, ...(notes.length === 0 ? {} : { note: notes.join("; ") }) };
}

/** The sizes to choose from: those of other clusters first. */
function sizes(used: NodesFor["used"]): readonly Suggestion[] {
  const first = used.map(({ size }) => size);
  return [...new Set([...first, ...NODE_SIZES])].map((size) => sizeSuggestion(size, used));
}

const COUNTS: readonly number[] = [2, 3, 4, 6, 8];

/** `2 per shard, 6 nodes in 3 shards` */
function formatMachines(count: number, shards: number | null): string {
  if (shards === 1) return pluralize(count, "node");
  return shards === null
    ? `${count} per shard`
    : `${count} per shard, ${pluralize(count * shards, "node")} in ${shards} shards`;
}

/** More than this many times the current count has to be typed again before it is sent. */
const FAR_BEYOND = 3;

/** The number of nodes to type, where far more of them would be billed than now. */
function manyMachines(before: number, after: number | null, shards: number | null): TypeToConfirm | null {
  if (after === null || after <= FAR_BEYOND * before) return null;
  return {
    text: String(after * (shards ?? 1)),
    because: `${formatMachines(after, shards)}, all billed, instead of ${before * (shards ?? 1)}.`,
  };
}

const counts = (shards: number | null): readonly Suggestion[] =>
  COUNTS.map((count) => ({
    value: String(count),
    label: String(count),
    note: count === NODE_COUNT.least ? `${formatMachines(count, shards)}, the minimum` : formatMachines(count, shards),
  }));

const fields = ({ shards, used }: NodesFor): readonly FieldPlan<NodesValues>[] => [
  { path: "specs", title: "Nodes" },
  { path: "specs[].instanceSize", kind: "choice-or-other", choices: () => sizes(used) },
  { path: "specs[].nodeCount", kind: "choice-or-other", choices: () => counts(shards) },
];

const LISTS: readonly ListPlan<NodesValues>[] = [
  {
    path: "specs",
    itemTitle: () => "Nodes",
    summary: (item) => formatSpec(specIn({ specs: [item] })),
    add: "+ Add node configuration",
    initial: () => ({ nodeCount: NODE_COUNT.least }),
    only: true,
  },
];

/** Initial values: the one required specification. */
export const NEW_NODES: NodesValues = { specs: [{ nodeCount: NODE_COUNT.least }] };

/** The plan of a create (E23). */
export const createPlan = (about: NodesFor): FormPlan<NodesValues> => ({
  operation: operations.createServiceSearchDeployment,
  title: () => `Add search nodes to ${about.cluster}`,
  sentence: ({ body }) => {
    const spec = specIn(body);
    if (spec.size === "" || spec.count === null) return "Choose the size and number of nodes.";
    return `Adds dedicated search nodes to ${about.cluster}: ${spec.size}, ${formatMachines(spec.count, about.shards)}.`;
  },
  button: () => "Add search nodes",
  typeToConfirm: ({ body }) => manyMachines(NODE_COUNT.least, specIn(body).count, about.shards),
  fields: fields(about),
  lists: LISTS,
  warnings: ({ body }) => {
    const { count } = specIn(body);
    return [
      `Billing starts now${count === null ? "" : `: ${formatMachines(count, about.shards)}`}.`,
      `Every index of ${about.cluster} is rebuilt on the search nodes; the database nodes serve queries until then.`,
    ];
  },
});

const formatEach = (count: number, shards: number | null): string =>
  shards === 1 ? pluralize(count, "node") : `${pluralize(count, "node")} per shard`;

/** Losses and costs of a change of specification. */
export function changeWarnings(before: Specification, after: Specification, shards: number | null): readonly string[] {
  const [former, next] = [sizeParts(before.size), sizeParts(after.size)];
  const isOther = before.size !== after.size;
  const isSmaller = former !== null && next !== null && former.family === next.family && next.number < former.number;
  const [few, many] = [before.count, after.count];
  return present(
    isOther && "Every node is replaced by one of the new size; all indexes are rebuilt.",
    isSmaller && "The new size is smaller: the indexes must fit; the service does not report their size.",
    isOther &&
      former?.family !== next?.family &&
      "Another instance family: check first that the indexes fit its memory and disk.",
    few !== null &&
      many !== null &&
      many < few &&
      `Fewer nodes serve the same searches: ${formatEach(many, shards)} instead of ${few}.`,
    few !== null &&
      many !== null &&
      many > few &&
      `Billing increases now: ${formatEach(many, shards)} instead of ${few}.`,
    (many ?? 0) > (few ?? 0) && "Indexes are built on the new nodes; the other nodes serve queries meanwhile.",
  );
}

/** Update (E22): replaces the current nodes. */
export const updatePlan = (about: NodesFor): FormPlan<NodesValues> => ({
  operation: operations.updateServiceSearchDeployment,
  title: () => `Edit search nodes of ${about.cluster}`,
  sentence: ({ body, base }) => {
    const [before, after] = [specIn(base), specIn(body)];
    return formatSpec(before) === formatSpec(after)
      ? `${about.cluster} keeps ${formatSpec(after)}.`
      : `${about.cluster} gets ${formatSpec(after)} instead of ${formatSpec(before)}.`;
  },
  button: () => "Update search nodes",
  typeToConfirm: ({ body, base }) => {
    const { count } = specIn(base);
    return count === null ? null : manyMachines(count, specIn(body).count, about.shards);
  },
  fields: fields(about),
  lists: LISTS,
  warnings: ({ body, base }) => changeWarnings(specIn(base), specIn(body), about.shards),
});
