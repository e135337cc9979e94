/** A write whose answer never came is known until the service shows what came of it, also to the console that is started next. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LiveMigrationId } from "../../src/contract/ids.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import type { Write } from "../../src/state/send.ts";
import { type UnknownWrite, withEnded } from "../../src/state/unknown-writes.ts";
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
          params: { thing: `${thing}` },
          at,
        }),
      );
      const left = writes.reduce<readonly UnknownWrite[]>(
        (before, write, index) => withEnded(before, write, steps[index]?.outcome === "done" ? "done" : "unknown"),
        [],
      );
      const expected = writes.filter((write, index) => {
        const same = steps.flatMap((other, place) =>
          other.operation === write.operation && `${other.thing}` === write.params["thing"] && place >= index
            ? [other.outcome]
            : [],
        );
        return same[0] === "unknown" && !same.includes("done");
      });
      expect(left).toEqual(expected);
    }),
  );
});
