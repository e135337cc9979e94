import * as z from "zod";
import { type ParamsIn, paramsIn } from "./path-params.ts";
import type { Role } from "./roles.ts";
import type { Body, Rule } from "./schema/body.ts";

/** Common query parameters of an operation (specification 4): P envelope and pretty, G paging as well, E only envelope. */
type QueryFlags = "P" | "G" | "E" | null;

/**
 * Severity of an operation's possible damage, least first (`design.md`, contract). The table gives the minimum risk of an operation; an area may
 * raise it depending on the body and the current state.
 */
export type Risk = "none" | "reversible" | "disruptive" | "destructive" | "irreversible";

/** Kind of an operation, for menus, palette and help. */
type OperationKind = "list" | "get" | "create" | "update" | "delete" | "action";

/** A kind of thing that the service stores (`design.md`, the concepts). Every layer takes the identity of rows from here. */
export type Entity = {
  /** Unique among all entities. */
  readonly name: string;
  /** Fields of an answer that may hold the id, of which the first one present counts; empty if the parent has exactly one. */
  readonly id: readonly string[];
  /** Path parameter that holds the id, if no field of the answer does. */
  readonly param?: string;
  /** Field by which paths and other things name it, where that is not the id: a cluster goes by its name. */
  readonly namedBy?: string;
  /** The scope that contains it. */
  readonly parent: "organisation" | "project" | "cluster" | null;
};

/**
 * Effect of an operation on its entity: rows of a `list` are as complete as the answer of `get`, those of a `summary` less; `update` keeps the entity
 * in its list, `remove` takes it out.
 */
export type EntityUse = "list" | "summary" | "get" | "create" | "update" | "remove";

/** Treatment of fields that a write does not name: `replace` drops them, `merge` keeps them, `create` has none to keep. */
type UpdateKind = "create" | "replace" | "merge" | null;

/** Shape of a successful answer: the list of specification 2.0, a bare array, one record, or none. */
type AnswerShape = "list" | "array" | "record" | "none";

/** Deprecation of an operation: its start, its end, and the operation that replaces it. */
export type Deprecated = { readonly since: string; readonly sunset: string; readonly replacement: string };

/** The server that answers an operation: the administration API, or the metrics address, which has its own login. */
export type Address = "api" | "metrics";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Shape = Readonly<Record<string, z.ZodType>>;

/**
 * One operation of the service. Everything else is derived from this record: the typed client, the service's routing and
 * validation, forms, palette, `sextant run`, role hints and completeness tests.
 */
export type Operation = {
  readonly id: string;
  /** Number in the specification; null for reads outside it (`service-decisions.md`). */
  readonly spec: `E${string}` | null;
  /** Other names of the operation, such as the service's current one. Palette and `run` find it by any of them. */
  readonly aliases: readonly string[];
  /** The area that shows it: one of `AreaId`, which is derived from this field. */
  readonly area: string | null;
  /** The entity that it reads or changes; null if its rows have no identity (a log, choices). */
  readonly entity: Entity | null;
  readonly entityUse: EntityUse;
  readonly title: string;
  readonly method: Method;
  /** Path below the versioned prefix (or below the metrics address), parameters in braces. */
  readonly path: string;
  readonly address: Address;
  readonly params: Shape;
  /** Its own query parameters; `queryFlags` adds the common ones. */
  readonly query: Shape;
  /** Rules across the query parameters. */
  readonly queryRules: readonly Rule[];
  readonly queryFlags: QueryFlags;
  readonly body: Body | null;
  readonly response: z.ZodType;
  readonly answer: AnswerShape;
  /** Any one of these roles is enough; empty: any assigned role. */
  readonly roles: readonly Role[];
  readonly kind: OperationKind;
  readonly risk: Risk;
  readonly update: UpdateKind;
  /** Success status of the embedded service; a client accepts any 2xx. */
  readonly success: 200 | 201 | 202 | 204;
  /** Version date of the resource, which is part of its media type. */
  readonly version: string;
  /** The group of operations that share one rate limit (`domain.md` 1.5). */
  readonly budget: string;
  readonly deprecated: Deprecated | null;
  /** Our own choices where the specification says "not shown"; listed in the generated assumptions. */
  readonly assumes: readonly string[];
};

type Defaults =
  | "aliases"
  | "entity"
  | "entityUse"
  | "method"
  | "params"
  | "address"
  | "query"
  | "answer"
  | "queryRules"
  | "queryFlags"
  | "body"
  | "kind"
  | "risk"
  | "update"
  | "success"
  | "deprecated"
  | "assumes"
  | "version";
type Given = Omit<Operation, Defaults> & Partial<Pick<Operation, Exclude<Defaults, "params">>>;

/** A record completed with defaults: its own literal types, general types for the rest. */
type Filled<Record extends Given> = Record & { readonly params: ParamsIn<Record["path"]> } & Omit<
    Operation,
    keyof Record | "params"
  >;

/** Completes an operation record with defaults; its literal types are kept for the typed client. */
export function operation<const Record extends Given>(record: Record): Filled<Record>;
export function operation(record: Given): Operation {
  return filled(record);
}

function filled(record: Given): Operation {
  const { method = "GET", answer = "record" } = record;
  const kind: OperationKind = record.kind ?? kindOf(method, answer);
  return {
    aliases: [],
    entity: null,
    entityUse: ENTITY_USES[kind],
    method,
    params: paramsIn(record.path),
    address: "api",
    query: {},
    queryRules: [],
    queryFlags: answer === "list" ? "G" : "P",
    body: null,
    answer,
    kind,
    risk: method === "GET" ? "none" : "reversible",
    update: method === "POST" ? "create" : null,
    success: 200,
    deprecated: null,
    assumes: [],
    version: "2023-01-01",
    ...record,
  };
}

/** How all operations answer that delete something. */
export const DELETION = { method: "DELETE", response: z.undefined(), answer: "none", success: 204 } as const;

/** Operations of an area by id, completed with defaults. */
export function operationTable<const Records extends Readonly<Record<string, Omit<Given, "id">>>>(
  records: Records,
): { readonly [Id in keyof Records]: Filled<Records[Id] & { readonly id: Id & string }> };
export function operationTable(
  records: Readonly<Record<string, Omit<Given, "id">>>,
): Readonly<Record<string, Operation>> {
  return Object.fromEntries(Object.entries(records).map(([id, record]) => [id, filled({ ...record, id })]));
}

/** Default use of the entity for each kind of operation. */
const ENTITY_USES: Readonly<Record<OperationKind, EntityUse>> = {
  list: "list",
  get: "get",
  create: "create",
  update: "update",
  action: "update",
  delete: "remove",
};

function kindOf(method: Method, answer: AnswerShape): OperationKind {
  switch (method) {
    case "GET":
      return answer === "list" || answer === "array" ? "list" : "get";
    case "POST":
      return "create";
    case "DELETE":
      return "delete";
    default:
      return "update";
  }
}

/** True if an operation changes anything at the service. */
export const isWrite = (subject: Pick<Operation, "method">): boolean => subject.method !== "GET";
