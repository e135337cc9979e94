import type { z } from "zod";
import { accessHistoryOperations } from "./access-history.ts";
import { alertConfigurationOperations } from "./alert-configurations.ts";
import { alertOperations } from "./alerts.ts";
import { auditingOperations } from "./auditing.ts";
import { scheduleOperations } from "./backup-schedules.ts";
import { cloudAccessOperations } from "./cloud-access.ts";
import { complianceOperations } from "./compliance-policy.ts";
import { customDnsOperations } from "./custom-dns.ts";
import { exportBucketOperations } from "./export-buckets.ts";
import { exportJobOperations } from "./export-jobs.ts";
import { liveMigrationOperations } from "./live-migration.ts";
import { metricsTargetOperations } from "./metrics-targets.ts";
import type { Operation } from "./operation.ts";
import { projectOperations } from "./projects.ts";
import { restoreJobOperations } from "./restore-jobs.ts";
import { searchIndexOperations } from "./search-indexes.ts";
import { firstGenerationOperations } from "./search-indexes-first-generation.ts";
import { searchNodeOperations } from "./search-nodes.ts";
import { snapshotOperations } from "./snapshots.ts";
import { sourceProjectOperations } from "./source-projects.ts";

/** The one table of operations (`design.md`, contract). A new area adds its records here. */
export const operations = {
  ...alertOperations,
  ...alertConfigurationOperations,
  ...projectOperations,
  ...searchIndexOperations,
  ...firstGenerationOperations,
  ...searchNodeOperations,
  ...accessHistoryOperations,
  ...metricsTargetOperations,
  ...auditingOperations,
  ...customDnsOperations,
  ...cloudAccessOperations,
  ...snapshotOperations,
  ...scheduleOperations,
  ...complianceOperations,
  ...liveMigrationOperations,
  ...sourceProjectOperations,
  ...exportBucketOperations,
  ...exportJobOperations,
  ...restoreJobOperations,
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;

/** Validated answer of an operation. */
export type AnswerOf<Id extends OperationId> = z.output<Operations[Id]["response"]>;

type ParamsOf<Id extends OperationId> = {
  readonly [Name in keyof Operations[Id]["params"]]: z.output<Operations[Id]["params"][Name]>;
};
type QueryOf<Id extends OperationId> = {
  readonly [Name in keyof Operations[Id]["query"]]?: z.output<Operations[Id]["query"][Name]>;
};

/** Path parameters and query values of an operation, by name. */
export type ArgsOf<Id extends OperationId> = { readonly params: ParamsOf<Id>; readonly query?: QueryOf<Id> };

const table: ReadonlyMap<string, Operation> = new Map(Object.entries(operations));

const byAlias: ReadonlyMap<string, Operation> = new Map(
  [...table.values()].flatMap((operation) =>
    operation.aliases.map((alias) => [alias.toLowerCase(), operation] as const),
  ),
);

/** All operations, in the order of the table. */
export const allOperations = (): readonly Operation[] => [...table.values()];

/** True if a text is the id of an operation. */
export const isOperationId = (text: string): text is OperationId => table.has(text);

/** @throws TypeError for a text that is not the id of an operation */
export function operationIdOf(text: string): OperationId {
  if (isOperationId(text)) return text;
  throw new TypeError(`${text} is not in the table of operations`);
}

/** Finds an operation by its id, by an alias, or by its number in the specification (`E12`). */
export function findOperation(name: string): Operation | undefined {
  const exact = table.get(name) ?? byAlias.get(name.toLowerCase());
  if (exact !== undefined) return exact;
  const lower = name.toLowerCase();
  const found = [...table.values()].filter(
    (operation) => operation.id.toLowerCase() === lower || operation.spec?.toLowerCase() === lower,
  );
  return found.length === 1 ? found[0] : undefined;
}
