/**
 * Choices of ours where the specification says "not shown" and no single operation or field rests upon them. Those of an
 * operation or a field stand with it (`assumes`); all of them together are `docs/assumptions.md`.
 */
export const GENERAL_ASSUMPTIONS: readonly string[] = [
  "methods and paths of all operations but E1 and E54: the public ones, below the prefix that E1 prints",
  "success statuses: those of the public description; a client accepts any 2xx, with or without a body",
  "bodies are sent in the media type that is asked for in Accept; application/json is taken too",
  "an operation answers in the media type of its resource's own version",
  "envelope: `{status, results, totalCount, links}` for paged lists, `{status, content}` for everything else",
  "whatever a request alone shows to be wrong is 400 VALIDATION_ERROR; finer codes are for rules that need stored state",
  "in requests, values outside the known ones of an open set are refused; in answers every value is read",
  "tokens: client credentials (RFC 6749, 4.4) at `/api/oauth/token`, revoked at `/api/oauth/revoke`",
  "digest is RFC 7616 with qop `auth`, MD5 or SHA-256",
  "rate limits: a bucket for each set of operations, by project, caller or organisation, sent in `RateLimit-*` and `Retry-After`",
  "a week counts 7 days, a month 31, a year 365 wherever retentions are compared",
  "401 without a signature is UNEXPECTED_ERROR, with a wrong one NO_CURRENT_USER, without the role USER_UNAUTHORIZED, in a foreign project NOT_IN_GROUP, in a foreign organisation USER_CANNOT_ACCESS_ORG",
  "absent places are 404 for every caller: GROUP_NOT_FOUND, ORG_NOT_FOUND, CLUSTER_NOT_FOUND; an unknown path is RESOURCE_NOT_FOUND",
  "Project Owner contains the other roles of its project, Organization Owner those of all projects that its holder has a part in",
  "who has a role of the organisation alone has a part in its projects for the operations that name that role",
  "further refusals: 405 METHOD_NOT_ALLOWED, 406 INVALID_VERSION_DATE, 408 REQUEST_TIMEOUT, 410 VERSION_GONE, 413 CONTENT_TOO_LARGE, 415 UNSUPPORTED_MEDIA_TYPE, 417 EXPECTATION_FAILED, 429 RATE_LIMITED_TOKEN_BUCKET, 431 REQUEST_HEADER_FIELDS_TOO_LARGE",
  "an error document has parameters too, and where fields are at fault badRequestDetail with each field and what is wrong with it",
  "a version from the resource's own to 2025-03-12 is answered; an earlier one is withdrawn; other dates and types are unknown",
  "deprecated operations say so in the headers Deprecation and Sunset, with every answer",
  "on the paths of clusters a flex cluster is 400 CANNOT_USE_FLEX_CLUSTER_IN_CLUSTER_API, on those of serverless instances a cluster is 400 CANNOT_USE_NON_FLEX_CLUSTER_IN_FLEX_API; backups of shared clusters are 400 INCORRECT_BACKUP_API_ENDPOINT",
  "a paused cluster can be read; indexes, search nodes and snapshots on demand of it are 409 CANNOT_UPDATE_PAUSED_CLUSTER",
  "bodies may have up to 1 MiB, 20,000 values and 100 levels, request heads up to 32 KiB; a key `__proto__` is refused; of a key that stands twice the last counts",
  "an operation with a body wants a JSON object even where every field is optional; fields and query parameters that an operation does not name are refused",
  "a value that is not there is left out rather than null, but where the public description says otherwise",
];
