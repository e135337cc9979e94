import { isMigrationOver } from "../../domain/live-migration/migration.ts";
import type { Query } from "../../state/answers/query.ts";
import { pluralize } from "../../text/format.ts";
import { accent, bad, good, warn } from "../builders/cells.ts";
import { intervalOf } from "../builders/jobs.ts";
import { blocking, cachedFacts, checksOf, formatCheck } from "../live-migration/checks.ts";
import {
  cachedMigration,
  cachedValidation,
  isPending,
  migrationQuery,
  nameOf,
  thingOfId,
  validationQuery,
} from "../live-migration/queries.ts";
import { migrationStatusOf, nextCell, phaseCell } from "../live-migration/status.ts";
import { type Cell, cellText } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import { effectOfAction } from "../model/effect.ts";
import { sourceProjectsOf, queries as sourceQueries } from "../source-projects/list.ts";
import { type Runbook, type RunbookValues, startRunbook } from "./runbook.ts";
import { blocked, createdIdAs, done, open, opensAction, waiting } from "./steps.ts";

/** Migrates a deployment of the on-premises manager to a cluster of this project (`domain.md` 14 and 18). */

const validationOf = (context: Context, { validation }: RunbookValues) =>
  validation === undefined ? undefined : cachedValidation(context, validation);

const migrationOf = (context: Context, { migration }: RunbookValues) =>
  migration === undefined ? undefined : cachedMigration(context, migration);

const migrationQueries = (context: Context, { migration }: RunbookValues): readonly Query[] => {
  if (migration === undefined) return [];
  const { scope } = context;
  return [
    migrationQuery(
      scope,
      migration,
      intervalOf("migration", migrationStatusOf(context, thingOfId(scope, migration))?.state.poll ?? "normal"),
    ),
  ];
};

/** Progress as text: `catching up: caught up in about 20 min`. */
function progress(context: Context, id: string): string {
  const current = migrationStatusOf(context, thingOfId(context.scope, id));
  if (current === null) return "copying";
  return `${cellText(phaseCell(current))}: ${cellText(nextCell(current, context.now))}`;
}

/** True during a cut-over, judged by the samples of the migration, whichever machine sent the cut-over. */
const isCuttingOver = (context: Context, { migration = "" }: RunbookValues): boolean =>
  migrationStatusOf(context, thingOfId(context.scope, migration))?.progress.phase === "cutting-over";

/** The first objection to a cut-over now, by the migration alone: lag that is not low, or not for long enough. */
function doubts(context: Context, { migration = "" }: RunbookValues): Cell {
  const current = migrationStatusOf(context, thingOfId(context.scope, migration));
  const [first] = current === null ? [] : blocking(checksOf(cachedFacts(context, current)));
  return first === undefined ? "" : warn(`not recommended yet: ${formatCheck(first)}`);
}

const placeIn = (id: string | undefined) => ({ area: "live-migration", ids: id === undefined ? [] : [id] }) as const;

export const moveCluster: Runbook = {
  id: "move-cluster",
  title: "Migrate a cluster",
  about: "Migrate a deployment of your on-premises manager to a cluster of this project.",
  begin: (context) => startRunbook("move-cluster", context, context.scope.groupName, {}),
  steps: [
    {
      id: "link",
      title: "Link the on-premises manager",
      about: "Creates a token to enter in the manager; its deployments then appear in Source projects.",
      queries: ({ scope }) => sourceQueries(scope),
      seen: (context, { token }) => {
        const projects = sourceProjectsOf(context);
        const count = projects.flatMap(({ deployments }) => deployments ?? []).length;
        const link = { area: "source-projects", ids: [] } as const;
        if (count > 0) return done(good(`linked: ${pluralize(count, "deployment")}`), link);
        return token === undefined ? null : waiting("token created: no deployment reported yet", link);
      },
      valuesFromAnswer: () => ({ token: "made" }),
      opens: opensAction("source-projects", "source-projects.create-token"),
    },
    {
      id: "validate",
      title: "Validate the migration",
      about: "The service checks the request and changes nothing.",
      queries: ({ scope }, { validation }) =>
        validation === undefined ? [] : [validationQuery(scope, validation, "validation")],
      seen: (context, values) => {
        const cached = validationOf(context, values);
        if (cached === undefined) return null;
        const link = placeIn(values["validation"]);
        if (isPending(cached)) return waiting(accent("validation in progress"), link);
        const name = nameOf(thingOfId(context.scope, values["validation"] ?? ""));
        if (cached.status === "SUCCESS") return done(good(`${name}: validation passed`), link);
        return open(bad(cached.errorMessage ?? "validation failed"), link);
      },
      opens: opensAction("live-migration", "live-migration.validate"),
      valuesFromAnswer: createdIdAs("validateMigration", "validation"),
    },
    {
      id: "start",
      title: "Start the migration",
      about: "Starts with the validated values. The source stays in use.",
      queries: migrationQueries,
      seen: (context, values) => {
        const cached = migrationOf(context, values);
        if (cached === undefined) return null;
        const link = placeIn(values["migration"]);
        return cached.status === "FAILED" || cached.status === "EXPIRED"
          ? open(bad(`migration ${cached.status.toLowerCase()}: start again`), link)
          : done(`${nameOf(thingOfId(context.scope, values["migration"] ?? ""))}: started`, link);
      },
      opens: {
        area: "live-migration",
        effect: (context, { validation }) =>
          validation === undefined
            ? effectOfAction("live-migration", "live-migration.start", context)
            : effectOfAction("live-migration", "live-migration.start-same", context, [validation]),
      },
      valuesFromAnswer: createdIdAs("createPushMigration", "migration"),
    },
    {
      id: "ready",
      title: "Wait until ready for cut-over",
      about: "Live migration shows its lag, forecast and open checks.",
      dependsOn: "migration",
      queries: migrationQueries,
      seen: (context, values) => {
        if (values["migration"] === undefined) return blocked("migration not started");
        const cached = migrationOf(context, values);
        if (cached === undefined) return null;
        const link = placeIn(values["migration"]);
        if (cached.status === "COMPLETE" || cached.readyForCutover === true)
          return done(good("ready, as reported by the service"), link);
        return isMigrationOver(cached)
          ? blocked("migration ended")
          : waiting(accent(progress(context, values["migration"])), link);
      },
    },
    {
      id: "cut-over",
      title: "Cut over",
      about: "Stop writes on the source first. A cut-over cannot be undone.",
      dependsOn: "migration",
      queries: migrationQueries,
      seen: (context, values) => {
        if (values["migration"] === undefined) return blocked("migration not started");
        const cached = migrationOf(context, values);
        if (cached === undefined) return null;
        const link = placeIn(values["migration"]);
        if (cached.status === "COMPLETE") return done(good("completed"), link);
        if (isCuttingOver(context, values)) return waiting("cutting over", link);
        return cached.readyForCutover === true ? open(doubts(context, values), link) : blocked("migration not ready");
      },
      opens: opensAction("live-migration", "live-migration.cut-over", { thing: "migration" }),
    },
    {
      id: "clean-up",
      title: "Clean up",
      about: "Applications use the new address, alerts and backup schedule are set up, the source is switched off.",
      dependsOn: "migration",
    },
  ],
};
