import { actionOn } from "../builders/one-thing.ts";
import type { Action } from "../model/area.ts";
import { cannotRepeat, cannotStart, chooseHowToStart, pickSource, repeatRequest } from "./begin.ts";
import { cannotCutOver, cutOver } from "./cut-over.ts";
import { openById } from "./open-by-id.ts";
import { thingOfId } from "./queries.ts";

/** Actions on migrations: E60, E61, E64, and opening one by its id that is not known here yet. */

const onThing = actionOn("live-migration", ({ scope }, id) => thingOfId(scope, id));

export const actions: readonly Action[] = [
  {
    id: "live-migration.new",
    title: "Start live migration…",
    operation: "createPushMigration",
    also: ["validateMigration"],
    standard: "new",
    open: chooseHowToStart,
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
  onThing({
    id: "live-migration.start-same",
    title: "Start with the same values…",
    operation: "createPushMigration",
    disabled: (thing, context) => cannotStart(context, thing),
    open: (thing, context) => repeatRequest(context, "start", thing),
  }),
  onThing({
    id: "live-migration.validate-same",
    title: "Validate again…",
    operation: "validateMigration",
    disabled: cannotRepeat,
    open: (thing, context) => repeatRequest(context, "validate", thing),
  }),
  onThing({
    id: "live-migration.cut-over",
    title: "Cut over…",
    operation: "cutoverMigration",
    disabled: ({ kind, id }, context) =>
      kind === "migration" ? cannotCutOver(context, id) : "this is a validation, not a migration",
    open: ({ id }, context) => cutOver(context, id),
  }),
  {
    id: "live-migration.open",
    title: "Open by id…",
    operation: "getPushMigration",
    open: (context) => ({ kind: "form", setup: openById(context, null) }),
  },
  onThing({
    id: "live-migration.say",
    title: "Enter source and destination…",
    operation: "getPushMigration",
    disabled: ({ kind }) => (kind === "migration" ? null : "a validation has its source and destination"),
    open: (thing, context) => ({ kind: "form", setup: openById(context, thing) }),
  }),
];
