/** A write whose answer never came is known until the service shows what came of it, also to the console that is started next. */
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { writeJson } from "../../src/contract/json/json.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { LiveMigrationId } from "../../src/contract/schema/ids.ts";
import { Secret } from "../../src/contract/secret.ts";
import type { Write } from "../../src/state/writes/send.ts";
import { maySameBeSent, type UnknownWrite, withEnded } from "../../src/state/writes/unknown-writes.ts";
import { alertId, PROJECT, type TestConsole, testConsole } from "./console.ts";
import { serviceError } from "./fake-client.ts";
import { settle } from "./fake-clock.ts";

const ID = LiveMigrationId.parse("65f0aa01bb02cc03dd04ee05");
const cutOver: Write = {
  operation: "cutoverMigration",
  params: { groupId: PROJECT, liveMigrationId: ID },
  body: null,
  title: "Cut over live migration",
  name: "shop-rs0 → shop-eu",
};

const lose = ({ client }: TestConsole): void => {
  client.respond = (call) => call.fail(serviceError("cutoverMigration", { kind: "unknown-result" }));
};
const answer = ({ client }: TestConsole, status: string): void => {
  client.respond = (call) =>
    call.answer(call.operation.id === "getPushMigration" ? { _id: ID, status, migrationHosts: [] } : null);
};
const unknown = ({ store }: TestConsole) => store.getState().unknownWrites.map(({ operation }) => operation);

async function read({ store }: TestConsole): Promise<void> {
  await store.resources.ask("getPushMigration", { params: { groupId: PROJECT, liveMigrationId: ID } });
  await settle();
}

describe("a write without an answer", () => {
  test("is known with when it was sent, until the same is done", async () => {
    const desk = testConsole();
    lose(desk);
    const at = desk.clock.now();
    await desk.store.send.one(cutOver);
    expect(desk.store.getState().unknownWrites).toMatchObject([
      { operation: "cutoverMigration", params: cutOver.params, at },
    ]);
    answer(desk, "WORKING");
    await desk.store.send.one(cutOver);
    expect(unknown(desk)).toEqual([]);
  });

  test("of a cut-over is known until its migration has ended: as long as it goes on, nothing is shown of it", async () => {
    const desk = testConsole();
    lose(desk);
    await desk.store.send.one(cutOver);
    answer(desk, "WORKING");
    await read(desk);
    expect(unknown(desk)).toEqual(["cutoverMigration"]);
    answer(desk, "COMPLETE");
    await read(desk);
    expect(unknown(desk)).toEqual([]);
  });

  test("is known to the console that is started next, with what was done meanwhile taken off", async () => {
    const first = testConsole();
    lose(first);
    await first.store.send.one(cutOver);
    await first.store.stop();
    const second = testConsole({ files: first.files, process: "process-2" });
    const started = second.store.start();
    await settle();
    await started;
    expect(second.store.getState().unknownWrites).toEqual(first.store.getState().unknownWrites);
    answer(second, "WORKING");
    await second.store.send.one(cutOver);
    await second.store.stop();
    const third = testConsole({ files: first.files, process: "process-3" });
    const again = third.store.start();
    await settle();
    await again;
    expect(unknown(third)).toEqual([]);
  });

  test("is not spoken of where it does no harm to send it again", async () => {
    const desk = testConsole();
    desk.client.respond = (call) => call.fail(serviceError("acknowledgeAlert", { kind: "unknown-result" }));
    await desk.store.send.one({
      ...cutOver,
      operation: "acknowledgeAlert",
      params: { groupId: PROJECT, alertId: alertId(1) },
      body: {},
    });
    expect(unknown(desk)).toEqual([]);
  });

  test("that was refused is none", async () => {
    const desk = testConsole();
    desk.client.respond = (call) => call.fail(serviceError("cutoverMigration", { kind: "refused", status: 409 }));
    await desk.store.send.one(cutOver);
    expect(unknown(desk)).toEqual([]);
  });
});

const restore = (to: string, snapshotId = "65f0aa01bb02cc03dd04ee11"): Write => ({
  operation: "createBackupRestoreJob",
  params: { groupId: PROJECT, clusterName: "prod-eu" },
  body: { deliveryType: "automated", snapshotId, targetClusterName: to, targetGroupId: PROJECT },
  title: "Start restore of a cluster",
  name: `prod-eu to ${to}`,
});

