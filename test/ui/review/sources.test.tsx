import { describe, expect, it } from "vitest";
import { openSetup } from "../../../src/app/form/open.ts";
import { openWrite } from "../../../src/app/review/open.ts";
import type { Context } from "../../../src/areas/model/context.ts";
import type { ReviewSources } from "../../../src/areas/model/effect.ts";
import type { Json } from "../../../src/contract/json/json.ts";
import { operations } from "../../../src/contract/operations.ts";
import { GroupId } from "../../../src/contract/schema/ids.ts";
import type { FormPlan } from "../../../src/forms/form-plan.ts";
import { lagKey } from "../../../src/state/samples/measured.ts";
import { OTHER_PROJECT, PROJECT } from "../../state/console.ts";
import { settle } from "../../state/fake-clock.ts";
import { json, openDesk } from "../form/desk.ts";
import { createSetup, togglePlan } from "../form/setups.ts";

/** What reviews are made from, and what stands below an open form: what is so now, in the project that it is about. */

const KEY = lagKey(PROJECT, "65f0000000000000000000aa");

const readsOf = ({ ring }: Context): readonly (number | null)[] => ring(KEY).map(({ value }) => value);

describe("a review", () => {
  it("is given what was read and what the time became while its form was open", async () => {
    const desk = await openDesk();
    const given: ReviewSources[] = [];
    const plan = togglePlan({
      preflight: async (review) => {
        given.push(review);
        return { warnings: [], facts: [] };
      },
    });
    const openedAt = desk.clock.now();
    desk.store.samples.record(KEY, { at: openedAt, value: 3 });
    await desk.clock.advance(3_600_000);
    desk.store.samples.record(KEY, { at: desk.clock.now(), value: 1528 });
    openWrite(desk.app, plan);
    await settle();
    expect(given.map(({ context }) => [context.now - openedAt, readsOf(context)])).toEqual([[3_600_000, [3, 1528]]]);
  });

  it("sees the project that it is sent to, with all of its clusters, wherever the screen is", async () => {
    const desk = await openDesk();
    const seen: string[] = [];
    const inProject = (groupId: string) =>
      togglePlan({
        targets: [{ id: "1", name: "one", params: { groupId, alertConfigId: "1" } }],
        preflight: async ({ context: { scope } }) => {
          seen.push(`${scope.groupName} ${scope.cluster}`);
          return { warnings: [], facts: [] };
        },
      });
    desk.store.navigation.narrowTo("prod-eu");
    for (const project of [PROJECT, OTHER_PROJECT]) {
      openWrite(desk.app, inProject(project));
      await settle();
      await desk.press("escape");
    }
    expect(seen).toEqual(["Payments null", "Search null"]);
  });
});

describe("an open form", () => {
  it("goes on saying below it what is read, without a key pressed", async () => {
    const desk = await openDesk();
    openSetup(
      desk.app,
      createSetup({ currentLines: (_body, context) => [`Readings: ${readsOf(context).join(", ")}`] }),
    );
    desk.store.samples.record(KEY, { at: desk.clock.now(), value: 3 });
    await desk.until("Readings: 3");
    desk.store.samples.record(KEY, { at: desk.clock.now() + 1000, value: 1528 });
    await desk.until("Readings: 3, 1528");
  });

  it("says of what it holds that it was deleted meanwhile, once that was read", async () => {
    const desk = await openDesk();
    const buckets = ["exports", "archive"].map((bucketName, index) => ({
      _id: `65f00000000000000000001${index}`,
      bucketName,
      cloudProvider: "AWS",
    }));
    const read = async (results: readonly Json[]): Promise<void> => {
      desk.answer({ listExportBuckets: json({ results: [...results] }) });
      await desk.app.ask("listExportBuckets", { params: { groupId: GroupId.parse(PROJECT) } });
    };
    const plan: FormPlan = {
      operation: operations.createBackupExportJob,
      title: () => "Export",
      sentence: () => "Exports a snapshot.",
      button: () => "Export",
      fields: [
        {
          path: "exportBucketId",
          kind: "choice",
          choices: () => buckets.map(({ _id, bucketName }) => ({ value: _id, label: bucketName })),
        },
        { path: "snapshotId", when: () => ({ shown: false }) },
        { path: "customData", when: () => ({ shown: false }) },
      ],
    };
    await read(buckets);
    openSetup(desk.app, createSetup({ plan, initial: { exportBucketId: buckets[1]?._id ?? "" } }));
    await desk.until(/archive/u);
    expect(desk.frame()).not.toContain("deleted");
    await read(buckets.slice(0, 1));
    await desk.until(/! .*: archive was deleted since it was listed here\. Choose another\./u);
    await read(buckets);
    await desk.until(/^(?!.*was deleted).*archive/su);
  });
});
