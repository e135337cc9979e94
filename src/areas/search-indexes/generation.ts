import type { AreaId } from "../../contract/area-ids.ts";
import type { JsonObject } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { SearchIndex } from "../../domain/search/search-index.ts";
import type { FormPlan } from "../../forms/form-plan.ts";
import type { Fact } from "../../forms/review/review.ts";
import type { Query } from "../../state/answers/query.ts";
import type { ListColumn } from "../builders/columns.ts";
import type { Cell } from "../model/cell.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import type { TargetParams } from "../model/effect.ts";
import type { KeyNames } from "../model/key-names.ts";
import type { DetailLine } from "../model/view.ts";
import { cachedIndexes, indexesQuery, movingQueries, searchableClusters } from "../queries/search-indexes.ts";
import { type Collection, collectionInParams } from "./collections.ts";

/** Functions that differ between the two generations of operations. Lists, details, forms and reviews of both are built from them. */
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
  /** Operations of the other generation that return the same indexes. */
  readonly refreshes: readonly OperationId[];

  /** The indexes of one collection: the query, its cached answer, and a request now. */
  readonly collectionQuery: (scope: Scope, collection: Collection, poll: Query["poll"]) => Query;
  readonly cachedIn: (context: Context, collection: Collection) => readonly SearchIndex[];
  readonly askIn: (ask: Ask, scope: Scope, collection: Collection) => Promise<readonly SearchIndex[]>;
  /** Converts an index that was listed for a whole cluster, which only the current generation can list. */
  readonly ofCluster: (index: SearchIndex) => SearchIndex;

  /** One index: the query, its cached answer, and a request now. */
  readonly indexQuery: (scope: Scope, index: SearchIndex, poll: Query["poll"]) => Query;
  readonly cachedIndex: (context: Context, index: SearchIndex) => SearchIndex | undefined;
  readonly askIndex: (ask: Ask, scope: Scope, index: SearchIndex) => Promise<{ index: SearchIndex; at: number }>;

  readonly list: {
    readonly columns: readonly ListColumn<SearchIndex>[];
    /** `notes` precede the counts in the title; `silentWord` labels the count of the worst ones; `empty` texts suggest what to press. */
    readonly notes: (context: Context) => readonly Cell[];
    readonly silentWord: string;
    readonly empty: (key: KeyNames) => string;
    readonly emptyCollection: (key: KeyNames) => string;
  };
  readonly detail: (index: SearchIndex, context: Context) => IndexDetail;
  /** True when the detail says why the index itself could not be read. */
  readonly tellsUnread: boolean;

  readonly createTitle: string;
  readonly createPlan: (context: Context, cluster: string) => FormPlan;
  readonly updatePlan: (context: Context, index: SearchIndex) => FormPlan;
  /** Place of the definition in a body: below `definition`, or at the top level. */
  readonly prefix: "definition" | "";
  /** The definition of an index as it was received. */
  readonly receivedDefinition: (received: JsonObject) => JsonObject;

  /** The path parameters that name an index, and the operation that deletes it. */
  readonly indexParams: (scope: Scope, index: SearchIndex) => TargetParams;
  readonly removeOperation: (scope: Scope) => OperationId;
  /** Facts about the current index for a review. */
  readonly facts: (context: Context, index: SearchIndex) => readonly Fact[];
  /** Consequences of a deletion for queries, and further losses. */
  readonly queriesLost: (index: SearchIndex) => readonly string[];
  readonly alsoLost: readonly string[];
};

/** Detail lines specific to a generation: at the beginning, and before the definition. */
export type IndexDetail = {
  readonly status: readonly DetailLine[];
  readonly more: readonly DetailLine[];
  readonly definitionTitle: string;
};

/** The queries of the list: one collection, or all clusters. */
export function listQueries(scope: Scope, generation: Generation): readonly Query[] {
  const namespace = collectionInParams(scope);
  return namespace === null
    ? searchableClusters(scope).map((cluster) => indexesQuery(scope, cluster, "once"))
    : [generation.collectionQuery(scope, namespace, "once")];
}

/** Those that are polled more often while an index in their answers is being built or deleted. */
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

/** A listed index by its id. */
export const listedIndex = (context: Context, generation: Generation, id: string): SearchIndex | undefined =>
  listedIndexes(context, generation).find((index) => index.id === id);
