import type { z } from "zod";
import type { Json, JsonObject } from "./json/json.ts";
import { lookupTable } from "./json/own-values.ts";
import { wireSchema } from "./openapi/schemas.ts";
import type { Operation, Shape } from "./operation.ts";
import { allOperations } from "./operations.ts";
import { isOptional } from "./schema/hints.ts";
import { apiPrefix, type DialectId, mediaType, RESOURCE_VERSION } from "./wire/dialect.ts";
import { ErrorDocument } from "./wire/error-document.ts";
import { commonQuery } from "./wire/wire.ts";

/** The common query parameters (specification 4). */
const COMMON: Readonly<Record<string, JsonObject>> = lookupTable({
  envelope: {
    schema: { type: "boolean", default: false },
    description: "Wraps the response in an object with its status",
  },
  pretty: { schema: { type: "boolean", default: false }, description: "Pretty-prints the response" },
  includeCount: { schema: { type: "boolean", default: true }, description: "Whether totalCount is returned" },
  itemsPerPage: { schema: { type: "integer", minimum: 1, maximum: 500, default: 100 }, description: "Rows per page" },
  pageNum: { schema: { type: "integer", minimum: 1, default: 1 }, description: "Page number, from 1" },
});

/** The three authentication schemes (specification part 5). Basic is for the metrics address only. */
const SECURITY_SCHEMES: JsonObject = {
  digest: { type: "http", scheme: "digest", description: "Public and private key of an API key (RFC 7616)" },
  oauth2: {
    type: "oauth2",
    description: "Access token of a service account",
    flows: { clientCredentials: { tokenUrl: "/api/oauth/token", scopes: {} } },
  },
  basic: { type: "http", scheme: "basic", description: "User and password of the metrics address" },
};

const whole: JsonObject = { type: "integer", minimum: 0 };
const HEADERS: JsonObject = {
  RateLimitLimit: { schema: whole, description: "Request capacity of the endpoint set" },
  RateLimitRemaining: { schema: whole, description: "Remaining requests of the endpoint set" },
  Deprecation: { schema: { type: "string" }, description: "Date of the deprecation" },
  Sunset: { schema: { type: "string" }, description: "Date of the removal" },
};

/** The server of paths at the metrics address. */
const METRICS_SERVERS: Json = [
  {
    url: "{metricsUrl}",
    description: "The metrics address",
    variables: { metricsUrl: { default: "/prometheus/v1.0", description: "Its last segment is v1.0" } },
  },
];

const ref = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });

/** Schemas shared by bodies and answers, each named after the operation that used it first. */
class Schemas {
  readonly #dialect: DialectId;
  readonly #names = new Map<z.core.$ZodType, string>();
  readonly #made = new Map<string, JsonObject>();

  constructor(dialect: DialectId) {
    this.#dialect = dialect;
    this.#add(ErrorDocument, "ErrorDocument");
  }

  /** A reference to a schema, which is added to the document once. */
  of(schema: z.core.$ZodType, { id }: Operation, role: "Request" | "Answer"): JsonObject {
    const known = this.#names.get(schema);
    return ref("schemas", known ?? this.#add(schema, `${id.charAt(0).toUpperCase()}${id.slice(1)}${role}`));
  }

  #add(schema: z.core.$ZodType, name: string): string {
    this.#names.set(schema, name);
    this.#made.set(name, wireSchema(schema, this.#dialect));
    return name;
  }

