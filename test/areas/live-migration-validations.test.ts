import { describe, expect, it } from "vitest";
import { actions } from "../../src/areas/live-migration/actions.ts";
import { detail, detailQueries } from "../../src/areas/live-migration/detail.ts";
import { migrationArgs, thingOfId, validationArgs } from "../../src/areas/live-migration/queries.ts";
import { migrationStatusOf } from "../../src/areas/live-migration/status.ts";
import type { Context } from "../../src/areas/model/context.ts";
import { Migration, MigrationValidation } from "../../src/contract/live-migration.ts";
import { OrgId } from "../../src/contract/schema/ids.ts";
import { SourceProject } from "../../src/contract/source-projects.ts";
import type { KnownName } from "../../src/state/names/names.ts";
import { Answers, askFrom, cluster, GROUP, id, linesOf, NOW } from "./answers.ts";

/** Which validation counts for a migration: the last one of the same source and destination before its start. */

const orgId = OrgId.of(id(500));
const [SHOP, CRM] = [id(600), id(610)];

/** The id of something that was made so many minutes ago. */
const madeId = (minutesAgo: number, number: number): string =>
  `${Math.floor(NOW / 1000 - minutesAgo * 60).toString(16)}${number.toString(16).padStart(16, "0")}`;

const requestFor = (sourceProject: string) => ({
  source: { groupId: sourceProject, clusterName: "rs0", ssl: true, managedAuthentication: true },
  destination: { groupId: GROUP, clusterName: "prod-eu", hostnameSchemaType: "PUBLIC" },
  migrationHosts: ["mig01.corp.example"],
});

const known = (kind: "migration" | "validation", of: string, sourceProject = SHOP): KnownName => ({
  kind,
  id: of,
  name: "rs0 → prod-eu",
  project: GROUP,
  source: "started in this console",
  firstSeen: NOW,
  lastSeen: NOW,
  about: { source: "rs0", destination: "prod-eu", request: JSON.stringify(requestFor(sourceProject)) },
});

const MIGRATION = madeId(60, 1);

type Validated = {
  readonly minutesAgo: number;
  readonly status: string | null;
  readonly sourceProject?: string;
  readonly errorMessage?: string;
};

const idOf = ({ minutesAgo }: Validated): string => madeId(minutesAgo, 2);

const projectOf = (projectId: string, name: string, dbSizeBytes: number) =>
  SourceProject.parse({
    projectId,
    name,
    migrationHosts: ["mig01.corp.example"],
    deployments: [{ name: "rs0", dbSizeBytes, tlsEnabled: true, managed: true, oplogSizeMB: 10240, sharded: false }],
  });

/** A migration that was started an hour ago, and validations; one whose status is null is not read. */
function answersOf(validations: readonly Validated[]): Answers {
  const answers = new Answers();
  const { scope } = answers.context();
  const listed = [projectOf(SHOP, "Legacy Shop", 214e9), projectOf(CRM, "Legacy CRM", 38e9)];
  answers
    .add("getPushMigration", migrationArgs(scope, MIGRATION), Migration.parse({ _id: MIGRATION, status: "WORKING" }))
    .add("listSourceProjects", { params: { orgId } }, listed);
  for (const one of validations) {
    const { status, errorMessage = null } = one;
    if (status === null) continue;
    const answer = MigrationValidation.parse({ _id: idOf(one), status, errorMessage });
    answers.add("getValidationStatus", validationArgs(scope, idOf(one)), answer);
  }
  return answers;
}

function contextOf(validations: readonly Validated[], migrations = [known("migration", MIGRATION)]): Context {
  const unlisted = [...migrations, ...validations.map((one) => known("validation", idOf(one), one.sourceProject))];
  return answersOf(validations).context({ scope: { orgId, unlisted, clusters: [cluster("prod-eu")] } });
}

const validationLine = (context: Context) =>
  linesOf(detail(context, MIGRATION)).find((line) => /^Validat/u.test(line)) ?? null;
