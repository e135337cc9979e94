import { describe, expect, it } from "vitest";
import { z } from "zod";
import { draftKeyOf } from "../../src/app/form/draft-key.ts";
import { placeAfter } from "../../src/areas/builders/place-after.ts";
import { actions } from "../../src/areas/live-migration/actions.ts";
import { startPlan, validatePlan } from "../../src/areas/live-migration/form.ts";
import { remedyOf } from "../../src/areas/live-migration/validation.ts";
import type { Ask, Context } from "../../src/areas/model/context.ts";
import type { Effect, FormSetup } from "../../src/areas/model/effect.ts";
import type { BodyObject, Json } from "../../src/contract/json/json.ts";
import { Migration, MigrationBody, MigrationValidation } from "../../src/contract/live-migration.ts";
import { RestoreJob } from "../../src/contract/restore-jobs/answers.ts";
import { ClusterName, GroupId, LiveMigrationId, OrgId, ValidationId } from "../../src/contract/schema/ids.ts";
import { SourceProject } from "../../src/contract/source-projects.ts";
import { setText, setValue } from "../../src/forms/edit.ts";
import type { FormPlan } from "../../src/forms/form-plan.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { addItem, removeItem } from "../../src/forms/lists.ts";
import { openForm } from "../../src/forms/open.ts";
import { patternOf } from "../../src/forms/paths.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import type { KnownName } from "../../src/state/names/names.ts";
import { serviceError } from "../state/fake-client.ts";
import { Answers, cluster, GROUP, id, NOW } from "./answers.ts";

/** The forms of a validation and of a start: one whole request, filled by what the source says of itself. */

const groupId = GroupId.parse(GROUP);
const orgId = OrgId.parse(id(500));
const SHOP = id(600);
const env = { now: NOW, timeZone: "UTC" };

const CRM = id(610);

const PROJECTS = [
  SourceProject.parse({
    projectId: CRM,
    name: "Legacy CRM",
    migrationHosts: ["mig02.corp.example"],
    deployments: [
      {
        name: "crm-main",
        databaseVersion: "6.0.14",
        tlsEnabled: false,
        managed: true,
        oplogSizeMB: 10240,
        sharded: false,
      },
    ],
  }),
  SourceProject.parse({
    projectId: SHOP,
    name: "Legacy Shop",
    migrationHosts: ["mig01.corp.example"],
    deployments: [
      {
        name: "shop-rs0",
        clusterId: id(601),
        dbSizeBytes: 214e9,
        databaseVersion: "6.0.14",
        tlsEnabled: true,
        managed: true,
        oplogSizeMB: 51200,
        sharded: false,
      },
      {
        name: "crm-rs0",
        clusterId: id(602),
        dbSizeBytes: 38e9,
        databaseVersion: "6.0.14",
        tlsEnabled: false,
        managed: false,
        oplogSizeMB: 10240,
        sharded: false,
      },
      {
        name: "crm-reports",
        clusterId: id(603),
        dbSizeBytes: 4e9,
        databaseVersion: "5.0.26",
        tlsEnabled: true,
        managed: true,
        sharded: false,
      },
    ],
  }),
];

/** Made ten minutes ago: its id tells. */
const VALIDATION = `${Math.floor(NOW / 1000 - 600).toString(16)}${"0".repeat(15)}7`;
const REQUEST = {
  source: { groupId: SHOP, clusterName: "crm-rs0", ssl: false, managedAuthentication: false, username: "mover" },
  destination: { groupId: GROUP, clusterName: "prod-eu", hostnameSchemaType: "PUBLIC" },
  migrationHosts: ["mig01.corp.example"],
} satisfies Json;
const validation: KnownName = {
  kind: "validation",
  id: VALIDATION,
  name: "crm-rs0 → prod-eu",
  project: GROUP,
  source: "requested in this console",
  firstSeen: NOW,
  lastSeen: NOW,
  about: { source: "crm-rs0", destination: "prod-eu", request: JSON.stringify(REQUEST) },
};

