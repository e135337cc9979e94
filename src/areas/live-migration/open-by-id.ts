import * as z from "zod";
import { saysNotFound } from "../../client/errors/absence.ts";
import { body } from "../../contract/schema/body.ts";
import { CLUSTER_NAME, LiveMigrationId } from "../../contract/schema/ids.ts";
import { ofLength } from "../../contract/schema/lengths.ts";
import { DEDICATED } from "../../domain/cluster.ts";
import type { FormPlan } from "../../forms/form-plan.ts";
import type { FormValues } from "../../forms/schema/form-values.ts";
import { formatAge } from "../../text/format.ts";
import { warn } from "../builders/cells.ts";
import { suggestClusters } from "../builders/clusters.ts";
import { localForm } from "../builders/local-form.ts";
import type { Ask, Context } from "../model/context.ts";
import { asking, type Effect, type FormSetup, goTo, NO_PREFLIGHT, note } from "../model/effect.ts";
import { migrationArgs, nameOf, type Thing, thingsOf } from "./queries.ts";
import { deploymentSuggestions, sourcesOf } from "./sources.ts";

/**
 * Opens a migration that somebody else started: checks its id, and asks for source and destination, which the service does not give (`domain.md`
 * 14.5).
 */

const Question = body(
  z.strictObject({
    id: LiveMigrationId.meta({
      title: "Migration",
      help: "Id of the migration, 24 hexadecimal characters, lower case: ask the person who started it",
      example: "65f0aa01bb02cc03dd04ee05",
    }),
    source: z.string().min(1, ofLength()).optional().meta({
      title: "Source cluster",
      help: "Not reported by the service; optional, for display",
      example: "shop-rs0",
    }),
    destination: z.string().regex(CLUSTER_NAME, "enter letters, digits and hyphens only").optional().meta({
      title: "Destination",
      help: "Required to check its backups and to confirm the cut-over",
      example: "prod-eu",
    }),
  }),
);

/** The operation of a local form, none of the service. */
const questionForm = localForm("openMigration", "live-migration", "Open a migration", Question);

type Values = FormValues<typeof Question>;

const planFor = (isKnown: boolean): FormPlan<Values> => ({
  operation: questionForm,
  title: () => (isKnown ? "Source and destination of the migration" : "Open a migration by id"),
  sentence: ({ body: { source, destination } }) => {
    const what = source || destination ? ` as ${source || "?"} → ${destination || "?"}` : "";
    return `Looks up the migration and saves it in this console${what}. Nothing is changed.`;
  },
  button: () => "Open migration",
  fields: [
    { path: "id", kind: "choice-or-other", suggest: "ids" },
    { path: "source", kind: "choice-or-other", suggest: "sources" },
    { path: "destination", kind: "choice-or-other", suggest: "clusters" },
  ],
});

/** Requests the migration: opens and remembers it where it exists, otherwise shows why not. */
async function loadMigration(ask: Ask, context: Context, { id = "", source, destination }: Values): Promise<Effect> {
  try {
    await ask("getPushMigration", migrationArgs(context.scope, id));
  } catch (error) {
    if (saysNotFound(error)) {
      const words = `Project ${context.scope.groupName} has no migration ${id}. Check the project (${context.key("project")}) and the id.`;
      return note("No such migration", warn(words));
    }
    throw error;
  }
  const place = goTo("live-migration", id);
  if (!source && !destination) return place;
  const about = { ...(source ? { source } : {}), ...(destination ? { destination } : {}) };
  const name = `${source || "?"} → ${destination || "?"}`;
  const said = { kind: "migration", name, id, project: context.scope.groupId, source: "entered here", about } as const;
  return { kind: "remember", sighting: said, next: place };
}

/** The form: for a known migration it asks for source and destination only, otherwise for the id as well. */
export const openById = (context: Context, known: Thing | null): FormSetup<Values> => ({
  plan: planFor(known !== null),
  targets: [{ id: known?.id ?? "", name: "migration", params: { groupId: context.scope.groupId } }],
  initial:
    known === null
      ? {}
      : {
          id: known.id,
          ...(known.source === null ? {} : { source: known.source }),
          ...(known.destination === null ? {} : { destination: known.destination }),
        },
  chosen: known === null ? {} : { id: known.id },
  suggest: {
    ids: async () =>
      thingsOf(context.scope, "migration").map((thing) => ({
        value: thing.id,
        label: thing.id,
        note: `${nameOf(thing)}, ${thing.how}, ${formatAge(Math.max(0, context.now - thing.madeAt))} old`,
      })),
    sources: async () => deploymentSuggestions(sourcesOf(context)),
    clusters: (ask) => suggestClusters(ask, context, DEDICATED),
  },
  preflight: async () => NO_PREFLIGHT,
  applies: (values): Effect => asking("Open a migration", (ask) => loadMigration(ask, context, values)),
});