const migrate = (to: string, password: string): Write => ({
  operation: "createPushMigration",
  params: { groupId: PROJECT },
  body: {
    source: { clusterName: "shop", groupId: PROJECT, username: "mover", password: new Secret(password), ssl: true },
    destination: { clusterName: to, groupId: PROJECT, hostnameSchemaType: "PUBLIC" },
    migrationHosts: ["migrator.example.com"],
    dropDestinationData: false,
  },
  title: "Start live migration",
  name: `shop to ${to}`,
});

const RESTORE = { id: "65f0aa01bb02cc03dd04ee21", deliveryType: "automated" };

async function restart({ files }: TestConsole): Promise<TestConsole> {
  const next = testConsole({ files, process: "process-2" });
  const started = next.store.start();
  await settle();
  await started;
  return next;
}

describe("a new thing without an answer", () => {
  test("stays unknown while others of its kind are made, until the same is made", async () => {
    const desk = testConsole();
    lose(desk);
    await desk.store.send.one(restore("staging"));
    desk.client.respond = (call) => call.answer(RESTORE);
    await desk.store.send.one(restore("dev"));
    await desk.store.send.one(restore("staging", "65f0aa01bb02cc03dd04ee12"));
    expect(desk.store.getState().unknownWrites).toMatchObject([{ body: { targetClusterName: "staging" } }]);
    await desk.store.send.one(restore("staging"));
    expect(unknown(desk)).toEqual([]);
  });

  test("is told from others by the console that is started next too", async () => {
    const first = testConsole();
    lose(first);
    await first.store.send.one(restore("staging"));
    first.client.respond = (call) => call.answer(RESTORE);
    await first.store.send.one(restore("dev"));
    await first.store.stop();
    const second = await restart(first);
    expect(second.store.getState().unknownWrites).toEqual(first.store.getState().unknownWrites);
    expect(unknown(second)).toEqual(["createBackupRestoreJob"]);
    second.client.respond = (call) => call.answer(RESTORE);
    await second.store.send.one(restore("staging"));
    expect(unknown(second)).toEqual([]);
  });

  test("is the same whatever its secrets, which are kept nowhere", async () => {
    const desk = testConsole();
    lose(desk);
    await desk.store.send.one(migrate("shop-eu", "first password"));
    desk.client.respond = (call) => call.answer({ _id: ID, status: "NEW", migrationHosts: [] });
    await desk.store.send.one(migrate("shop-us", "first password"));
    expect(unknown(desk)).toEqual(["createPushMigration"]);
    expect(writeJson(desk.store.getState().unknownWrites[0]?.body ?? null)).not.toContain("first password");
    await desk.store.send.one(migrate("shop-eu", "second password"));
    expect(unknown(desk)).toEqual([]);
  });

  test("of which there is one in its cluster is settled by any that is made there", async () => {
    const desk = testConsole();
    const nodes = (nodeCount: number): Write => ({
      operation: "createServiceSearchDeployment",
      params: { groupId: PROJECT, clusterName: "prod-eu" },
      body: { specs: [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount }] },
      title: "Create search nodes",
      name: "prod-eu",
    });
    lose(desk);
    await desk.store.send.one(nodes(2));
    desk.client.respond = (call) => call.answer({ id: ID, stateName: "UPDATING", specs: [] });
    await desk.store.send.one(nodes(3));
    expect(unknown(desk)).toEqual([]);
  });

  test("whose body was too large for the journal is taken for no other one, and for none that was done", () => {
    const { operation, params } = restore("staging");
    const write = { operation, params };
    const kept = { ...write, id: "1", at: 0 };
    const done = { ...kept, id: "2", body: { targetClusterName: "staging" } };
    expect(withEnded([kept], done, "done")).toEqual([kept]);
    expect(maySameBeSent(kept, done)).toBe(true);
  });
});