const validatedPhase = (context: Context) =>
  migrationStatusOf(context, thingOfId(context.scope, MIGRATION))?.progress.steps[0]?.state;

const PASSED: Validated = { minutesAgo: 70, status: "SUCCESS" };

describe("the validation of a migration", () => {
  it("is the one before its start: one that failed since changes nothing of it", () => {
    const since: Validated = { minutesAgo: 15, status: "FAILED", errorMessage: "is receiving another migration" };
    const context = contextOf([since, PASSED]);
    expect(validationLine(context)).toBe("Validation: passed, 1h ago");
    expect(validatedPhase(context)).toBe("past");
    const queries = detailQueries(context, MIGRATION).filter(({ operation }) => operation === "getValidationStatus");
    expect(queries.map(({ args }) => args)).toEqual([validationArgs(context.scope, idOf(PASSED))]);
    expect(validationLine(contextOf([since]))).toBeNull();
    expect(validatedPhase(contextOf([since]))).toBe("unknown");
  });

  it("is the last one before its start: an earlier one that passed does not outweigh it", () => {
    const context = contextOf([{ minutesAgo: 65, status: "FAILED" }, PASSED]);
    expect(validationLine(context)).toBe("Validation: failed, 1h ago");
    expect(validatedPhase(context)).toBe("unknown");
  });

  it.each([
    ["SUCCESS", "passed, 1h ago"],
    ["FAILED", "failed, 1h ago"],
    ["PENDING", "still running, requested 1h ago"],
    [null, "loading …"],
  ])("is told as the service tells it: %s", (status, words) => {
    expect(validationLine(contextOf([{ ...PASSED, status }]))).toBe(`Validation: ${words}`);
  });

  it("is asked for again while it is running, and once where it has ended", () => {
    const pollsOf = (status: string) => {
      const queries = detailQueries(contextOf([{ ...PASSED, status }]), MIGRATION);
      return queries.filter(({ operation }) => operation === "getValidationStatus").map(({ poll }) => poll);
    };
    expect([pollsOf("PENDING"), pollsOf("SUCCESS")]).toEqual([["validation"], ["once"]]);
  });

  it("that could not be read is not said to have passed", () => {
    const context: Context = {
      ...contextOf([{ ...PASSED, status: null }]),
      unread: () => ({ words: "refused", reason: "refused", status: 403, code: null }),
    };
    expect(validationLine(context)).toBe("Validation: not loaded, requested 1h ago");
  });
});

describe("deployments of one name in two source projects", () => {
  const other: Validated = { ...PASSED, sourceProject: CRM };

  it("are not taken for each other in a migration", () => {
    expect(validationLine(contextOf([other]))).toBeNull();
    expect(validatedPhase(contextOf([other]))).toBe("unknown");
    const copying = (sourceProject: string) =>
      linesOf(detail(contextOf([], [known("migration", MIGRATION, sourceProject)]), MIGRATION)).join("\n");
    expect(copying(SHOP)).toContain("214 GB in total");
    expect(copying(CRM)).toContain("38.0 GB in total");
  });

  it("are told by no size where only the name is known", () => {
    const bare = { ...known("migration", MIGRATION), about: { source: "rs0", destination: "prod-eu" } };
    expect(linesOf(detail(contextOf([], [bare]), MIGRATION)).join("\n")).not.toContain("in total");
  });

  it("are not taken for each other before a start", async () => {
    const start = actions.find(({ id: name }) => name === "live-migration.start");
    const factOf = async (of: Validated) => {
      const context = contextOf([of]);
      const picked = start?.open(context, []);
      const form = picked?.kind === "pick" ? picked.take(`${SHOP}/rs0`) : null;
      if (form?.kind !== "form") throw new Error("no form");
      const { facts } = await form.setup.preflight({ ask: askFrom(answersOf([of])), context }, requestFor(SHOP));
      return facts.find(({ label }) => label === "Validation")?.value;
    };
    expect(await factOf(PASSED)).toBe("passed, 1h ago");
    expect(await factOf(other)).toBe("none from this console");
  });
});
