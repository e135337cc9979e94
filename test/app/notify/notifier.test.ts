import { expect, test, vi } from "vitest";
import type { App } from "../../../src/app/app.ts";
import { createApp } from "../../../src/app/create-app.ts";
import { startNotifier } from "../../../src/app/notify/notifier.ts";
import { restoreJobs } from "../../../src/areas/restore-jobs.ts";
import type { Json } from "../../../src/contract/json/json.ts";
import type { OperationId } from "../../../src/contract/operations.ts";
import type { Subscription } from "../../../src/state/subscriptions.ts";
import { PROJECT, testConsole } from "../../state/console.ts";
import { type PendingCall, serviceError } from "../../state/fake-client.ts";
import { quietHost } from "../../ui/quiet-host.ts";

const JOB = "65f0000000000000000000b1";
const job = (change: object): Json => ({
  id: JOB,
  deliveryType: "automated",
  targetClusterName: "stage-1",
  createdAt: "2026-02-01T00:00:00Z",
  ...change,
});

const clusters = ["prod-eu", "prod-us"].map((name) => ({ name, clusterType: "REPLICASET", providerName: "AWS" }));

type Wanted = Pick<Subscription, "about" | "thing" | "name" | "condition" | "title">;

const LIST: Wanted = {
  about: "list",
  thing: "",
  name: "Restores",
  condition: "running=0",
  title: "when none is running",
};
const THING: Wanted = {
  about: "thing",
  thing: JOB,
  name: "eu → stage",
  condition: "done",
  title: "when it is completed",
};

/** A console that waits for something of the restores of two clusters; `jobsOf` answers the jobs of each. */
async function waitingFor(wanted: Wanted, jobsOf: (cluster: string, call: PendingCall) => void) {
  const { store, client, clock } = testConsole();
  const app: App = createApp({ store, host: quietHost() });
  client.respond = (call) => {
    const { clusterName } = { clusterName: "", ...call.args.params };
    if (call.operation.id === "listClusters") call.answer({ results: clusters });
    else if (call.operation.id === "listBackupRestoreJobs") jobsOf(String(clusterName), call);
    else call.answer({ results: [] });
  };
  await store.start();
  store.subscriptions.add({ ...wanted, area: "restore-jobs", groupId: PROJECT, groupName: "Payments" });
  const tell = vi.fn<(text: string) => void>();
  const stop = startNotifier(app, { tell, progress: () => undefined });
  const pass = async (hours: number): Promise<void> => {
    for (let minute = 0; minute < hours * 60; minute += 1) await clock.advance(60_000);
  };
  await pass(1);
  return { notified: () => tell.mock.calls.map(([text]) => text), pass, stop };
}

const refuse = (call: PendingCall): void =>
  call.fail(serviceError("listBackupRestoreJobs" satisfies OperationId, { kind: "refused", status: 403 }));

test("jobs that the service refuses to list are not taken for none, and that is said once", async () => {
  const { notified, pass, stop } = await waitingFor(LIST, (cluster, call) =>
    cluster === "prod-us" ? refuse(call) : call.answer({ results: [] }),
  );
  await pass(2);
  expect(notified()).toEqual([
    expect.stringMatching(/^Restores: unknown when none is running \(Payments\)\. Not allowed: .*of prod-us/u),
  ]);
  stop();
});

test("a job that was seen is not gone once the service refuses to list it", async () => {
  let isRefused = false;
  const { notified, pass, stop } = await waitingFor(THING, (cluster, call) => {
    if (cluster !== "prod-eu") call.answer({ results: [] });
    else if (isRefused) refuse(call);
    else call.answer({ results: [job({})] });
  });
  expect(notified()).toEqual([]);
  isRefused = true;
  await pass(2);
  expect(notified()).toEqual([expect.stringMatching(/^eu → stage: unknown when it is completed .* of prod-eu/u)]);
  stop();
});

test("a job is not gone because this console fails to compute its values, which is said once", async () => {
  const { fields } = restoreJobs.screen;
  if (fields === undefined) throw new Error("restores have no fields");
  const { notified, pass, stop } = await waitingFor(THING, (_, call) => call.answer({ results: [job({})] }));
  const broken = vi.spyOn(fields, "of").mockImplementation(() => {
    throw new TypeError("no such thing");
  });
  await pass(1);
  broken.mockRestore();
  expect(notified()).toEqual([
    expect.stringMatching(/^eu → stage: unknown when it is completed .* error in this console/u),
  ]);
  stop();
});

test("a job of one cluster is waited for, whatever the service refuses of another", async () => {
  const { notified, pass, stop } = await waitingFor({ ...THING, condition: "expires<15m" }, (cluster, call) => {
    if (cluster === "prod-us") refuse(call);
    else call.answer({ results: [job({})] });
  });
  await pass(2);
  expect(notified()).toEqual([]);
  stop();
});