const validated = (status = "SUCCESS", errorMessage: string | null = null) =>
  new Answers()
    .add("listSourceProjects", { params: { orgId } }, PROJECTS)
    .add(
      "getValidationStatus",
      { params: { groupId, validationId: ValidationId.parse(VALIDATION) } },
      MigrationValidation.parse({ _id: VALIDATION, status, errorMessage }),
    );

const contextOf = (answers = validated(), unlisted: readonly KnownName[] = []): Context =>
  answers.context({
    scope: {
      orgId,
      unlisted,
      clusters: [cluster("prod-eu"), cluster("analytics", "sharded"), cluster("tiny", "tenant")],
    },
  });

const askOf =
  (context: Context): Ask =>
  async (operation, args) => {
    const found = context.cached(operation, args);
    if (found === undefined) throw new Error(`not asked for: ${operation}`);
    return { data: found.data, raw: found.raw, at: NOW };
  };

const action = (name: string) => {
  const found = actions.find((one) => one.id === `live-migration.${name}`);
  if (found === undefined) throw new Error(`no action ${name}`);
  return found;
};

/** Follows what is picked to the form. */
function formOf(effect: Effect, ...picks: readonly string[]): FormSetup {
  const [first, ...rest] = picks;
  if (effect.kind === "pick" && first !== undefined) return formOf(effect.take(first), ...rest);
  if (effect.kind !== "form") throw new Error(`no form: ${effect.kind}`);
  return effect.setup;
}

const stateOf = ({ plan, initial = {} }: FormSetup) => openForm(plan, { mode: "create", initial });
const known = (context: Context): Parameters<typeof startPlan>[0] => ({
  sources: PROJECTS.flatMap((project) => (project.deployments ?? []).map((deployment) => ({ project, deployment }))),
  project: { id: context.scope.groupId, name: context.scope.groupName },
  kindOf: (name) => context.scope.clusters.find((one) => one.name === name)?.kind ?? "unknown",
});

/** The paths of all values of a schema; a list of groups by its items. */
function leaves(schema: z.core.$ZodType, path = ""): readonly string[] {
  if (schema instanceof z.ZodOptional) return leaves(schema.unwrap(), path);
  if (schema instanceof z.ZodObject && Object.keys(schema.shape).length > 0) {
    return Object.entries(schema.shape).flatMap(([name, inner]) =>
      leaves(inner, path === "" ? name : `${path}.${name}`),
    );
  }
  if (
    schema instanceof z.ZodArray &&
    schema.element instanceof z.ZodObject &&
    Object.keys(schema.element.shape).length > 0
  ) {
    return leaves(schema.element, `${path}[]`);
  }
  return [path];
}

const WHOLE = {
  source: {
    groupId: SHOP,
    clusterName: "elsewhere",
    ssl: true,
    caCertificatePath: "/ca.pem",
    managedAuthentication: false,
    username: "u",
  },
  destination: {
    groupId: GROUP,
    clusterName: "analytics",
    hostnameSchemaType: "PRIVATE_LINK",
    privateLinkId: "vpce-1",
  },
  migrationHosts: ["h"],
  dropDestinationData: true,
  sharding: {
    createSupportingIndexes: true,
    shardingEntries: [{ database: "shop", collection: "orders", shardCollection: { key: [{ customerId: 1 }] } }],
  },
} satisfies BodyObject;

describe.each([
  ["start", startPlan],
  ["validate", validatePlan],
] as const)("the form to %s", (_kind, planFor) => {
  it("has a field with a name and a help line for every value of the request", () => {
    const plan: FormPlan = planFor(known(contextOf()));
    const rows = rowsOf(plan, openForm(plan, { mode: "create", initial: WHOLE }), env).flatMap((row) =>
      row.row === "field" ? [row] : [],
    );
    expect(rows.map(({ path }) => patternOf(path)).sort()).toEqual([...leaves(MigrationBody.shape)].sort());
    for (const { field } of rows) {
      expect(field.label).not.toBe("");
      expect(field.help ?? "").not.toBe("");
    }
  });

  it("sends what it was opened with, whole", () => {
    const plan: FormPlan = planFor(known(contextOf()));
    const opened = openForm(plan, { mode: "create", initial: WHOLE });
    const state = setText(plan, opened, ["destination", "privateLinkId"], "vpce-2", env);
    expect(bodyOf(plan, state)).toEqual({ ...WHOLE, destination: { ...WHOLE.destination, privateLinkId: "vpce-2" } });
  });
});

