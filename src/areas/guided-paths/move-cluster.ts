import type { Query } from "../../state/query.ts";
import { pluralize } from "../../text/format.ts";
import type { Context } from "../context.ts";
import { effectOfAction } from "../effect.ts";
import { blocking, cachedFacts, checksOf, checkWords } from "../live-migration/checks.ts";
import {
  cachedMigration,
  cachedValidation,
  isOver,
  isPending,
  migrationQuery,
  nameOf,
  thingOfId,
  validationQuery,
} from "../live-migration/queries.ts";
import { migrationStatusOf, nextCell, paceOf, phaseCell } from "../live-migration/status.ts";
import { sourceProjectsOf, queries as sourceQueries } from "../source-projects/list.ts";
import { type Cell, cellText } from "../view.ts";
import { begun, blocked, done, type GuidedPath, learning, open, type PathValues, waiting } from "./path.ts";

/** A deployment of the on-premises manager becomes a cluster here (`domain.md` 14 and 18). */

const validationOf = (context: Context, { validation }: PathValues) =>
  validation === undefined ? undefined : cachedValidation(context, validation);

const migrationOf = (context: Context, { migration }: PathValues) =>
  migration === undefined ? undefined : cachedMigration(context, migration);

const migrationQueries = (context: Context, { migration }: PathValues): readonly Query[] => {
  if (migration === undefined) return [];
  const { scope } = context;
  return [migrationQuery(scope, migration, paceOf(migrationStatusOf(context, thingOfId(scope, migration))))];
};

/** How far it is, in words: `catching up: caught up in about 20 min`. */
function progress(context: Context, id: string): string {
  const standing = migrationStatusOf(context, thingOfId(context.scope, id));
  if (standing === null) return "copying and catching up";
  return `${cellText(phaseCell(standing))}: ${cellText(nextCell(standing, context.now))}`;
}

/** What speaks against the cut-over now, of what the migration itself tells: lag that is not low, or was not for long enough. */
function doubts(context: Context, { migration = "" }: PathValues): Cell {
  const standing = migrationStatusOf(context, thingOfId(context.scope, migration));
  const [first] = standing === null ? [] : blocking(checksOf(cachedFacts(context, standing)));
  return first === undefined ? "" : { text: `better not yet: ${checkWords(first)}`, tone: "warn" };
}

const placeIn = (id: string | undefined) => ({ area: "live-migration", ids: id === undefined ? [] : [id] }) as const;

export const moveCluster: GuidedPath = {
  id: "move-cluster",
  title: "Move a cluster here",
  about: "A deployment of your on-premises manager shall become a cluster of this project.",
  begin: (context) => begun("move-cluster", context, context.scope.groupName, {}),
  steps: [
    {
      id: "link",
      title: "Link the on-premises manager",
      about: "A token, shown once, is entered there; its deployments appear in Source projects then.",
      queries: ({ scope }) => sourceQueries(scope),
      seen: (context, { token }) => {
        const projects = sourceProjectsOf(context);
        const count = projects.flatMap(({ deployments }) => deployments ?? []).length;
        const link = { area: "source-projects", ids: [] } as const;
        if (count > 0) return done({ text: `linked: ${pluralize(count, "deployment")}`, tone: "good" }, link);
        return token === undefined ? null : waiting("the token is made: no deployment is reported yet", link);
      },
      learn: () => ({ token: "made" }),
      open: (context) => effectOfAction("source-projects", "source-projects.create-token", context),
    },
    {
      id: "validate",
      title: "Validate the move",
      about: "The service looks whether it could be done, and changes nothing.",
      queries: ({ scope }, { validation }) =>
        validation === undefined ? [] : [validationQuery(scope, validation, "validation")],
      seen: (context, values) => {
        const cached = validationOf(context, values);
        if (cached === undefined) return null;
        const link = placeIn(values["validation"]);
        if (isPending(cached)) return waiting({ text: "being validated", tone: "accent" }, link);
        const name = nameOf(thingOfId(context.scope, values["validation"] ?? ""));
        if (cached.status === "SUCCESS") return done({ text: `${name}: it could be done`, tone: "good" }, link);
        return open({ text: cached.errorMessage ?? "it failed", tone: "bad" }, link);
      },
      open: (context) => effectOfAction("live-migration", "live-migration.validate", context),
      learn: learning({ validation: "_id" }),
    },
    {
      id: "start",
      title: "Start the migration",
      about: "With the values that were validated. The source goes on serving.",
      queries: migrationQueries,
      seen: (context, values) => {
        const cached = migrationOf(context, values);
        if (cached === undefined) return null;
        const link = placeIn(values["migration"]);
        return cached.status === "FAILED" || cached.status === "EXPIRED"
          ? open({ text: `it ${cached.status.toLowerCase()}: start it again`, tone: "bad" }, link)
          : done(`${nameOf(thingOfId(context.scope, values["migration"] ?? ""))}: started`, link);
      },
      open: (context, values) => {
        const { validation } = values;
        return validation === undefined
          ? effectOfAction("live-migration", "live-migration.start", context)
          : effectOfAction("live-migration", "live-migration.start-same", context, [validation]);
      },
      learn: learning({ migration: "_id" }),
    },
    {
      id: "ready",
      title: "Wait until it may be cut over",
      about: "Its own place shows lag, forecast and what is left to check.",
      queries: migrationQueries,
      seen: (context, values) => {
        const cached = migrationOf(context, values);
        if (cached === undefined) return blocked("it is not started");
        const link = placeIn(values["migration"]);
        if (cached.status === "COMPLETE" || cached.readyForCutover === true)
          return done({ text: "the service says that it is ready", tone: "good" }, link);
        return isOver(cached)
          ? blocked("it has ended")
          : waiting({ text: progress(context, values["migration"] ?? ""), tone: "accent" }, link);
      },
    },
    {
      id: "cut-over",
      title: "Cut over",
      about: "Writes on the source stop first; then it is asked line by line. It cannot be taken back.",
      queries: migrationQueries,
      seen: (context, values) => {
        const cached = migrationOf(context, values);
        if (cached === undefined) return blocked("it is not started");
        const link = placeIn(values["migration"]);
        if (cached.status === "COMPLETE") return done({ text: "complete", tone: "good" }, link);
        if (values["cutOver"] !== undefined && !isOver(cached)) return waiting("cutting over", link);
        return cached.readyForCutover === true ? open(doubts(context, values), link) : blocked("it is not ready");
      },
      open: (context, values) =>
        effectOfAction("live-migration", "live-migration.cut-over", context, [values["migration"] ?? ""]),
      learn: () => ({ cutOver: "sent" }),
    },
    {
      id: "clean-up",
      title: "Clean up",
      about:
        "Applications use the new address, its alerts and its schedule are as they should be, the source is switched off.",
    },
  ],
};
