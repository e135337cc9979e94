/**
 * Our own choices where the specification says "not shown", if they belong to no single operation or field. Those of an operation or a field are in
 * its `assumes`; `docs/assumptions.md` lists all of them.
 */
export const GENERAL_ASSUMPTIONS: readonly string[] = [
  "methods and paths of all operations but E1 and E54: the public ones, below the prefix that E1 prints",
  "success statuses: those of the public description; a client accepts any 2xx, with or without a body",
  "request bodies have the media type of the Accept header; application/json is accepted too",
  "a response has the media type of its resource's version",
  "envelope: `{status, results, totalCount, links}` for paged lists, `{status, content}` for everything else",
  "errors in the request itself are 400 VALIDATION_ERROR; specific codes are for rules that depend on stored data",
  "unknown values of an open set are refused in requests and accepted in responses",
  "tokens: client credentials (RFC 6749, 4.4) at `/api/oauth/token`, revoked at `/api/oauth/revoke`",
  "digest is RFC 7616 with qop `auth`, MD5 or SHA-256",
  "rate limits: a bucket for each set of operations, by project, caller or organisation, sent in `RateLimit-*` and `Retry-After`",
  "retentions are compared with weeks of 7 days, months of 31 days and years of 365 days",
  "401 codes: UNEXPECTED_ERROR without a signature, NO_CURRENT_USER with an invalid one, USER_UNAUTHORIZED without the role, NOT_IN_GROUP without access to the project, USER_CANNOT_ACCESS_ORG without access to the organisation",
  "missing projects, organisations and clusters are 404 for every caller: GROUP_NOT_FOUND, ORG_NOT_FOUND, CLUSTER_NOT_FOUND; an unknown path is RESOURCE_NOT_FOUND",
  "Project Owner includes the other roles of the project, Organization Owner those of all projects that the caller can access",
  "an organisation role alone gives access to the projects for the operations that list the role",
  "other errors: 405 METHOD_NOT_ALLOWED, 406 INVALID_VERSION_DATE, 408 REQUEST_TIMEOUT, 410 VERSION_GONE, 413 CONTENT_TOO_LARGE, 415 UNSUPPORTED_MEDIA_TYPE, 417 EXPECTATION_FAILED, 429 RATE_LIMITED_TOKEN_BUCKET, 431 REQUEST_HEADER_FIELDS_TOO_LARGE, 503 SERVICE_UNAVAILABLE",
  "an error document has parameters; for invalid fields it has badRequestDetail with each field and its error",
  "versions from the resource's own to 2025-03-12 are supported; earlier versions are withdrawn; other dates and types are unknown",
  "every response of a deprecated operation has the headers Deprecation and Sunset",
  "on the paths of clusters a flex cluster is 400 CANNOT_USE_FLEX_CLUSTER_IN_CLUSTER_API, on those of serverless instances a cluster is 400 CANNOT_USE_NON_FLEX_CLUSTER_IN_FLEX_API; backups of shared clusters are 400 INCORRECT_BACKUP_API_ENDPOINT",
  "a paused cluster can be read; changes of its indexes, search nodes and on-demand snapshots are 409 CANNOT_UPDATE_PAUSED_CLUSTER",
  "bodies may have up to 1 MiB, 20,000 values and 100 levels, request heads up to 32 KiB; a key `__proto__` is refused; the last of duplicate keys counts",
  "an operation with a body requires a JSON object even if every field is optional; unknown fields and query parameters are refused",
  "a missing value is left out, not null, except where the public description says otherwise",
];