describe("a collection to shard", () => {
  it.each([
    ["[]", "enter at least one field"],
    ["[{}]", 'name a field, such as { "customerId": 1 }'],
    ['[{ "customerId": 1 }, {}]', 'name a field, such as { "customerId": 1 }'],
  ])("is not sent with a key that names no field: %s", (text, message) => {
    const plan: FormPlan = startPlan(known(contextOf()));
    const key = ["sharding", "shardingEntries", 0, "shardCollection", "key"];
    const state = setText(plan, openForm(plan, { mode: "create", initial: WHOLE }), key, text, env);
    const [found, ...others] = problemsOf(plan, state, env).filter((problem) => problem.key?.endsWith("key"));
    expect([found?.message, others]).toEqual([expect.stringContaining(message), []]);
  });
});

describe("a collection to shard that was only added", () => {
  it("lacks its name and its key, each said at the field where it is filled in", () => {
    const plan: FormPlan = startPlan(known(contextOf()));
    const entries = ["sharding", "shardingEntries"];
    const state = addItem(plan, openForm(plan, { mode: "create", initial: WHOLE }), entries);
    const found = problemsOf(plan, state, env).filter(({ path }) => path[2] === 1);
    expect(found.map(({ path, message }) => `${path.slice(3).join(".")}: ${message}`)).toEqual([
      "database: required",
      "collection: required",
      "shardCollection.key: required",
    ]);
    const key = rowsOf(plan, state, env).find(({ path }) => path[2] === 1 && path.at(-1) === "key");
    expect(key?.row === "field" && key.field.required).toBe(true);
  });
});

describe("what the form asks", () => {
  const labels = (initial: BodyObject): readonly string[] => {
    const plan = startPlan(known(contextOf()));
    return rowsOf(plan, openForm(plan, { mode: "create", initial }), env).flatMap((row) =>
      row.row === "field" ? [row.field.label] : [],
    );
  };

  it("shows a user only where the manager does not handle the login, a CA only with TLS, an endpoint only for a private link", () => {
    const source = { groupId: SHOP, clusterName: "shop-rs0", ssl: true, managedAuthentication: true };
    const destination = { groupId: GROUP, clusterName: "prod-eu", hostnameSchemaType: "PUBLIC" };
    const usual = labels({ source, destination });
    expect(usual).toContain("CA file");
    expect(usual).not.toContain("Source user");
    expect(usual).not.toContain("Private endpoint");
    expect(usual).not.toContain("Create key indexes");
    const other = labels({
      source: { ...source, ssl: false, managedAuthentication: false },
      destination: { ...destination, clusterName: "analytics", hostnameSchemaType: "PRIVATE_LINK" },
    });
    expect(other).not.toContain("CA file");
    expect(other).toContain("Source user");
    expect(other).toContain("Private endpoint");
    expect(other).toContain("Create key indexes");
  });

  it("begins with what the source says of itself, and takes it over when another source is chosen", () => {
    const setup = formOf(action("start").open(contextOf(), []), `${SHOP}/shop-rs0`);
    expect(setup.initial).toMatchObject({
      source: { groupId: SHOP, clusterName: "shop-rs0", ssl: true, managedAuthentication: true },
      destination: { groupId: GROUP },
      migrationHosts: ["mig01.corp.example"],
    });
    const changed = setText(setup.plan, stateOf(setup), ["source", "clusterName"], "crm-rs0", env);
    expect(changed.body["source"]).toMatchObject({ clusterName: "crm-rs0", ssl: false, managedAuthentication: false });
  });

  it("leaves no deployment of another project in place when the source project is changed", () => {
    const setup = formOf(action("start").open(contextOf(), []), `${SHOP}/shop-rs0`);
    const { plan } = setup;
    const moved = setText(plan, stateOf(setup), ["source", "groupId"], CRM, env);
    expect(moved.body["source"]).toMatchObject({ groupId: CRM, clusterName: "" });
    const missing = problemsOf(plan, moved, env).filter(({ path }) => path.join(".") === "source.clusterName");
    expect(missing.map(({ message }) => message)).toEqual(["required"]);
    // Of a project that the manager does not report nothing is known: what was typed stays.
    const elsewhere = setText(plan, stateOf(setup), ["source", "groupId"], id(699), env);
    expect(elsewhere.body["source"]).toMatchObject({ groupId: id(699), clusterName: "shop-rs0" });
  });

  it("marks the endpoint of a private link as required, as the contract has it", () => {
    const setup = formOf(action("start").open(contextOf(), []), `${SHOP}/crm-rs0`);
    const state = setText(setup.plan, stateOf(setup), ["destination", "hostnameSchemaType"], "PRIVATE_LINK", env);
    const row = rowsOf(setup.plan, state, env).find(({ path }) => path.at(-1) === "privateLinkId");
    expect(row?.row === "field" ? row.field.required : null).toBe(true);
    expect(problemsOf(setup.plan, state, env).map(({ path }) => path.join("."))).toContain("destination.privateLinkId");
  });

  it("says what is missing: a destination, and both or none of user and password", () => {
    const setup = formOf(action("start").open(contextOf(), []), `${SHOP}/crm-rs0`);
    const missing = problemsOf(setup.plan, stateOf(setup), env).map(({ path }) => path.join("."));
    expect(missing).toEqual(["destination.clusterName"]);
    const named = setText(setup.plan, stateOf(setup), ["source", "username"], "u", env);
    expect(problemsOf(setup.plan, named, env).map(({ path }) => path.join("."))).toContain("source.password");
  });
});

