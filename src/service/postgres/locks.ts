/** Advisory locks of the database, which end with their transaction: so writers of a scope take turns over all instances. */

/** The first number of the locks of a service; the second is 0 for all its scopes together, or that of a scope. */
const LOCKS = 1936029300;

/** The number of a scope's lock: never 0, and the same in every instance. Two scopes of one number wait for each other. */
function lockOf(scope: string): number {
  let hash = 2166136261;
  for (const byte of Buffer.from(scope)) hash = Math.imul(hash ^ byte, 16777619);
  return hash === 0 ? 1 : hash;
}

/** Takes the lock of a scope until the transaction ends: alone, beside the other scopes; or (null) alone among all. */
export const lockSql = (scope: string | null): string =>
  scope === null
    ? `SELECT pg_advisory_xact_lock(${LOCKS}, 0)`
    : `SELECT pg_advisory_xact_lock_shared(${LOCKS}, 0); SELECT pg_advisory_xact_lock(${LOCKS}, ${lockOf(scope)})`;
