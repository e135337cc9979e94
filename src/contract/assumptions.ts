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
  "rate limits: a bucket for each set of operations, by project, caller or organisation, told in `RateLimit-*` and `Retry-After`",
  "a week counts 7 days, a month 31, a year 365 wherever retentions are compared",
];
