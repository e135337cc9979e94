import type { z } from "zod";
import type { Role } from "./roles.ts";
import type { Body, Rule } from "./schema/body.ts";

/** Which common query parameters apply (specification 4): P envelope and pretty, G paging too, E only envelope. */
export type QueryFlags = "P" | "G" | "E" | null;

/**
 * How much can go wrong, least first (`design.md`, contract). The table gives the least risk of an operation; an area may
 * raise it by the body and the facts.
 */
export type Risk = "none" | "reversible" | "disruptive" | "destructive" | "irreversible";

/** What an operation does, for menus, palette and help. */
export type OperationKind = "list" | "get" | "create" | "update" | "delete" | "action";

/** A kind of thing that the service holds (`design.md`, the concepts). Every layer asks for it what a row is; none guesses. */
export type Entity = {
  /** A name that no other kind has. */
  readonly name: string;
  /** The field of an answer that names one, the first that is there; none where there is exactly one in its parent. */
  readonly id: readonly string[];
  /** The path parameter that names one, where the field is not in the answer. */
  readonly param?: string;
  /** What it lies in. */
  readonly parent: "organisation" | "project" | "cluster" | null;
};

/**
 * What an operation does to its entity: the rows of a `list` say as much as what `get` answers, those of a `summary` less; after
 * `update` it is where it was, after `remove` in no list any more.
 */
export type EntityUse = "list" | "summary" | "get" | "create" | "update" | "remove";

/** How a write treats what it does not name: `replace` loses it, `merge` keeps it, `create` has nothing to keep. */
export type UpdateKind = "create" | "replace" | "merge" | null;

/** Shape of a successful answer: the list of specification 2.0, a bare array, one record, or nothing. */
export type AnswerShape = "list" | "array" | "record" | "none";

/** Since when an operation is on its way out, when it ends, and the name of what does the same from then on. */
export type Deprecated = { readonly since: string; readonly sunset: string; readonly replacement: string };

/** Where an operation is answered: at the administration API, or at the metrics address, which has a login of its own. */
export type Address = "api" | "metrics";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Shape = Readonly<Record<string, z.ZodType>>;

/**
 * One operation of the service. Everything else is derived from this record: the typed client, the service's routing and
 * validation, forms, palette, `sextant run`, role hints and completeness tests.
 */
export type Operation = {
  readonly id: string;
  /** Number in the specification, or null for the reads outside of it (`service-decisions.md`). */
  readonly spec: `E${string}` | null;
  /** Other names that people know it by: the service's current one. Palette and `run` find both. */
  readonly aliases: readonly string[];
  /** The area that shows it: one of `AreaId`, which is made of what the operations say here. */
  readonly area: string | null;
  /** What it reads or changes; null where its rows have no identity (a log, words to choose from). */
  readonly entity: Entity | null;
  readonly entityUse: EntityUse;
  readonly title: string;
  readonly method: Method;
  /** Path below the versioned prefix (or below the metrics address), parameters in braces. */
  readonly path: string;
  readonly address: Address;
  readonly params: Shape;
  /** Query parameters of its own; the common ones follow from the flags. */
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
  /** Status of success; a client accepts any 2xx. */
  readonly success: 200 | 201 | 202 | 204;
  /** The dated version of the resource that answers (its own media type). */
  readonly version: string;
  /** The endpoint set whose request budget it shares (`domain.md` 1.5). */
  readonly budget: string;
  readonly deprecated: Deprecated | null;
  /** Choices of ours where the specification says "not shown"; listed in the generated assumptions. */
  readonly assumes: readonly string[];
};

type Defaults =
  | "aliases"
  | "entity"
  | "entityUse"
  | "address"
  | "query"
  | "queryRules"
  | "body"
  | "kind"
  | "risk"
  | "update"
  | "success"
  | "deprecated"
  | "assumes"
  | "version";
type Given = Omit<Operation, Defaults> & Partial<Pick<Operation, Defaults>>;

/** A record with what was left out: its own literal types, and the general ones for the rest. */
type Filled<Record extends Given> = Record & Omit<Operation, keyof Record>;

/** An operation record with what was left out filled in; its literal types are kept for the typed client. */
export function operation<const Record extends Given>(record: Record): Filled<Record>;
export function operation(record: Given): Operation {
  return filled(record);
}

function filled(record: Given): Operation {
  const kind: OperationKind = record.kind ?? kindOf(record.method, record.answer);
  return {
    aliases: [],
    entity: null,
    entityUse: ENTITY_USES[kind],
    address: "api",
    query: {},
    queryRules: [],
    body: null,
    kind,
    risk: record.method === "GET" ? "none" : "reversible",
    update: record.method === "POST" ? "create" : null,
    success: 200,
    deprecated: null,
    assumes: [],
    version: "2023-01-01",
    ...record,
  };
}

/** The operations of an area by their ids, with what was left out filled in. */
export function operationTable<const Records extends Readonly<Record<string, Omit<Given, "id">>>>(
  records: Records,
): { readonly [Id in keyof Records]: Filled<Records[Id] & { readonly id: Id & string }> };
export function operationTable(
  records: Readonly<Record<string, Omit<Given, "id">>>,
): Readonly<Record<string, Operation>> {
  return Object.fromEntries(Object.entries(records).map(([id, record]) => [id, filled({ ...record, id })]));
}

/** What operations of a kind do to their entity, where the record does not say otherwise. */
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

/** Whether an operation changes anything at the service. */
export const isWrite = (subject: Pick<Operation, "method">): boolean => subject.method !== "GET";
