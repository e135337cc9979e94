import { type JsonObject, jsonObjectIn, parseJson, textIn } from "../../contract/json/json.ts";
import type { Migration, MigrationValidation } from "../../contract/live-migration.ts";
import { LiveMigrationId, ValidationId } from "../../contract/schema/ids.ts";
import { isEnded } from "../../domain/job.ts";
import { validationAsJob } from "../../domain/live-migration/migration.ts";
import type { Query } from "../../state/answers/query.ts";
import type { KnownName } from "../../state/names/names.ts";
import { shortId, timeOfId } from "../../text/format.ts";
import type { Context, Scope } from "../model/context.ts";
import { projectArgs } from "../queries/args.ts";

/**
 * Known migrations and validations: the service lists none, so they come from answers, from requests sent from here, and from what a person entered
 * (`domain.md` 1.7, 14.5).
 */

export type Thing = {
  readonly kind: "migration" | "validation";
  readonly id: string;
  /** Source deployment, where known; the service does not give it. */
  readonly source: string | null;
  /** The source project: deployment names are unique only within it. Null where the request was not sent from here. */
  readonly sourceProject: string | null;
  readonly destination: string | null;
  /** The request without secrets; null where it was not sent from here. */
  readonly request: JsonObject | null;
  /** Origin of the knowledge: `started here`. */
  readonly how: string;
  /** When it was created, by its id; otherwise when it was first seen (ms). */
  readonly madeAt: number;
};

/** Maximum number that the list requests; those not seen for longest are left out. */
const MOST = 40;

function requestOf(text: string | undefined): JsonObject | null {
  const parsed = text === undefined ? null : parseJson(text);
  return parsed?.ok === true ? jsonObjectIn(parsed.value) : null;
}

function thingOf(known: KnownName): readonly Thing[] {
  const { kind, id, about = {}, source, firstSeen } = known;
  if ((kind !== "migration" && kind !== "validation") || id === null) return [];
  if (!LiveMigrationId.safeParse(id).success) return [];
  const request = requestOf(about["request"]);
  return [
    {
      kind,
      id,
      source: about["source"] ?? null,
      sourceProject: textIn(request?.["source"], "groupId"),
      destination: about["destination"] ?? null,
      request,
      how: source,
      madeAt: timeOfId(id) ?? firstSeen,
    },
  ];
}

const newestFirst = (things: readonly Thing[]): readonly Thing[] =>
  things.toSorted((left, right) => right.madeAt - left.madeAt);

const knownIn = ({ unlisted, groupId }: Scope, kind: Thing["kind"]): readonly Thing[] =>
  unlisted.filter((known) => known.kind === kind && known.project === groupId).flatMap(thingOf);

/** All known things of a kind in the project, the newest first, whichever cluster the scope is narrowed to. */
export const thingsOf = (scope: Scope, kind: Thing["kind"]): readonly Thing[] => newestFirst(knownIn(scope, kind));

/** Those that the list shows, limited to the destination that the scope is narrowed to. To look up a thing, use `thingsOf`, which is not filtered. */
export const listedThings = (scope: Scope, kind: Thing["kind"]): readonly Thing[] =>
  newestFirst(
    knownIn(scope, kind)
      .filter(({ destination }) => scope.cluster === null || destination === null || destination === scope.cluster)
      .slice(0, MOST),
  );

/** Validations of the same source into the same destination, the newest first. */
export const validationsOf = (
  scope: Scope,
  { source, sourceProject, destination }: Pick<Thing, "source" | "sourceProject" | "destination">,
): readonly Thing[] =>
  source === null || destination === null
    ? []
    : thingsOf(scope, "validation").filter(
        (other) =>
          other.source === source && other.sourceProject === sourceProject && other.destination === destination,
      );

/** A thing by its id; one that was never seen here has nothing but its id. */
export function thingOfId(scope: Scope, id: string): Thing {
  const known = [...thingsOf(scope, "migration"), ...thingsOf(scope, "validation")].find((thing) => thing.id === id);
  const unseen = {
    source: null,
    sourceProject: null,
    destination: null,
    request: null,
    how: "opened by id",
  };
  return known ?? { kind: "migration", id, ...unseen, madeAt: timeOfId(id) ?? 0 };
}

/** `shop-rs0 → prod-eu`, with `?` for an unknown part; the short id where both are unknown. */
export function nameOf({ kind, id, source, destination }: Thing): string {
  if (source === null && destination === null) return `${kind} ${shortId(id)}`;
  return `${source ?? "?"} → ${destination ?? "?"}`;
}

export const isId = (id: string): boolean => LiveMigrationId.safeParse(id).success;

export const migrationArgs = (scope: Scope, id: string) => ({
  params: { ...projectArgs(scope).params, liveMigrationId: LiveMigrationId.of(id) },
});

export const validationArgs = (scope: Scope, id: string) => ({
  params: { ...projectArgs(scope).params, validationId: ValidationId.of(id) },
});

export const migrationQuery = (scope: Scope, id: string, poll: Query["poll"]): Query => ({
  operation: "getPushMigration",
  args: migrationArgs(scope, id),
  poll,
  optional: true,
});

export const validationQuery = (scope: Scope, id: string, poll: Query["poll"]): Query => ({
  operation: "getValidationStatus",
  args: validationArgs(scope, id),
  poll,
  optional: true,
});

export const cachedMigration = (context: Context, id: string): Migration | undefined =>
  isId(id) ? context.cached("getPushMigration", migrationArgs(context.scope, id))?.data : undefined;

export const cachedValidation = (context: Context, id: string): MigrationValidation | undefined =>
  isId(id) ? context.cached("getValidationStatus", validationArgs(context.scope, id))?.data : undefined;

/** True for a validation that has not ended. */
export const isPending = (validation: MigrationValidation): boolean => !isEnded(validationAsJob(validation, 0));

/** The same for a thing, by its cached answer; false where there is none. */
export function isKnownPending(context: Context, { id }: Thing): boolean {
  const cached = cachedValidation(context, id);
  return cached !== undefined && isPending(cached);
}