  all(): JsonObject {
    return Object.fromEntries(this.#made);
  }
}

function parametersOf({ params, query, queryFlags }: Operation, dialect: DialectId): Json {
  const own = (shape: Shape, place: "path" | "query"): JsonObject[] =>
    Object.entries(shape).map(([name, schema]) => ({
      name,
      in: place,
      required: place === "path" || !isOptional(schema),
      schema: wireSchema(schema, dialect),
    }));
  const common = commonQuery({ queryFlags }).map((name) => ref("parameters", name));
  return [...own(params, "path"), ...own(query, "query"), ...common];
}

function successOf(operation: Operation, schemas: Schemas, dialect: DialectId): JsonObject {
  const { answer, response, address, version, deprecated, title } = operation;
  const type = address === "metrics" ? "application/json" : mediaType(dialect, version);
  const headers = ["RateLimit-Limit", "RateLimit-Remaining", ...(deprecated === null ? [] : ["Deprecation", "Sunset"])];
  return {
    description: answer === "none" ? `${title}: done` : title,
    headers: Object.fromEntries(headers.map((name) => [name, ref("headers", name.replace("-", ""))])),
    ...(answer === "none" ? {} : { content: { [type]: { schema: schemas.of(response, operation, "Answer") } } }),
  };
}

function requestOf(operation: Operation, schemas: Schemas, dialect: DialectId): JsonObject {
  if (operation.body === null) return {};
  const content = { schema: schemas.of(operation.body.shape, operation, "Request") };
  const types = new Set([mediaType(dialect, operation.version), mediaType(dialect), "application/json"]);
  return {
    requestBody: { required: true, content: Object.fromEntries([...types].map((type) => [type, content])) },
  };
}

/** Rules across fields, which a schema cannot express, with their error messages. */
function rulesOf({ body, queryRules }: Operation): JsonObject {
  const rules = [...(body?.rules ?? []), ...queryRules].map(({ name, path, message }) => ({
    name,
    field: path.join("."),
    ...(typeof message === "string" ? { message } : {}),
  }));
  return rules.length === 0 ? {} : { "x-rules": rules };
}

function operationObject(operation: Operation, schemas: Schemas, dialect: DialectId): JsonObject {
  const { id, title, area, spec, aliases, roles, queryFlags, deprecated } = operation;
  return {
    operationId: id,
    summary: title,
    tags: [area ?? "projects"],
    ...(deprecated === null
      ? {}
      : {
          deprecated: true,
          "x-deprecated-since": deprecated.since,
          "x-sunset": deprecated.sunset,
          "x-replacement": deprecated.replacement,
        }),
    ...(operation.address === "metrics" ? { security: [{ basic: [] }] } : {}),
    parameters: parametersOf(operation, dialect),
    ...requestOf(operation, schemas, dialect),
    responses: {
      [String(operation.success)]: successOf(operation, schemas, dialect),
      default: ref("responses", "Error"),
    },
    "x-spec": spec,
    "x-marks": queryFlags,
    "x-roles": roles,
    "x-aliases": aliases,
    "x-risk": operation.risk,
    ...rulesOf(operation),
  };
}

/** All operations of a path, by method; paths of the metrics address get their own server. */
function pathItems(schemas: Schemas, dialect: DialectId): JsonObject {
  const place = ({ address, path }: Operation): string =>
    address === "metrics" ? path : `${apiPrefix(dialect)}${path}`;
  const items = [...Map.groupBy(allOperations(), place)].map(([path, operations]): [string, JsonObject] => [
    path,
    {
      ...(operations.some(({ address }) => address === "metrics") ? { servers: METRICS_SERVERS } : {}),
      ...Object.fromEntries(
        operations.map((operation) => [operation.method.toLowerCase(), operationObject(operation, schemas, dialect)]),
      ),
    },
  ]);
  return Object.fromEntries(items);
}

/**
 * The operation table as an OpenAPI 3.1 document: what the embedded service accepts and answers, in a dialect's spelling. Facts without an OpenAPI
 * keyword are under `x-`: specification number, query flags, roles (any one is enough; none: any assigned role), aliases, risk, rules across fields.
 */
export function openApiDocument(dialect: DialectId): JsonObject {
  const schemas = new Schemas(dialect);
  const paths = pathItems(schemas, dialect);
  const tags = [...new Set(allOperations().map(({ area }) => area ?? "projects"))];
  return {
    openapi: "3.1.0",
    info: {
      title: "Project Administration Service API",
      version: RESOURCE_VERSION,
      description:
        "The API of Sextant's embedded service. Requests are strict; responses may have more fields than listed here.",
    },
    servers: [{ url: "/" }],
    security: [{ digest: [] }, { oauth2: [] }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.all(),
      parameters: Object.fromEntries(
        Object.entries(COMMON).map(([name, said]) => [name, { name, in: "query", required: false, ...said }]),
      ),
      headers: HEADERS,
      responses: {
        Error: {
          description: "The error document (part 7)",
          content: { "application/json": { schema: ref("schemas", "ErrorDocument") } },
        },
      },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
