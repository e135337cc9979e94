import type { Scope } from "../../areas/model/context.ts";
import { didYouMean } from "../../text/nearest.ts";
import { WrongUse } from "../wrong-use.ts";

/** Pairs of clusters with different names that are compared between two projects. */

type Clusters = {
  readonly groupName: string;
  readonly clusters: readonly Pick<Scope["clusters"][number], "name">[];
};

function clusterIn({ groupName, clusters }: Clusters, name: string, text: string): string {
  const names = clusters.map((one) => one.name);
  if (names.includes(name)) return name;
  throw new WrongUse(`--cluster ${text}: ${groupName} has no cluster ${name}${didYouMean(name, names) || "."}`);
}

/**
 * Reads pairs written as THERE=HERE.
 *
 * @returns the name here of each named cluster there
 * @throws WrongUse where a project has no such cluster, or two clusters of one project would be compared with the same one of the other
 */
export function clusterPairs(texts: readonly string[], here: Clusters, there: Clusters): ReadonlyMap<string, string> {
  const pairs = texts.map((text) => {
    const [, from = "", to = ""] = /^([^=]+)=([^=]+)$/u.exec(text) ?? [];
    if (from === "") throw new WrongUse(`--cluster ${text}: write it as THERE=HERE, two names of clusters.`);
    return { text, from: clusterIn(there, from, text), to: clusterIn(here, to, text) };
  });
  const found = new Map(pairs.map(({ from, to }) => [from, to]));
  // A cluster there without a pair is compared with the cluster of the same name.
  const meant = [
    ...pairs.map(({ to }) => to),
    ...there.clusters.map(({ name }) => name).filter((name) => !found.has(name)),
  ];
  for (const { text, from, to } of pairs) {
    const isTwice = pairs.filter((pair) => pair.from === from).length > 1;
    if (isTwice || meant.filter((name) => name === to).length > 1) {
      throw new WrongUse(`--cluster ${text}: one of them is compared with another cluster already.`);
    }
  }
  return found;
}
