/** A write goes out once, is in the journal before it goes, and its end is told as it was: done, refused, or not known. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Secret } from "../../src/contract/secret.ts";
import { affectedBy, type Write } from "../../src/state/writes/send.ts";
import { alertId, PROJECT, testConsole } from "./console.ts";
import { type PendingCall, serviceError } from "./fake-client.ts";
import { settle } from "./fake-clock.ts";

const acknowledge = (number: number): Write => ({
  operation: "acknowledgeAlert",
  params: { groupId: PROJECT, alertId: alertId(number) },
  body: { acknowledgedUntil: "2025-11-21T20:00:00Z" },
  title: "Acknowledge alert",
  name: `disk ${number}`,
});
const refused = (status: number, code: string | null = null): Error =>
  serviceError("acknowledgeAlert", { kind: "refused", status, code });
const lost = (): Error => serviceError("acknowledgeAlert", { kind: "unknown-result" });
const answerAll = (call: PendingCall): void => call.answer({ id: String(call.args.params?.["alertId"]) });

describe("one write", () => {
  test("that the service takes is done, and stands in the journal with all that is known", async () => {
    const { store, clock, client } = testConsole();
    const result = store.send.one(acknowledge(1));
    await settle();
    expect(await store.journal.read()).toMatchObject([{ outcome: "sending", status: null }]);
    await clock.advance(120);
    client.pending[0]?.answer({ id: alertId(1) });
    expect(await result).toMatchObject({ kind: "done", answer: { status: 200 } });
    expect(await store.journal.read()).toEqual([
      {
        id: expect.any(String),
        at: clock.now() - 120,
        process: "process-1",
        by: "console",
        profile: "test",
        groupId: PROJECT,
        groupName: "Payments",
        operation: "acknowledgeAlert",
        title: "Acknowledge alert: disk 1",
        method: "PATCH",
        path: `/api/service/v2/groups/${PROJECT}/alerts/${alertId(1)}`,
        request: { params: { groupId: PROJECT, alertId: alertId(1) }, query: {} },
        service: { baseUrl: "http://localhost:1/", dialect: "specification", login: "digest", ca: false },
        body: { acknowledgedUntil: "2025-11-21T20:00:00Z" },
        bodyBytes: null,
        changes: [],
        moreChanges: 0,
        undoes: null,
        undoneBy: null,
        outcome: "done",
        status: 200,
        errorCode: null,
        words: null,
        requestId: "request-1",
        milliseconds: 120,
        created: [],
      },
    ]);
  });

  test("that is refused says so in words, and nothing is sent again", async () => {
    const { store, clock, client } = testConsole();
    client.respond = (call) => call.fail(refused(404, "ALERT_NOT_FOUND"));
    const result = await store.send.one(acknowledge(1));
    await clock.advance(600_000);
    expect(result).toMatchObject({ kind: "refused", words: expect.stringContaining("refused") });
    expect(client.made).toHaveLength(1);
    expect(await store.journal.read()).toMatchObject([
      { outcome: "refused", status: 404, errorCode: "ALERT_NOT_FOUND", words: expect.stringContaining("refused") },
    ]);
  });

  test("whose answer is lost is of unknown result, and nothing is sent again", async () => {
    const { store, clock, client } = testConsole();
    client.respond = (call) => call.fail(lost());
    const result = await store.send.one(acknowledge(1));
    await clock.advance(600_000);
    expect(result).toMatchObject({ kind: "unknown" });
    expect(client.callsOf("acknowledgeAlert")).toHaveLength(1);
    expect(await store.journal.read()).toMatchObject([{ outcome: "unknown", words: expect.any(String) }]);
  });

  test("that something else breaks is of unknown result, not a crash", async () => {
    const { store, client } = testConsole();
    client.respond = (call) => call.fail(new TypeError("a fault of the program"));
    expect(await store.send.one(acknowledge(1))).toMatchObject({ kind: "unknown", words: "a fault of the program" });
  });

  test("is one write when its key is pressed twice", async () => {
    const { store, client } = testConsole();
    const both = [store.send.one(acknowledge(1)), store.send.one(acknowledge(1))];
    const other = store.send.one(acknowledge(2));
    await settle();
    for (const call of client.pending) answerAll(call);
    const [first, second] = await Promise.all(both);
    expect(second).toEqual(first);
    await other;
    expect(client.made).toHaveLength(2);
    const again = store.send.one(acknowledge(1));
    await settle();
    expect(client.made).toHaveLength(3);
    client.pending[0]?.answer({ id: alertId(1) });
    await again;
  });

  test("is never a read", async () => {
    const { store, client } = testConsole();
    const read: Write = { ...acknowledge(1), operation: "getAlert", body: null };
    await expect(store.send.one(read)).rejects.toThrow("changes nothing");
    expect(client.made).toHaveLength(0);
  });

  test("in a read-only profile leaves no trace in the journal of what was done", async () => {
    const { store, client } = testConsole({ connection: { readOnly: { because: "profile prod", unlockable: false } } });
    client.respond = (call) => call.fail(serviceError("acknowledgeAlert", { kind: "read-only" }));
    expect(await store.send.one(acknowledge(1))).toMatchObject({ kind: "refused" });
    expect(await store.journal.read()).toEqual([]);
  });

  test("that makes something has its id in the journal, where it can be found again", async () => {
    const { store, client } = testConsole();
    client.respond = (call) => call.answer({ id: "65f000000000000000000abc" });
    await store.send.one({
      operation: "createAlertConfiguration",
      params: { groupId: PROJECT },
      body: { eventTypeName: "HOST_DOWN", enabled: true, notifications: [] },
      title: "Create alert configuration",
      name: "HOST_DOWN",
    });
    expect(await store.journal.read()).toMatchObject([{ created: ["65f000000000000000000abc"] }]);
  });

  test("goes out on a machine whose disk is full, and it is said that nothing is written down", async () => {
    const { store, client, files } = testConsole();
    files.problem = new Error("The disk is full.");
    client.respond = answerAll;
    expect(await store.send.one(acknowledge(1))).toMatchObject({ kind: "done" });
    expect(store.getState().notices.log[0]).toMatchObject({
      tone: "bad",
      text: expect.stringContaining("not logged"),
    });
  });
});

describe("secrets of a write", () => {
  test("are in no file, be they covered or plain text", async () => {
    const { store, client, files } = testConsole();
    client.respond = (call) => call.answer({ id: "65f000000000000000000abc" });
    for (const key of [new Secret("hunter2-and-more"), "hunter2-and-more"]) {
      const notification = { typeName: "PAGER_DUTY", serviceKey: key, region: "US", delayMin: 0 };
      await store.send.one({
        operation: "createAlertConfiguration",
        params: { groupId: PROJECT },
        body: { eventTypeName: "HOST_DOWN", enabled: true, notifications: [notification] },
        title: "Create alert configuration",
        name: "HOST_DOWN",
      });
    }
    expect(await store.journal.read()).toHaveLength(2);
    expect(files.everything).toContain("PAGER_DUTY");
    expect(files.everything).not.toContain("hunter2");
    expect(JSON.stringify(store.getState().activity)).not.toContain("hunter2");
  });
});

describe("a program that is killed between sending and the answer", () => {
  test("leaves a write of unknown result, which the next one tells of once", async () => {
    const first = testConsole();
    void first.store.send.one(acknowledge(1));
    await settle();
    expect(first.client.made).toHaveLength(1);

    const applying = testConsole({ files: first.files, process: "process-a", by: "apply" });
    await applying.store.start();
    expect(applying.store.getState().notices.log).toEqual([]);

    const second = testConsole({ files: first.files, process: "process-2" });
    expect(await second.store.journal.read()).toMatchObject([
      { outcome: "unknown", title: "Acknowledge alert: disk 1" },
    ]);
    await second.store.start();
    expect(
      second.store
        .getState()
        .notices.log.map(({ text }) => text)
        .join(),
    ).toContain("outcome is unknown: Acknowledge alert: disk 1");
    const third = testConsole({ files: first.files, process: "process-3" });
    await third.store.start();
    expect(third.store.getState().notices.log).toEqual([]);
    expect(await third.store.journal.read()).toMatchObject([{ outcome: "unknown" }]);
  });

  test("that was only slow has the last word", async () => {
    const first = testConsole();
    const result = first.store.send.one(acknowledge(1));
    await settle();
    const second = testConsole({ files: first.files, process: "process-2" });
    await second.store.start();
    first.client.pending[0]?.answer({ id: alertId(1) });
    await result;
    expect(await second.store.journal.read()).toMatchObject([{ outcome: "done", status: 200 }]);
  });
});

describe("the end of the program", () => {
  test("waits for the answer to a write", async () => {
    const { store, client } = testConsole();
    const result = store.send.one(acknowledge(1));
    await settle();
    let isOver = false;
    const stopped = store.stop().then(() => {
      isOver = true;
    });
    await settle();
    expect(isOver).toBe(false);
    client.pending[0]?.answer({ id: alertId(1) });
    await stopped;
    expect(await result).toMatchObject({ kind: "done" });
    expect(await store.journal.read()).toMatchObject([{ outcome: "done" }]);
  });

  test("does not wait for ever", async () => {
    const first = testConsole();
    void first.store.send.one(acknowledge(1));
    await settle();
    const stopped = first.store.stop();
    await first.clock.advance(60_000);
    await stopped;
    const second = testConsole({ files: first.files, process: "process-2" });
    expect(await second.store.journal.read()).toMatchObject([{ outcome: "unknown" }]);
  });
});

describe("a group", () => {
  test("goes out one after another, with a result for each", async () => {
    const { store, client } = testConsole();
    client.respond = (call) => {
      if (client.pending.length > 1) throw new Error("two writes of a group at a time");
      if (call.args.params?.["alertId"] === alertId(2)) call.fail(refused(404, "ALERT_NOT_FOUND"));
      else answerAll(call);
    };
    const items = await store.send.each([1, 2, 3].map(acknowledge));
    expect(items.map(({ write, result }) => [write.name, result.kind])).toEqual([
      ["disk 1", "done"],
      ["disk 2", "refused"],
      ["disk 3", "done"],
    ]);
    expect(store.send.failedOf(items).map(({ name }) => name)).toEqual(["disk 2"]);
  });

  test("shows how far it is", async () => {
    const { store, client } = testConsole();
    const sent: number[] = [];
    const whole = store.send.each([1, 2].map(acknowledge), undefined, ({ length }) => sent.push(length));
    await settle();
    expect(sent).toEqual([]);
    client.pending[0]?.answer({ id: alertId(1) });
    await settle();
    expect(sent).toEqual([1]);
    client.pending[0]?.answer({ id: alertId(2) });
    await whole;
    expect(sent).toEqual([1, 2]);
  });

  test.each([
    ["an unknown result", lost, "because the outcome of the previous one is unknown."],
    ["too many requests", () => refused(429), "because the previous one failed: "],
    ["a missing role", () => refused(401, "USER_UNAUTHORIZED"), "because the previous one failed: "],
    [
      "no way to the service",
      () => serviceError("acknowledgeAlert", { kind: "unreachable" }),
      "because the previous one failed: ",
    ],
  ])(
    "stops at %s: the rest is not sent and can be asked again, what may have happened cannot",
    async (_what, error, why) => {
      const { store, client } = testConsole();
      client.respond = (call) => (call.number === 2 ? call.fail(error()) : answerAll(call));
      const items = await store.send.each([1, 2, 3, 4].map(acknowledge));
      expect(client.callsOf("acknowledgeAlert")).toHaveLength(2);
      expect(items.map(({ result }) => result).slice(2)).toMatchObject(
        [3, 4].map(() => ({ kind: "not-sent", words: expect.stringContaining(`Not sent, ${why}`) })),
      );
      const again = store.send.failedOf(items).map(({ name }) => name);
      expect(again).toEqual(
        items[1]?.result.kind === "unknown" ? ["disk 3", "disk 4"] : ["disk 2", "disk 3", "disk 4"],
      );
    },
  );

  test("asked again and again until nothing fails never does one thing twice", async () => {
    const endings = fc.constantFrom("done", "not-found", "too-fast", "lost");
    await fc.assert(
      fc.asyncProperty(fc.array(endings, { maxLength: 30 }), fc.integer({ min: 1, max: 6 }), async (script, count) => {
        const { store, client } = testConsole();
        const happened: string[] = [];
        client.respond = (call) => {
          const ending = script[call.number - 1] ?? "done";
          const id = String(call.args.params?.["alertId"]);
          if (ending === "done" || ending === "lost") happened.push(id);
          if (ending === "done") call.answer({ id });
          else if (ending === "lost") call.fail(lost());
          else call.fail(ending === "too-fast" ? refused(429) : refused(404));
        };
        let writes: readonly Write[] = Array.from({ length: count }, (_, index) => acknowledge(index));
        for (let round = 0; round < 40 && writes.length > 0; round += 1) {
          writes = store.send.failedOf(await store.send.each(writes));
        }
        expect(writes).toEqual([]);
        expect(new Set(happened).size).toBe(happened.length);
        expect(happened).toHaveLength(count);
      }),
      { numRuns: 60 },
    );
  });
});

test("a write has what it changed read again, once for a group", async () => {
  const { store, clock, client } = testConsole();
  client.respond = (call) =>
    call.operation.id === "acknowledgeAlert" ? answerAll(call) : call.answer({ results: [] });
  const args = { params: { groupId: PROJECT }, query: { status: "OPEN" } } as const;
  store.resources.watch("main", [{ operation: "listAlerts", args, poll: "alerts" }]);
  store.resources.watch("side", [
    { operation: "listAlertConfigurations", args: { params: { groupId: PROJECT } }, poll: "once" },
  ]);
  await clock.advance(5000);
  await store.send.each([1, 2, 3].map(acknowledge));
  await clock.advance(1000);
  expect(client.callsOf("listAlerts")).toHaveLength(2);
  expect(client.callsOf("listAlertConfigurations")).toHaveLength(1);
  expect(affectedBy(acknowledge(1))).toContain("getAlert");
});
