import { beforeAll, describe, expect, it } from "vitest";
import { remedyOfRemoved, remedyOfRules } from "../../src/app/form/remedy.ts";
import { setupOf } from "../../src/areas/backup-schedules/edit.ts";
import { REMOVED_REMEDY } from "../../src/areas/model/effect.ts";
import { operations } from "../../src/contract/operations.ts";
import { setText } from "../../src/forms/edit.ts";
import { removeItem } from "../../src/forms/lists.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { answers, env, factsOf, opened, scope } from "./schedule-samples.ts";
import type { WalkedForm } from "./walk.ts";
import { walkEverywhere } from "./walk-everywhere.ts";

/** What a form offers where it cannot be sent as it is. */

/** What a cluster or a project always has one of: without it there is nothing to edit. */
const ALWAYS_THERE: readonly string[] = ["backup-schedules", "compliance-policy"];

describe("what was deleted meanwhile", () => {
  let edits: readonly WalkedForm[] = [];

  beforeAll(async () => {
    const forms = (await walkEverywhere()).flatMap((walked) => walked.forms);
    const areas = new Set<string | null>(
      Object.values(operations)
        .filter(({ method, answer }) => method === "DELETE" && answer === "none")
        .map(({ area }) => area),
    );
    edits = forms.filter(
      ({ area, stored, setup }) =>
        stored !== null && areas.has(area) && !ALWAYS_THERE.includes(area) && setup.plan.operation.update === "replace",
    );
  }, 600_000);

  it("can be made anew from what is filled in, wherever it can be made and edited", () => {
    const found = new Map<string, string>();
    for (const { setup, stored } of edits) {
      if (stored === null) continue;
      const mode = setup.plan.operation.update === "merge" ? "merge" : "replace";
      const remedy = remedyOfRemoved(setup, openForm(setup.plan, { mode, received: stored }));
      expect([setup.plan.operation.id, remedy?.title]).toEqual([
        setup.plan.operation.id,
        expect.stringMatching(/new/u),
      ]);
      if (remedy?.effect.kind !== "form") throw new Error(`${setup.plan.operation.id}: no form`);
      const { plan, initial = {}, base } = remedy.effect.setup;
      expect(base).toBeUndefined();
      const state = openForm(plan, { mode: "create", initial });
      // Stored secrets are not known here: nothing else is missing.
      const missing = problemsOf(plan, state, env).filter(
        ({ message }) => !/enter again|needs |requires /iu.test(message),
      );
      expect([setup.plan.operation.id, missing]).toEqual([setup.plan.operation.id, []]);
      found.set(setup.plan.operation.id, plan.operation.id);
    }
    expect([...found.keys()].toSorted()).toEqual([
      "updateAlertConfiguration",
      "updateServiceSearchDeployment",
      "updateServiceSearchIndex",
      "updateServiceSearchIndexByName",
      "updateServiceSearchIndexDeprecated",
    ]);
  });
});

describe("a schedule with point-in-time on", () => {
  const setup = async () => setupOf(answers().context({ scope }), "prod-eu", await factsOf());
  const TITLE = "Delete all schedules and disable point-in-time restore";

  it("offers what switches it off where its hourly rule is removed", async () => {
    const { plan, state } = await opened();
    const without = removeItem(plan, state, ["policies", 0, "policyItems", 0]);
    expect(problemsOf(plan, without, env).map(({ message }) => message)).toEqual([
      expect.stringContaining("to disable point-in-time restore, delete all schedules"),
    ]);
    const remedy = remedyOfRules(await setup(), without);
    expect(remedy).toMatchObject({
      title: TITLE,
      effect: { kind: "write", plan: { operation: "deleteAllBackupSchedules", confirmName: "prod-eu" } },
    });
  });

  it("offers it too where its window is emptied, and says why that cannot be", async () => {
    const { plan, state } = await opened();
    const emptied = setText(plan, state, ["restoreWindowDays"], "", env);
    expect(problemsOf(plan, emptied, env).map(({ message }) => message)).toEqual([
      "cannot be cleared: point-in-time restore can only be disabled by deleting all schedules",
    ]);
    expect(remedyOfRules(await setup(), emptied)?.title).toBe(TITLE);
  });

  it("offers nothing while all is well, or against anything else", async () => {
    const { plan, state } = await opened();
    expect(remedyOfRules(await setup(), state)).toBeNull();
    const wrong = setText(plan, state, ["policies", 0, "policyItems", 1, "retentionValue"], "0", env);
    expect(problemsOf(plan, wrong, env)).toHaveLength(1);
    expect(remedyOfRules(await setup(), wrong)).toBeNull();
    expect((await setup()).remedies?.[REMOVED_REMEDY]).toBeUndefined();
  });
});
