import { type BodyObject, type JsonObject, jsonObjectIn, textIn } from "../../contract/json/json.ts";
import { currentIndexes, isDeleting, type SearchIndex } from "../../domain/search/search-index.ts";
import type { SettingsFileKind } from "../../forms/settings-file/kind.ts";
import { clustersOf } from "../builders/clusters.ts";
import { ofEachCluster } from "../builders/settings-of-clusters.ts";
import type { Ask, Scope } from "../model/context.ts";
import { KIND_DEFAULTS, type SettingsKind, type StoredThing } from "../model/settings-kind.ts";
import { clusterArgs } from "../queries/args.ts";
import { SEARCHABLE } from "../queries/search-indexes.ts";
import { editSetup, removal } from "./actions.ts";
import { setupOf } from "./create.ts";
import { CURRENT, currentDefinition } from "./current.ts";
import { createPlan } from "./form.ts";
import type { Generation } from "./generation.ts";

/** Search indexes in files, by collection and name. Both generations have the same indexes, with different bodies. */

/** Collection, name and type of an index, which cannot be changed. */
const PLACE = ["database", "collectionName", "name", "type"] as const;

function identityOf(settings: BodyObject): string {
  const [database, collection, name] = PLACE.map((field) => textIn(settings, field) ?? "");
  return `${database}.${collection} · ${name}`;
}

const definitionOf = ({ raw }: SearchIndex): JsonObject => currentDefinition(jsonObjectIn(raw) ?? {});

const thingOf =
  (generation: Generation, written: (definition: JsonObject) => JsonObject) =>
  (index: SearchIndex): StoredThing => ({
    id: index.id,
    cluster: index.cluster,
    document: {
      database: index.database,
      collectionName: index.collection,
      name: index.name,
      type: index.type || "search",
      ...written(definitionOf(index)),
    },
    change: (context) => ({ kind: "form", setup: editSetup(context, generation, generation.ofCluster(index)) }),
    remove: (context) => ({ kind: "write", plan: removal(context, generation, generation.ofCluster(index)) }),
  });

/** One request per cluster: its list includes the definitions. */
const readIndexes = (ask: Ask, scope: Scope, make: (index: SearchIndex) => StoredThing) =>
  ofEachCluster(clustersOf(scope, SEARCHABLE), async ({ name }) => {
    const answer = await ask("listServiceSearchIndexesCluster", clusterArgs(scope, name));
    return currentIndexes(name, answer)
      .filter((index) => !isDeleting(index))
      .map(make);
  });

/** The settings kind of one generation. */
export function searchIndexKind(
  generation: Generation,
  {
    written,
    ...file
  }: Pick<SettingsFileKind, "name" | "title" | "plural" | "plan"> & {
    /** Converts a definition to the body of this generation. */
    readonly written: (definition: JsonObject) => JsonObject;
  },
): SettingsKind {
  const make = thingOf(generation, written);
  return {
    file: {
      ...KIND_DEFAULTS,
      ...file,
      inCluster: true,
      identityOf,
      isExact: true,
      nameOf: identityOf,
    },
    // Indexes are built on the search nodes.
    after: ["search-nodes"],
    fixed: PLACE,
    read: (ask, scope) => readIndexes(ask, scope, make),
    create: (context, cluster) => ({ kind: "form", setup: setupOf(context, generation, cluster, {}, "file") }),
  };
}

export const currentIndexKind = searchIndexKind(CURRENT, {
  name: "search-index",
  title: "search index",
  plural: "search indexes",
  plan: createPlan("the cluster"),
  written: (definition) => ({ definition }),
});
