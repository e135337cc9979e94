import { expect, test } from "vitest";
import { createScopeSelectors } from "../../src/app/screen/scope.ts";
import type { Json } from "../../src/contract/json/json.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { PROJECT, type TestConsole, testConsole } from "../state/console.ts";
import { type PendingCall, serviceError } from "../state/fake-client.ts";

/** Clusters are looked at once their kind is known: asked for what those of another kind have, the service refuses. */

const ROUGH: Json = {
  results: [
    {
      groupId: PROJECT,
      clusters: [
        { name: "prod-eu", type: "REPLICA_SET" },
        { name: "tiny", type: "REPLICA_SET" },
      ],
    },
  ],
};
const cluster = (name: string, providerName: string): Json => ({
  name,
  clusterType: "REPLICASET",
  replicationSpecs: [{ regionConfigs: [{ providerName }] }],
});
const OWN: Json = { results: [cluster("prod-eu", "AWS"), cluster("tiny", "TENANT")] };

type Answers = Partial<Record<OperationId, Json | ((call: PendingCall) => void)>>;

/** Answers what waits, and then what follows from that. */
async function answer({ client, clock }: TestConsole, answers: Answers): Promise<void> {
  for (let step = 0; step < 4; step += 1) {
    for (const call of client.pending) {
      for (const [id, given] of Object.entries(answers)) {
        if (call.operation.id !== id) continue;
        if (typeof given === "function") given(call);
        else call.answer(given);
      }
    }
    // What comes while other answers are on their way is entered with them.
    await clock.advance(250);
  }
}

const lookedAt = ({ store }: TestConsole) =>
  (createScopeSelectors().scope(store.getState())?.clusters ?? []).map(({ name, kind }) => `${name} ${kind}`);

async function started(): Promise<TestConsole> {
  const made = testConsole();
  await made.store.start();
  await answer(made, { listClustersOfAllProjects: ROUGH });
  return made;
}

test("one that only the list over all projects names is not looked at until its project's own list is there", async () => {
  const made = await started();
  expect(lookedAt(made)).toEqual([]);
  await answer(made, { listFlexClusters: { results: [] } });
  expect(lookedAt(made)).toEqual([]);
  await answer(made, { listClusters: OWN });
  expect(lookedAt(made)).toEqual(["prod-eu replicaSet", "tiny tenant"]);
  await made.store.stop();
});

test.each([401, 403, 500])(
  "the list over all projects stands in where the own list is refused (%i)",
  async (status) => {
    const made = await started();
    const refused = (call: PendingCall): void => call.fail(serviceError("listClusters", { kind: "refused", status }));
    await answer(made, { listClusters: refused, listFlexClusters: { results: [] } });
    expect(lookedAt(made)).toEqual(["prod-eu replicaSet", "tiny replicaSet"]);
    await made.store.stop();
  },
);

test("a project of which the list over all projects says null in place of clusters is not known to have none", async () => {
  const [other, empty] = ["65f000000000000000000007", "65f000000000000000000008"];
  const made = testConsole();
  await made.store.start();
  await answer(made, {
    listProjects: { results: [other, empty].map((id) => ({ id, name: id })) },
    listClustersOfAllProjects: {
      results: [
        { groupId: other, clusters: null },
        { groupId: empty, clusters: [] },
      ],
    },
  });
  const projects = createScopeSelectors().scope(made.store.getState())?.projects ?? [];
  const found = new Map(projects.map(({ id, clusterList }) => [String(id), clusterList]));
  expect(found.get(other)).toMatchObject({ kind: "failed", why: { words: expect.stringContaining("not reported") } });
  expect(found.get(empty)).toEqual({ kind: "read" });
  await made.store.stop();
});
