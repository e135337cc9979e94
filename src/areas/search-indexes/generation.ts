import type { AreaId } from "../../contract/area-ids.ts";
import type { JsonObject } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { SearchIndex } from "../../domain/search/search-index.ts";
import type { Fact, FormPlan } from "../../forms/types.ts";
import type { Query } from "../../state/answers/query.ts";
import type { ListColumn } from "../builders/columns.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import type { TargetParams } from "../model/effect.ts";
import type { Cell, DetailLine } from "../model/view.ts";
import { cachedIndexes, indexesQuery, movingQueries, searchableClusters } from "../queries/search-indexes.ts";
import { type Collection, collectionInParams } from "./collections.ts";

/** What the generations of the operations do each in their own way. Lists, details, forms and reviews are made from it for both. */
export type Generation = {
  readonly area: AreaId;
  readonly operations: {
    readonly create: OperationId;
    readonly update: OperationId;
    readonly updateByName: readonly OperationId[];
    readonly remove: OperationId;
    readonly removeByName: readonly OperationId[];
    readonly listOfCollection: OperationId;
  };
  /** Operations of the other generation that tell of the same indexes. */
  readonly refreshes: readonly OperationId[];

  /** The indexes of one collection: the question, what is cached of its answer, and the same asked now. */
  readonly collectionQuery: (scope: Scope, collection: Collection, poll: Query["poll"]) => Query;
  readonly cachedIn: (context: Context, collection: Collection) => readonly SearchIndex[];
  readonly askIn: (ask: Ask, scope: Scope, collection: Collection) => Promise<readonly SearchIndex[]>;
  /** An index that was listed for a whole cluster, which the current generation alone can do. */
  readonly ofCluster: (index: SearchIndex) => SearchIndex;

  /** One index, in the same three ways. */
  readonly indexQuery: (scope: Scope, index: SearchIndex, poll: Query["poll"]) => Query;
  readonly cachedIndex: (context: Context, index: SearchIndex) => SearchIndex | undefined;
  readonly askIndex: (ask: Ask, scope: Scope, index: SearchIndex) => Promise<{ index: SearchIndex; at: number }>;

  readonly list: {
    readonly columns: readonly ListColumn<SearchIndex>[];
    /** Stands before the counts in the title; how it counts what is worst; and what helps where nothing is listed. */
    readonly notes: (context: Context) => readonly Cell[];
    readonly silentWord: string;
    readonly empty: string;
    readonly emptyCollection: string;
  };
  readonly detail: (index: SearchIndex, context: Context) => IndexDetail;
  /** A detail says why the index itself could not be read. */
  readonly tellsUnread: boolean;

  readonly createTitle: string;
  readonly createPlan: (context: Context, cluster: string) => FormPlan;
  readonly updatePlan: (context: Context, index: SearchIndex) => FormPlan;
  /** Where the definition stands in a body: below `definition`, or in the record itself. */
  readonly prefix: "definition" | "";
  /** The definition in an index as it was received. */
  readonly receivedDefinition: (received: JsonObject) => JsonObject;

  /** The path parameters that name an index, and what deletes it by them. */
  readonly indexParams: (scope: Scope, index: SearchIndex) => TargetParams;
  readonly removeOperation: (scope: Scope) => OperationId;
  /** What a review says of an index as it is now. */
  readonly facts: (context: Context, index: SearchIndex) => readonly Fact[];
  /** What its end means for queries, and what goes besides. */
  readonly queriesLost: (index: SearchIndex) => readonly string[];
  readonly alsoLost: readonly string[];
};

/** What a generation tells in a detail beside what both do: at its beginning, and before the definition. */
export type IndexDetail = {
  readonly status: readonly DetailLine[];
  readonly more: readonly DetailLine[];
  readonly definitionTitle: string;
};

/** The questions of the list: one collection that was asked for, or all clusters. */
export function listQueries(scope: Scope, generation: Generation): readonly Query[] {
  const namespace = collectionInParams(scope);
  return namespace === null
    ? searchableClusters(scope).map((cluster) => indexesQuery(scope, cluster, "once"))
    : [generation.collectionQuery(scope, namespace, "once")];
}

/** Those that are asked more often while something in their answers is built or deleted. */
export function runningQueries(context: Context, generation: Generation): readonly Query[] {
  const { scope } = context;
  const namespace = collectionInParams(scope);
  if (namespace === null) return movingQueries(scope, cachedIndexes(context), "index-build");
  return generation.cachedIn(context, namespace).some(({ status }) => status.isMoving)
    ? [generation.collectionQuery(scope, namespace, "index-build")]
    : [];
}

/** The indexes that the list shows. */
export function listedIndexes(context: Context, generation: Generation): readonly SearchIndex[] {
  const namespace = collectionInParams(context.scope);
  return namespace === null
    ? cachedIndexes(context).map(generation.ofCluster)
    : generation.cachedIn(context, namespace);
}

/** One of them by its id. */
export const listedIndex = (context: Context, generation: Generation, id: string): SearchIndex | undefined =>
  listedIndexes(context, generation).find((index) => index.id === id);