describe("sharding", () => {
  const into = (context = contextOf()) => {
    const { plan, ...setup } = formOf(action("start").open(context, []), `${SHOP}/shop-rs0`);
    const opened = setText(plan, stateOf({ ...setup, plan }), ["destination", "clusterName"], "analytics", env);
    return { plan, opened };
  };
  const sharding = (plan: FormPlan, state: FormState) => bodyOf(plan, state)["sharding"];
  const problems = (plan: FormPlan, state: FormState) => problemsOf(plan, state, env).map(({ path }) => path.join("."));

  it("can be taken back, in whatever order", () => {
    const { plan, opened } = into();
    const entries = ["sharding", "shardingEntries"];
    const keys = ["sharding", "createSupportingIndexes"];
    const added = setValue(plan, addItem(plan, opened, entries), keys, true);
    const removed = removeItem(plan, added, [...entries, 0]);
    expect(sharding(plan, removed)).toEqual({ createSupportingIndexes: true, shardingEntries: [] });
    const unset = setValue(plan, removed, keys, undefined);
    expect(sharding(plan, unset)).toBeUndefined();
    expect(problems(plan, unset)).toEqual([]);
    const other = removeItem(plan, setValue(plan, added, keys, undefined), [...entries, 0]);
    expect(sharding(plan, other)).toBeUndefined();
    expect(problems(plan, other)).toEqual([]);
  });

  it("may shard no collection", () => {
    const { plan, opened } = into();
    const chosen = setValue(plan, opened, ["sharding", "createSupportingIndexes"], true);
    expect(problems(plan, chosen)).toEqual([]);
    expect(sharding(plan, chosen)).toEqual({ createSupportingIndexes: true, shardingEntries: [] });
  });
});

