import type { Query } from "../../state/query.ts";
import { clustersOf } from "../clusters.ts";
import type { Context } from "../context.ts";
import { type Effect, effectOfAction } from "../effect.ts";
import { clusterArgs } from "../queries/args.ts";
import { cachedIndex, SEARCHABLE } from "../search-indexes/list.ts";
import { indexStatusOf as indexStanding, indexWords, namespaceOf } from "../search-indexes/status.ts";
import { askIndexes } from "../search-indexes/suggest.ts";
import { begun, blocked, done, type GuidedPath, learning, open, type PathValues, waiting, within } from "./path.ts";

/** A search index cannot be renamed: another is built, searches move over, the old one goes (`domain.md` 5.3 and 18). */

const cluster = (values: PathValues): string => values["cluster"] ?? "";

const indexesOf = ({ scope }: Context, values: PathValues): readonly Query[] => [
  {
    operation: "listServiceSearchIndexesCluster",
    args: clusterArgs(scope, cluster(values)),
    pace: "index-build",
  },
];

/** The index under one of the path's names: undefined while the list is not read, null when it is not in it. */
function indexOf(context: Context, values: PathValues, name: "old" | "new") {
  const args = clusterArgs(context.scope, cluster(values));
  if (context.cached("listServiceSearchIndexesCluster", args) === undefined || values[name] === undefined)
    return undefined;
  return cachedIndex(within(context, cluster(values)), values[name])?.index ?? null;
}

function begin(context: Context): Effect {
  const names = clustersOf(context.scope, SEARCHABLE).map(({ name }) => name);
  return {
    kind: "pick",
    title: "Which index is built anew",
    open: false,
    suggest: async (ask) =>
      (await askIndexes(ask, context, names)).map(({ cluster: on, index }) => ({
        value: `${on}/${index.indexID}`,
        label: `${index.name ?? "?"}  ${namespaceOf(index)}`,
        note: `${on}, ${indexStanding(index).short}`,
      })),
    take: (value) => {
      const at = value.indexOf("/");
      const [on, id] = [value.slice(0, at), value.slice(at + 1)];
      return {
        kind: "asking",
        title: "Reading the index",
        find: async (ask) => {
          const found = (await askIndexes(ask, context, [on])).find(({ index }) => index.indexID === id);
          if (found === undefined) {
            const lines = [["That index is not there any more."]];
            return { kind: "page", page: { title: "Which index is built anew", lines, copies: [] } };
          }
          const title = `${indexWords(found.index)} on ${on}`;
          return begun("rebuild-index", context, title, { cluster: on, old: id, oldName: found.index.name ?? id });
        },
      };
    },
  };
}

export const rebuildIndex: GuidedPath = {
  id: "rebuild-index",
  title: "Rebuild an index under a new name",
  about: "An index has to be renamed or made anew while searches go on.",
  begin,
  steps: [
    {
      id: "copy",
      title: "Make the new index",
      about: "The old definition is taken over; change what has to change, and give it a name of its own.",
      queries: indexesOf,
      seen: (context, values) => {
        const made = indexOf(context, values, "new");
        if (made === undefined) return null;
        return made === null
          ? open({ text: "the new one is gone: make it again", tone: "warn" })
          : done(`${made.name ?? "it"} is made`, { area: "search-indexes", ids: [made.indexID] });
      },
      open: (context, values) =>
        effectOfAction("search-indexes", "search-indexes.copy", within(context, cluster(values)), [
          values["old"] ?? "",
        ]),
      learn: learning({ new: "indexID", newName: "name" }),
    },
    {
      id: "ready",
      title: "Wait until it serves on every host",
      about: "It is built host by host; until then searches by the new name fail or miss documents.",
      queries: indexesOf,
      seen: (context, values) => {
        const made = indexOf(context, values, "new");
        if (made === undefined || made === null) return blocked("the new index is not made yet");
        const link = { area: "search-indexes", ids: [made.indexID] } as const;
        const { words, isMoving, tone } = indexStanding(made);
        if (made.status === "READY" && !isMoving) return done({ text: words, tone: "good" }, link);
        return isMoving ? waiting({ text: words, tone: "accent" }, link) : open({ text: words, tone }, link);
      },
      // Nothing comes of one that failed until its definition is mended.
      open: (context, values) =>
        effectOfAction("search-indexes", "search-indexes.update", within(context, cluster(values)), [
          values["new"] ?? "",
        ]),
    },
    {
      id: "switch",
      title: "Let the application search by the new name",
      about: "Outside this program. Say so when no search uses the old name any more.",
    },
    {
      id: "delete",
      title: "Delete the old index",
      about: "Searches that still name it fail at once.",
      queries: indexesOf,
      seen: (context, values) => {
        const old = indexOf(context, values, "old");
        if (old === undefined) return null;
        if (old === null) return done(`${values["oldName"] ?? "it"} is gone`);
        const link = { area: "search-indexes", ids: [old.indexID] } as const;
        return old.status === "DELETING"
          ? waiting("it is being deleted", link)
          : open(`${old.name ?? "it"} still stands`, link);
      },
      open: (context, values) =>
        effectOfAction("search-indexes", "search-indexes.delete", within(context, cluster(values)), [
          values["old"] ?? "",
        ]),
    },
  ],
};
