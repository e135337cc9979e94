import type { Action } from "../model/area.ts";
import type { Context } from "../model/context.ts";
import type { Effect } from "../model/effect.ts";
import { again, cannotRepeat, cannotStart, howToBegin, pickSource } from "./begin.ts";
import { cannotCutOver, cutOver } from "./cut-over.ts";
import { openById } from "./open-by-id.ts";
import { type Thing, thingOfId } from "./queries.ts";

/** What can be done with migrations: E60, E61, E64, and opening one that is not known here yet. */

const chosen = (context: Context, ids: readonly string[]): Thing => thingOfId(context.scope, ids[0] ?? "");

const isMigration = (context: Context, ids: readonly string[]): boolean => chosen(context, ids).kind === "migration";

export const actions: readonly Action[] = [
  {
    id: "live-migration.new",
    title: "Start live migration…",
    operation: "createPushMigration",
    also: ["validateMigration"],
    standard: "new",
    open: howToBegin,
  },
  {
    id: "live-migration.validate",
    title: "Validate live migration…",
    operation: "validateMigration",
    open: (context) => pickSource(context, "validate"),
  },
  {
    id: "live-migration.start",
    title: "Start without validation…",
    operation: "createPushMigration",
    open: (context) => pickSource(context, "start"),
  },
  {
    id: "live-migration.start-same",
    title: "Start with the same values…",
    operation: "createPushMigration",
    on: "one",
    disabled: (context, ids) => cannotStart(context, chosen(context, ids)),
    open: (context, ids): Effect => again(context, "start", chosen(context, ids)),
  },
  {
    id: "live-migration.validate-same",
    title: "Validate again…",
    operation: "validateMigration",
    on: "one",
    disabled: (context, ids) => cannotRepeat(chosen(context, ids)),
    open: (context, ids): Effect => again(context, "validate", chosen(context, ids)),
  },
  {
    id: "live-migration.cut-over",
    title: "Cut over…",
    operation: "cutoverMigration",
    on: "one",
    disabled: (context, ids) =>
      isMigration(context, ids) ? cannotCutOver(context, ids[0] ?? "") : "this is a validation, not a migration",
    open: (context, ids): Effect => cutOver(context, ids[0] ?? ""),
  },
  {
    id: "live-migration.open",
    title: "Open by id…",
    operation: "getPushMigration",
    open: (context) => ({ kind: "form", setup: openById(context, null) }),
  },
  {
    id: "live-migration.say",
    title: "Enter source and destination…",
    operation: "getPushMigration",
    on: "one",
    disabled: (context, ids) => (isMigration(context, ids) ? null : "a validation has its source and destination"),
    open: (context, ids) => ({ kind: "form", setup: openById(context, chosen(context, ids)) }),
  },
];