describe("starting", () => {
  const fill = (setup: FormSetup, changes: Readonly<Record<string, BodyObject[string]>>): BodyObject => ({
    ...bodyOf(setup.plan, stateOf(setup)),
    ...changes,
  });
  const destination = { groupId: GROUP, clusterName: "prod-eu", hostnameSchemaType: "PUBLIC" };

  it("is refused here when TLS or login are not as the source has them, at their fields", async () => {
    const context = contextOf();
    const setup = formOf(action("start").open(context, []), `${SHOP}/shop-rs0`);
    const source = { groupId: SHOP, clusterName: "shop-rs0", ssl: false, managedAuthentication: false };
    const found = await setup.preflight({ ask: askOf(context), context }, fill(setup, { source, destination }));
    expect(found.problems).toEqual([
      { field: "source.ssl", message: "turn this on: shop-rs0 has TLS on" },
      { field: "source.managedAuthentication", message: "turn this on: the manager manages the users of shop-rs0" },
    ]);
  });

  it("is refused here with a host that is none of the source project; a validation only warns of it", async () => {
    const context = contextOf();
    const preflight = (name: string) => {
      const setup = formOf(action(name).open(context, []), `${SHOP}/shop-rs0`);
      return setup.preflight(
        { ask: askOf(context), context },
        fill(setup, { destination, migrationHosts: ["db1.corp.example"] }),
      );
    };
    const words = "db1.corp.example is no migration host of Legacy Shop: choose mig01.corp.example";
    expect((await preflight("start")).problems).toEqual([{ field: "migrationHosts", message: words }]);
    const validated = await preflight("validate");
    expect(validated.problems ?? []).toEqual([]);
    expect(validated.warnings).toContain(`${words}.`);
  });

  it("warns of a source that the manager does not report, where it reports others", async () => {
    const context = contextOf();
    const preflight = (groupId: string) => {
      const setup = formOf(action("start").open(context, []), `${SHOP}/shop-rs0`);
      const source = { groupId, clusterName: "shop-rs0", ssl: true, managedAuthentication: true };
      return setup.preflight(
        { ask: askOf(context), context },
        fill(setup, { source, destination, migrationHosts: ["mig02.corp.example"] }),
      );
    };
    const inCrm = await preflight(CRM);
    expect(inCrm.warnings).toContain("The manager reports no shop-rs0 in Legacy CRM: check project and cluster.");
    expect(inCrm.facts).toContainEqual({ label: "Source", value: "not reported by the manager" });
    expect((await preflight(id(699))).warnings.join(" ")).toMatch(/does not report the source project/u);
  });

  it("warns of a start that was not validated, whose validation failed, and of a standalone", async () => {
    const preflight = async (context: Context, name: string) => {
      const setup = formOf(action("start").open(context, []), `${SHOP}/${name}`);
      return (await setup.preflight({ ask: askOf(context), context }, fill(setup, { destination }))).warnings.join(" ");
    };
    expect(await preflight(contextOf(), "shop-rs0")).toMatch(/Not validated/u);
    expect(await preflight(contextOf(), "crm-reports")).toMatch(/standalone/u);
    const failed = contextOf(validated("FAILED", "Not enough disk space"), [validation]);
    expect(await preflight(failed, "crm-rs0")).toMatch(/last validation failed: Not enough disk space/u);
    expect(await preflight(contextOf(validated(), [validation]), "crm-rs0")).not.toMatch(/validat/u);
  });

  it.each(["start", "validate"])("checks all else where one thing cannot be read (%s)", async (name) => {
    const context = contextOf(validated(), [validation]);
    const preflight = async (...unread: readonly string[]) => {
      const setup = formOf(action(name).open(context, []), `${SHOP}/crm-rs0`);
      const ask: Ask = async (operation, args) => {
        if (unread.includes(operation)) throw serviceError(operation, { kind: "refused", status: 404 });
        return askOf(context)(operation, args);
      };
      return setup.preflight({ ask, context }, fill(setup, { destination: { ...destination, clusterName: "tiny" } }));
    };
    const whole = await preflight();
    const withoutSources = await preflight("listSourceProjects");
    expect(withoutSources.facts).toContainEqual({ label: "Source", value: "source projects not loaded" });
    expect(withoutSources.warnings).toContainEqual(
      expect.stringMatching(/TLS, login and migration host are not checked/u),
    );
    expect(withoutSources.warnings).toContainEqual(expect.stringMatching(/tiny is not a dedicated cluster/u));
    const withoutValidation = await preflight("getValidationStatus");
    expect(withoutValidation.facts[0]).toEqual(whole.facts[0]);
    const withoutBackup = await preflight("listReplicaSetBackups", "listShardedClusterBackups");
    expect(withoutBackup.facts[0]).toEqual(whole.facts[0]);
  });

  it("says that the last validation could not be read", async () => {
    const context = contextOf(new Answers().add("listSourceProjects", { params: { orgId } }, PROJECTS), [validation]);
    const setup = formOf(action("start").open(context, []), `${SHOP}/crm-rs0`);
    const found = await setup.preflight(
      { ask: askOf(context), context },
      fill(setup, { destination, dropDestinationData: true }),
    );
    expect(found.facts).toContainEqual({ label: "Validation", value: "not loaded, requested 10m ago" });
    expect(found.warnings.join(" ")).toMatch(/last validation is not loaded: check it/u);
  });

  it("warns of a destination that receives another migration, as the service tells it now", async () => {
    const running: KnownName = { ...validation, kind: "migration", name: "shop-rs0 → prod-eu" };
    const context = contextOf(validated(), [running, validation]);
    const warned = async (status: string): Promise<string> => {
      const answers = validated().add(
        "getPushMigration",
        { params: { groupId, liveMigrationId: LiveMigrationId.of(VALIDATION) } },
        Migration.parse({ _id: VALIDATION, status }),
      );
      const setup = formOf(action("start").open(context, []), `${SHOP}/crm-rs0`);
      return (
        await setup.preflight({ ask: askOf(contextOf(answers)), context }, fill(setup, { destination }))
      ).warnings.join(" ");
    };
    expect(await warned("WORKING")).toContain(
      "prod-eu is already receiving crm-rs0 → prod-eu: the service will refuse",
    );
    expect(await warned("COMPLETE")).not.toContain("receiving");
  });

  it("asks for the destination's name where its data are deleted first, and says what would bring them back", async () => {
    const context = contextOf();
    const setup = formOf(action("start").open(context, []), `${SHOP}/shop-rs0`);
    const initial = fill(setup, { destination, dropDestinationData: true });
    const review = (body: BodyObject) =>
      reviewOf(setup.plan, openForm(setup.plan, { mode: "create", initial: body }), {
        asOf: NOW,
        request: { method: "POST", path: "/p" },
        env,
      });
    expect(review(initial)).toMatchObject({
      risk: "destructive",
      confirm: "prod-eu",
      button: "Empty prod-eu and start",
    });
    expect(review(initial).warnings.join(" ")).toMatch(/Every collection of prod-eu is deleted/u);
    expect(review(fill(setup, { destination }))).toMatchObject({ risk: "disruptive", button: "Start migration" });
    const found = await setup.preflight({ ask: askOf(context), context }, initial);
    expect(found.warnings.join(" ")).toMatch(/data of prod-eu cannot be recovered/u);
  });

  it("begins with the values of a validation, without its password; not with those of one that failed", () => {
    const context = contextOf(validated(), [validation]);
    const setup = formOf(action("start-same").open(context, [VALIDATION]));
    expect(setup.plan.operation.id).toBe("createPushMigration");
    expect(setup.initial).toEqual(REQUEST);
    expect(problemsOf(setup.plan, stateOf(setup), env).map(({ path }) => path.join("."))).toEqual(["source.password"]);
    expect(action("start-same").disabled?.(context, [VALIDATION])).toBeNull();
    expect(action("start-same").disabled?.(contextOf(validated("FAILED"), [validation]), [VALIDATION])).toMatch(
      /failed/u,
    );
    expect(action("start-same").disabled?.(contextOf(validated("PENDING"), [validation]), [VALIDATION])).toMatch(
      /still running/u,
    );
    expect(action("validate-same").disabled?.(contextOf(), [id(1)])).toMatch(/unknown to this console/u);
    const chosen = formOf(action("new").open(context, []), VALIDATION);
    expect(chosen.initial).toEqual(REQUEST);
    expect(formOf(action("new").open(context, []), "validate", `${SHOP}/shop-rs0`).plan.operation.id).toBe(
      "validateMigration",
    );
  });

  it.each([
    ["SUCCESS", "Start crm-rs0 → prod-eu", "validated 10m ago, the same values", "createPushMigration"],
    ["FAILED", "Validate crm-rs0 → prod-eu again", "failed 10m ago; the values can be changed", "validateMigration"],
    ["PENDING", "Open crm-rs0 → prod-eu", "validation running for 10m", null],
    ["PARTIAL", "Start crm-rs0 → prod-eu", "validation PARTIAL, 10m ago, the same values", "createPushMigration"],
  ])("offers what a validation leads to: %s", async (status, label, note, opens) => {
    const context = contextOf(validated(status), [validation]);
    const effect = action("new").open(context, []);
    if (effect.kind !== "pick") throw new Error("nothing to choose from");
    const offered = (await effect.suggest(askOf(context))).find(({ value }) => value === VALIDATION);
    expect(offered).toMatchObject({ label, note });
    const taken = effect.take(VALIDATION);
    if (opens !== null) expect(formOf(taken)).toMatchObject({ plan: { operation: { id: opens } }, initial: REQUEST });
    else expect(taken).toMatchObject({ kind: "place", place: { area: "live-migration", ids: [VALIDATION] } });
  });

  it("knows of earlier validations and endpoints whatever cluster the list is narrowed to", async () => {
    const request = { ...REQUEST, destination: { ...REQUEST.destination, privateLinkId: "vpce-1" } };
    const about = { ...validation.about, request: JSON.stringify(request) };
    const { scope, ...context } = contextOf(validated(), [{ ...validation, about }]);
    const narrowed: Context = { ...context, scope: { ...scope, cluster: "analytics" } };
    const effect = action("new").open(narrowed, []);
    if (effect.kind !== "pick") throw new Error("nothing to choose from");
    expect((await effect.suggest(askOf(narrowed))).map(({ value }) => value)).toContain(VALIDATION);
    const setup = formOf(effect.take(VALIDATION));
    expect(setup).toMatchObject({ plan: { operation: { id: "createPushMigration" } }, initial: request });
    expect(await setup.suggest?.["endpoints"]?.(askOf(narrowed), {}, {})).toMatchObject([{ value: "vpce-1" }]);
  });

  it("suggests CA files of earlier requests, and endpoints of them and of downloads", async () => {
    const request = { ...REQUEST, source: { ...REQUEST.source, caCertificatePath: "/etc/ssl/corp-ca.pem" } };
    const about = { ...validation.about, request: JSON.stringify(request) };
    const answers = validated().add(
      "listBackupRestoreJobs",
      { params: { groupId, clusterName: ClusterName.parse("prod-eu") } },
      {
        results: [
          RestoreJob.parse({
            id: id(70),
            deliveryType: "download",
            privateDownloadDeliveryUrls: [{ endpointId: "vpce-9", deliveryUrl: null }],
          }),
        ],
      },
    );
    const context = contextOf(answers, [{ ...validation, about }]);
    const { suggest } = formOf(action("start").open(context, []), `${SHOP}/shop-rs0`);
    expect(await suggest?.["caFiles"]?.(askOf(context), {}, {})).toMatchObject([{ value: "/etc/ssl/corp-ca.pem" }]);
    expect(await suggest?.["endpoints"]?.(askOf(context), {}, {})).toMatchObject([{ value: "vpce-9" }]);
  });

  it("does not call validated what was not read", async () => {
    const context = contextOf(new Answers(), [validation]);
    const effect = action("new").open(context, []);
    if (effect.kind !== "pick") throw new Error("nothing to choose from");
    const notes = (await effect.suggest(askOf(context))).map(({ note }) => note);
    expect(notes).toContain("validation not loaded, 10m ago, the same values");
  });

  it("lands on what was made, and has a draft of its own for each source", () => {
    const context = contextOf();
    const one = formOf(action("start").open(context, []), `${SHOP}/shop-rs0`);
    const two = formOf(action("start").open(context, []), `${SHOP}/crm-rs0`);
    expect(placeAfter({ kind: "form", setup: one }, { _id: id(9) })).toEqual({ area: "live-migration", ids: [id(9)] });
    expect(draftKeyOf(one)).not.toBe(draftKeyOf(two));
  });
});

describe("the reason of a validation that failed", () => {
  it.each([
    ["Not enough disk space: the source has 1412 GB", /larger destination/u],
    ["The source crm-rs0 has TLS off: ssl has to be false.", /Set TLS/u],
    ["The manager handles the users of shop-rs0: managedAuthentication has to be true.", /login/u],
    ["The source crm-reports is a standalone", /replica set first/u],
    ["mig09 is no migration host of the source project", /migration host of that source/u],
    ["something nobody has heard of", /Correct the error/u],
  ])("%s comes with what to do", (message, remedy) => {
    expect(remedyOf(message)).toMatch(remedy);
  });
});
