import { formatIndex, isDeleting, namespaceOf } from "../../domain/search/search-index.ts";
import type { Query } from "../../state/answers/query.ts";
import { accent, good, warn } from "../builders/cells.ts";
import { listedClusters } from "../builders/clusters.ts";
import type { Context } from "../model/context.ts";
import { asking, type Effect, note } from "../model/effect.ts";
import { clusterArgs } from "../queries/args.ts";
import { askIndexes, indexesOn, searchableClusters } from "../queries/search-indexes.ts";
import { statusTone } from "../search-indexes/labels.ts";
import { type Runbook, type RunbookValues, startRunbook } from "./runbook.ts";
import { blocked, cluster, createdIdAs, done, open, opensAction, waiting } from "./steps.ts";

/** Replaces a search index, which cannot be renamed: build another, switch the searches, delete the old one (`domain.md` 5.3 and 18). */

const indexesOf = ({ scope }: Context, values: RunbookValues): readonly Query[] => [
  {
    operation: "listServiceSearchIndexesCluster",
    args: clusterArgs(scope, cluster(values)),
    poll: "index-build",
  },
];

/** The index that the runbook has as `old` or `new`: undefined while the list is not read, null when it is not in it. */
function indexOf(context: Context, values: RunbookValues, name: "old" | "new") {
  const indexes = indexesOn(context, cluster(values));
  if (indexes === null || values[name] === undefined) return undefined;
  return indexes.find(({ id }) => id === values[name]) ?? null;
}

function begin(context: Context): Effect {
  return {
    kind: "pick",
    title: "Index to rebuild",
    suggest: async (ask) => {
      const { scope } = context;
      const clusters = await listedClusters(ask, scope);
      const indexes = await askIndexes(ask, scope, searchableClusters({ ...scope, clusters }));
      return indexes.map((index) => ({
        value: `${index.cluster}/${index.id}`,
        label: `${index.name || "?"}  ${namespaceOf(index)}`,
        note: `${index.cluster}, ${index.status.short}`,
      }));
    },
    take: (value) => {
      const at = value.indexOf("/");
      const [on, old] = [value.slice(0, at), value.slice(at + 1)];
      return asking("Loading the index", async (ask) => {
        const found = (await askIndexes(ask, context.scope, [on])).find(({ id }) => id === old);
        if (found === undefined) return note("Index to rebuild", "This index no longer exists.");
        const title = `${formatIndex(found)} on ${on}`;
        return startRunbook("rebuild-index", context, title, { cluster: on, old, oldName: found.name || old });
      });
    },
  };
}

export const rebuildIndex: Runbook = {
  id: "rebuild-index",
  title: "Rebuild an index under a new name",
  about: "Rename or rebuild an index while searches continue.",
  begin,
  steps: [
    {
      id: "copy",
      title: "Create the new index",
      about: "Starts from the old definition: enter a new name and your changes.",
      queries: indexesOf,
      seen: (context, values) => {
        const made = indexOf(context, values, "new");
        if (made === undefined) return null;
        return made === null
          ? open(warn("the new index was deleted: create it again"))
          : done(`${made.name || "new index"} created`, { area: "search-indexes", ids: [made.id] });
      },
      opens: opensAction("search-indexes", "search-indexes.copy", { of: cluster, thing: "old" }),
      valuesFromAnswer: createdIdAs("createServiceSearchIndex", "new", { newName: "name" }),
    },
    {
      id: "ready",
      title: "Wait until the new index serves on every host",
      about: "Built host by host. Until then searches with the new name fail or miss documents.",
      dependsOn: "new",
      queries: indexesOf,
      seen: (context, values) => {
        if (values["new"] === undefined) return blocked("the new index is not created yet");
        const made = indexOf(context, values, "new");
        if (made === undefined) return null;
        if (made === null) return blocked("the new index was deleted");
        const link = { area: "search-indexes", ids: [made.id] } as const;
        const { words, isMoving } = made.status;
        if (made.serviceStatus === "READY" && !isMoving) return done(good(words), link);
        return isMoving ? waiting(accent(words), link) : open({ text: words, tone: statusTone(made.status) }, link);
      },
      // A failed index stays unusable until its definition is corrected.
      opens: opensAction("search-indexes", "search-indexes.update", { of: cluster, thing: "new" }),
    },
    {
      id: "switch",
      title: "Switch the application to the new name",
      about: "Outside this console. Confirm when no search uses the old name.",
      dependsOn: "new",
    },
    {
      id: "delete",
      title: "Delete the old index",
      about: "Searches that still use the old name fail at once.",
      queries: indexesOf,
      seen: (context, values) => {
        const old = indexOf(context, values, "old");
        if (old === undefined) return null;
        if (old === null) return done(`${values["oldName"] ?? "old index"} deleted`);
        const link = { area: "search-indexes", ids: [old.id] } as const;
        return isDeleting(old)
          ? waiting("deletion in progress", link)
          : open(`${old.name || "old index"} still exists`, link);
      },
      opens: opensAction("search-indexes", "search-indexes.delete", { of: cluster, thing: "old" }),
    },
  ],
};
