import * as z from "zod";
import { migrationFields } from "./live-migration/request.ts";
import { migrationRules } from "./live-migration/rules.ts";
import { type Entity, operationTable } from "./operation.ts";
import { body } from "./schema/body.ts";
import { amount, flag, many, text } from "./schema/fields.ts";

/** Live migration into a hosted cluster: specification 2.16 and 4.12 (E60 to E64). */

/** Body of create and of validate (E60, E61), which are the same. */
export const MigrationBody = body(z.strictObject(migrationFields), migrationRules);

/** A migration in an answer (E60, E63). The lag is known only while the source is being followed. */
export const Migration = z.looseObject({
  _id: z.string().brand<"LiveMigrationId">().nullish(),
  lagTimeSeconds: amount(),
  migrationHosts: many(z.string()),
  readyForCutover: flag(),
  status: text(),
});

/** A validation job (E61, E62). */
export const MigrationValidation = z.looseObject({
  _id: z.string().brand<"ValidationId">().nullish(),
  errorMessage: text(),
  groupId: text(),
  sourceGroupId: text(),
  status: text(),
});

export type Migration = z.output<typeof Migration>;
export type MigrationValidation = z.output<typeof MigrationValidation>;

const migration: Entity = { name: "migration", id: ["_id"], param: "liveMigrationId", parent: "project" };
const validation: Entity = { name: "validation", id: ["_id"], param: "validationId", parent: "project" };

const common = {
  area: "live-migration",
  roles: ["Organization Owner"],
  budget: "cloud-migration",
} as const;
const PATH = "/groups/{groupId}/liveMigrations";

export const liveMigrationOperations = operationTable({
  createPushMigration: {
    ...common,
    entity: migration,
    spec: "E60",
    aliases: ["createGroupLiveMigration"],
    title: "Start live migration",
    method: "POST",
    path: PATH,
    body: MigrationBody,
    response: Migration,
    risk: "disruptive",
    success: 201,
    version: "2024-05-30",
    assumes: [
      "status of a migration beyond NEW: WORKING, FAILED, COMPLETE, EXPIRED",
      "one active migration a destination cluster: a further one is 409 CANNOT_MODIFY_CLUSTER_WITH_RUNNING_LIVE_IMPORT",
      "a migration whose source or destination does not fit is accepted, and is FAILED when its first phase ends",
    ],
  },
  validateMigration: {
    ...common,
    entity: validation,
    entityUse: "create",
    spec: "E61",
    aliases: ["validateGroupLiveMigrations"],
    title: "Validate live migration",
    method: "POST",
    path: `${PATH}/validate`,
    body: MigrationBody,
    response: MigrationValidation,
    kind: "action",
    version: "2024-05-30",
    assumes: [
      "status of a validation beyond PENDING: SUCCESS, FAILED (with errorMessage)",
      "the destination's project is the one of the path, else 400",
    ],
  },
  getValidationStatus: {
    ...common,
    entity: validation,
    spec: "E62",
    aliases: ["getGroupLiveMigrationValidateStatus"],
    title: "Get validation status",
    path: `${PATH}/validate/{validationId}`,
    queryFlags: "E",
    response: MigrationValidation,
  },
  getPushMigration: {
    ...common,
    entity: migration,
    spec: "E63",
    aliases: ["getGroupLiveMigration"],
    title: "Get live migration",
    path: `${PATH}/{liveMigrationId}`,
    roles: ["Organization Member"],
    response: Migration,
    assumes: [
      "lagTimeSeconds is null outside of replication",
      "readyForCutover is false once a migration has ended",
      "an absent migration or validation is 404 RESOURCE_NOT_FOUND",
      "a member of the organisation needs no role in the project",
    ],
  },
  cutoverMigration: {
    ...common,
    entity: migration,
    spec: "E64",
    aliases: ["cutoverGroupLiveMigration"],
    title: "Cut over live migration",
    method: "PUT",
    path: `${PATH}/{liveMigrationId}/cutover`,
    response: z.undefined(),
    answer: "none",
    kind: "action",
    risk: "irreversible",
    update: "merge",
    success: 202,
    assumes: [
      "a cut-over before readyForCutover, or after the end, is 400 VALIDATION_ERROR; one that is under way is accepted again",
      "120 hours after readyForCutover a migration that was not cut over is EXPIRED",
    ],
  },
});
