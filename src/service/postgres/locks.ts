/** Advisory locks, released at the end of their transaction, so that writers of a scope run one after another across all instances. */

/** First key of all our locks; the second key is 0 for all scopes together, or that of one scope. */
const LOCKS = 1936029300;

/** Second key of a scope's lock: never 0, and the same in every instance. Two scopes with the same key wait for each other. */
function lockOf(scope: string): number {
  let hash = 2166136261;
  for (const byte of Buffer.from(scope)) hash = Math.imul(hash ^ byte, 16777619);
  return hash === 0 ? 1 : hash;
}

/** Takes the exclusive lock of a scope until the transaction ends, leaving other scopes free; null locks all scopes. */
export const lockSql = (scope: string | null): string =>
  scope === null
    ? `SELECT pg_advisory_xact_lock(${LOCKS}, 0)`
    : `SELECT pg_advisory_xact_lock_shared(${LOCKS}, 0); SELECT pg_advisory_xact_lock(${LOCKS}, ${lockOf(scope)})`;