describe("a cut-over that was accepted, which no answer shows before its migration has ended", () => {
  const accepted = ({ store }: TestConsole) => store.getState().acceptedWrites.map(({ operation }) => operation);
  const another = ({ files }: TestConsole, process: string): TestConsole => {
    const desk = testConsole({ files, process });
    answer(desk, "WORKING");
    return desk;
  };
  async function start({ store }: TestConsole): Promise<void> {
    const started = store.start();
    await settle();
    await started;
  }

  test("is known to every console that is started, also in place of one whose answer never came", async () => {
    const first = testConsole();
    lose(first);
    await first.store.send.one(cutOver);
    answer(first, "WORKING");
    await first.store.send.one(cutOver);
    const second = another(first, "process-2");
    await start(second);
    expect([unknown(second), accepted(second)]).toEqual([[], ["cutoverMigration"]]);
    await read(second);
    expect(accepted(second)).toEqual(["cutoverMigration"]);
    answer(second, "COMPLETE");
    await read(second);
    expect(accepted(second)).toEqual([]);
  });

  test("is known to a console that runs when it reads the migration next, whoever sent it", async () => {
    const here = testConsole();
    answer(here, "WORKING");
    await start(here);
    await read(here);
    const elsewhere = another(here, "process-2");
    lose(elsewhere);
    await elsewhere.store.send.one(cutOver);
    await read(here);
    expect([unknown(here), accepted(here)]).toEqual([["cutoverMigration"], []]);
    answer(elsewhere, "WORKING");
    await elsewhere.store.send.one(cutOver);
    await read(here);
    expect([unknown(here), accepted(here)]).toEqual([[], ["cutoverMigration"]]);
    answer(here, "COMPLETE");
    await read(here);
    // The journal goes on saying that it was sent: what was shown does not come back with the next line of it.
    await elsewhere.store.send.one({
      ...cutOver,
      params: { groupId: PROJECT, liveMigrationId: `${ID.slice(0, -1)}6` },
    });
    answer(here, "WORKING");
    await here.store.resources.ask("getPushMigration", {
      params: { groupId: PROJECT, liveMigrationId: LiveMigrationId.parse(`${ID.slice(0, -1)}6`) },
    });
    await settle();
    expect(here.store.getState().acceptedWrites.map(({ params }) => params["liveMigrationId"])).toEqual([
      `${ID.slice(0, -1)}6`,
    ]);
  });

  test("is asked of the journal only when it was written to", async () => {
    const desk = testConsole();
    answer(desk, "WORKING");
    await start(desk);
    const reads = vi.spyOn(desk.files, "records");
    await read(desk);
    await read(desk);
    expect(reads.mock.calls.filter(([name]) => name === "journal.jsonl")).toEqual([]);
  });

  test("is known where the journal cannot be written, to the console that sent it", async () => {
    const desk = testConsole();
    answer(desk, "WORKING");
    await start(desk);
    desk.files.problem = new Error("the disk is full");
    await desk.store.send.one(cutOver);
    await read(desk);
    expect(accepted(desk)).toEqual(["cutoverMigration"]);
  });
});

test("what is unknown of any run of writes is what was never done after it was last unknown", () => {
  const operation = fc.constantFrom<OperationId>("cutoverMigration", "createPushMigration");
  const step = fc.record({
    operation,
    thing: fc.integer({ min: 0, max: 2 }),
    outcome: fc.constantFrom("done", "unknown"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const writes = steps.map(
        ({ operation: of, thing }, at): UnknownWrite => ({
          id: `${at}`,
          operation: of,
          // A cut-over is of the migration in its path; of a new one only the body says which it is.
          ...(of === "cutoverMigration"
            ? { params: { thing: `${thing}` }, body: null }
            : { params: {}, body: { thing: `${thing}` } }),
          at,
        }),
      );
      const left = writes.reduce<readonly UnknownWrite[]>(
        (before, write, index) => withEnded(before, write, steps[index]?.outcome === "done" ? "done" : "unknown"),
        [],
      );
      const expected = writes.filter((write, index) => {
        const same = steps.flatMap((other, place) =>
          other.operation === write.operation && other.thing === steps[index]?.thing && place >= index
            ? [other.outcome]
            : [],
        );
        return same[0] === "unknown" && !same.includes("done");
      });
      expect(left).toEqual(expected);
    }),
  );
});
