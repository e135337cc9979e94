import { isObject, textIn } from "../../src/contract/json/json.ts";
import { isWrite } from "../../src/contract/operation.ts";
import { findOperation } from "../../src/contract/operations.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { control } from "../service/support.ts";
import type { CommandEnd } from "./in-thread.ts";
import type { Person } from "./person.ts";
import { served } from "./served.ts";

/** `sextant export`, `diff` and `apply` beside a service of its own, for tests. */

export type SettingsService = {
  readonly ready: ServiceReady;
  readonly env: Readonly<Record<string, string>>;
  /** What the service was asked since this was last called: the names of operations, in order. */
  readonly requests: () => Promise<readonly string[]>;
};

/** A service on which nothing happens by itself. */
export async function settingsService(
  flags: readonly string[] = [],
  onOver?: (end: () => void) => void,
): Promise<SettingsService> {
  const { ready, env } = await served(["--quiet", ...flags], onOver);
  return {
    ready,
    env,
    requests: async () => {
      const { json } = await control(ready, "GET", "/journal");
      await control(ready, "DELETE", "/journal");
      const entries = isObject(json) ? json["entries"] : null;
      // Before a key is known for its digest it is asked for: such a request has no caller yet.
      return (Array.isArray(entries) ? entries : []).flatMap((entry: unknown) =>
        textIn(entry, "caller") === null ? [] : (textIn(entry, "operation") ?? []),
      );
    },
  };
}

/** One command of a person against a service. */
export const commandOf =
  (person: Person, { env }: SettingsService) =>
  (...args: readonly string[]): CommandEnd =>
    person.command(args, "", env);

/** Those of the operations that change something. */
export const writesIn = (requests: readonly string[]): readonly string[] =>
  requests.filter((name) => {
    const operation = findOperation(name);
    return operation !== undefined && isWrite(operation);
  });

/** Alert configurations as files have them, each on a replica set of its own. */
export const alertsOn = (replicaSets: readonly string[]): string =>
  replicaSets
    .map(
      (replicaSet, index) => `kind: alert-configuration
version: 1
settings:
  eventTypeName: OUTSIDE_METRIC_THRESHOLD
  enabled: true
  matchers:
    - fieldName: REPLICA_SET_NAME
      operator: EQUALS
      value: ${replicaSet}
  metricThreshold:
    metricName: CONNECTIONS_PERCENT
    operator: GREATER_THAN
    threshold: ${(index % 90) + 1}
    units: RAW
    mode: AVERAGE
  notifications:
    - typeName: EMAIL
      emailAddress: dba@example.com
      delayMin: ${index % 60}
      intervalMin: 60
`,
    )
    .join("---\n");
