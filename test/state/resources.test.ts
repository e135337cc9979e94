/**
 * What is on screen is the answer to the newest question of the present project, in whatever order answers, failures and changes
 * of the project come.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GroupId } from "../../src/contract/schema/ids.ts";
import { resourceKey } from "../../src/state/answers/query.ts";
import { dataOf, resourceOf } from "../../src/state/answers/resource.ts";
import { alertId, OTHER_PROJECT, PROJECT, testConsole } from "./console.ts";
import { type PendingCall, serviceError } from "./fake-client.ts";
import { settle } from "./fake-clock.ts";

const OPEN = { params: { groupId: PROJECT }, query: { status: "OPEN" } } as const;
const watchOpen = { operation: "listAlerts", args: OPEN, poll: "alerts" } as const;
const list = (...rows: readonly object[]) => ({ results: rows.map((row) => ({ ...row })), totalCount: rows.length });
const lists = (call: PendingCall): boolean => call.operation.id === "listAlerts";

describe("answers", () => {
  test("enter under their question, and the state says what came of it", async () => {
    const { store, clock, client } = testConsole();
    store.resources.watch("main", [watchOpen]);
    await clock.advance(0);
    expect(resourceOf(store.getState(), "listAlerts", OPEN)).toBeUndefined();
    client.pending[0]?.answer(list({ id: alertId(1), status: "OPEN" }));
    await settle();
    expect(resourceOf(store.getState(), "listAlerts", OPEN)).toMatchObject({
      asOf: clock.now(),
      failure: null,
      cached: { version: 1, complete: true },
    });
    expect(dataOf(store.getState(), "listAlerts", OPEN)?.results[0]?.id).toBe(alertId(1));
  });

  test("that say letter by letter what is previous are not read: of the state only the times are others, entered together", async () => {
    const { store, clock, client } = testConsole();
    client.hasMarks = true;
    client.respond = (call) => call.answer(list({ id: alertId(1), status: "OPEN" }));
    const other = { params: { groupId: OTHER_PROJECT }, query: { status: "OPEN" } } as const;
    store.resources.watch("main", [watchOpen, { operation: "listAlerts", args: other, poll: "alerts" }]);
    await clock.advance(2000);
    const readAt = () => [OPEN, other].map((args) => resourceOf(store.getState(), "listAlerts", args)?.asOf);
    const cached = () => [OPEN, other].map((args) => resourceOf(store.getState(), "listAlerts", args)?.cached);
    const [before, heldBefore, { read }] = [readAt(), cached(), client];
    let changes = 0;
    store.subscribe((state, earlier) => {
      if (state.resources !== earlier.resources) changes += 1;
    });
    const callsBefore = client.made.length;
    await clock.advance(22_900);
    expect(client.made.length).toBe(callsBefore + 2);
    expect(client.read).toBe(read);
    expect(changes).toBe(1);
    expect(cached()).toEqual(heldBefore);
    expect(cached().every((each, index) => each === heldBefore[index])).toBe(true);
    expect(readAt().every((at, index) => (at ?? 0) > (before[index] ?? 0))).toBe(true);
    client.respond = (call) => call.answer(list({ id: alertId(2), status: "OPEN" }));
    await clock.advance(20_000);
    expect(client.read).toBe(read + 2);
    expect(dataOf(store.getState(), "listAlerts", OPEN)?.results[0]?.id).toBe(alertId(2));
  });

  test("that were not entered yet do not speak for what was written since", async () => {
    const { store, clock, client } = testConsole();
    client.hasMarks = true;
    client.respond = (call) => call.answer(list({ id: alertId(1), status: "OPEN" }));
    store.resources.watch("main", [watchOpen]);
    await clock.advance(20_100);
    client.respond = undefined;
    store.resources.touch(["listAlerts"]);
    await clock.advance(2000);
    expect(store.getState().stale.size).toBe(1);
    client.pending[0]?.answer(list({ id: alertId(1), status: "OPEN" }));
    await clock.advance(2000);
    expect(store.getState().stale.size).toBe(0);
  });

  test("that change nothing keep every identity but the time", async () => {
    const { store, clock, client } = testConsole();
    client.respond = (call) => call.answer(list({ id: alertId(1) }, { id: alertId(2) }));
    store.resources.watch("main", [watchOpen]);
    await clock.advance(0);
    const before = resourceOf(store.getState(), "listAlerts", OPEN);
    await clock.advance(30_000);
    const after = resourceOf(store.getState(), "listAlerts", OPEN);
    expect(client.made).toHaveLength(2);
    expect(after?.cached).toBe(before?.cached);
    expect(after?.asOf).toBeGreaterThan(before?.asOf ?? 0);
  });

  test("with one changed row keep the other rows' identities", async () => {
    const { store, clock, client } = testConsole();
    let status = "OPEN";
    client.respond = (call) => call.answer(list({ id: alertId(1) }, { id: alertId(2), status }, { id: alertId(3) }));
    store.resources.watch("main", [watchOpen]);
    await clock.advance(0);
    const before = resourceOf(store.getState(), "listAlerts", OPEN)?.cached;
    status = "CLOSED";
    await clock.advance(30_000);
    const after = resourceOf(store.getState(), "listAlerts", OPEN)?.cached;
    expect(after?.version).toBe(2);
    expect(after?.data.results[0]).toBe(before?.data.results[0]);
    expect(after?.data.results[1]).not.toBe(before?.data.results[1]);
    expect(after?.data.results[2]).toBe(before?.data.results[2]);
  });

  test("to a question for one thing update its row in a list at once, and those of other rows and projects stay", async () => {
    const { store, clock, client } = testConsole();
    client.respond = (call) =>
      call.answer(list({ id: alertId(1), status: "OPEN" }, { id: alertId(2), status: "OPEN" }));
    store.resources.watch("main", [watchOpen]);
    await clock.advance(0);
    const before = resourceOf(store.getState(), "listAlerts", OPEN);
    client.respond = (call) => call.answer({ id: alertId(2), status: "CLOSED" });
    await store.resources.ask("getAlert", { params: { groupId: OTHER_PROJECT, alertId: alertId(2) } });
    expect(resourceOf(store.getState(), "listAlerts", OPEN)).toBe(before);
    await store.resources.ask("getAlert", { params: { groupId: PROJECT, alertId: alertId(2) } });
    const after = resourceOf(store.getState(), "listAlerts", OPEN);
    expect(after?.cached?.data.results.map(({ status }) => status)).toEqual(["OPEN", "CLOSED"]);
    expect(after?.cached?.raw).toMatchObject({ results: [{ status: "OPEN" }, { status: "CLOSED" }] });
    expect(after?.cached?.data.results[0]).toBe(before?.cached?.data.results[0]);
    expect(after?.asOf).toBe(before?.asOf);
    // The same said again changes nothing.
    await store.resources.ask("getAlert", { params: { groupId: PROJECT, alertId: alertId(2) } });
    expect(resourceOf(store.getState(), "listAlerts", OPEN)).toBe(after);
  });

  test("of a list that was asked for before its thing do not bring back the older row, and never change the thing", async () => {
    const { store, clock, client } = testConsole();
    const single = { params: { groupId: PROJECT, alertId: alertId(1) } } as const;
    store.resources.watch("main", [watchOpen]);
    await clock.advance(0);
    const request = store.resources.ask("getAlert", single);
    await settle();
    client.pending.find((call) => !lists(call))?.answer({ id: alertId(1), status: "CLOSED" });
    await request;
    client.pending.find(lists)?.answer(list({ id: alertId(1), status: "OPEN" }));
    await settle();
    expect(dataOf(store.getState(), "listAlerts", OPEN)?.results[0]?.status).toBe("CLOSED");
    client.respond = (call) => call.answer(list({ id: alertId(1), status: "OPEN" }));
    await clock.advance(30_000);
    expect(dataOf(store.getState(), "listAlerts", OPEN)?.results[0]?.status).toBe("OPEN");
    expect(dataOf(store.getState(), "getAlert", single)?.status).toBe("CLOSED");
  });

  test("that fail leave the data, with words, since when, and when it is tried again", async () => {
    const { store, clock, client } = testConsole();
    client.respond = (call) => call.answer(list({ id: alertId(1) }));
    store.resources.watch("main", [watchOpen]);
    await clock.advance(0);
    const cached = resourceOf(store.getState(), "listAlerts", OPEN)?.cached;
    client.respond = (call) => call.fail(serviceError("listAlerts", { kind: "unreachable" }));
    await clock.advance(21_000);
    const failed = resourceOf(store.getState(), "listAlerts", OPEN);
    expect(failed).toMatchObject({ failure: { attempts: 1, nextTryAt: expect.any(Number) } });
    expect(failed?.failure?.words).toContain("not reached");
    expect(failed?.cached).toBe(cached);
    expect(store.getState().session.connection).toMatchObject({ kind: "failing" });
    client.respond = (call) => call.answer(list({ id: alertId(1) }));
    await clock.advance(60_000);
    expect(resourceOf(store.getState(), "listAlerts", OPEN)).toMatchObject({ failure: null });
    expect(store.getState().session.connection).toEqual({ kind: "ok" });
  });

  test.each([401, 403, 404])(
    "that are refused for good (%d) name no next try, and are right again when they are not",
    async (status) => {
      const { store, clock, client } = testConsole();
      client.respond = (call) => call.fail(serviceError("listAlerts", { kind: "refused", status }));
      store.resources.watch("main", [watchOpen]);
      await clock.advance(0);
      expect(resourceOf(store.getState(), "listAlerts", OPEN)).toMatchObject({ failure: { nextTryAt: null } });
      client.respond = (call) => call.answer(list({ id: alertId(1) }));
      await clock.advance(400_000);
      expect(resourceOf(store.getState(), "listAlerts", OPEN)).toMatchObject({ failure: null });
    },
  );

  test("come in pages, and each row is there once", async () => {
    const { store, client } = testConsole();
    const rows = Array.from({ length: 1200 }, (_, index) => ({ id: alertId(index) }));
    client.respond = (call) => {
      const page = Number(call.args.query?.["pageNum"]);
      // While it was read a row was put in at the head: the last of each page stands on the next one again.
      call.answer(list(...rows.slice((page - 1) * 499, (page - 1) * 499 + 500)));
    };
    const { data, raw } = await store.resources.ask("listAlerts", OPEN);
    expect(client.made.map(({ args }) => args.query)).toEqual(
      [1, 2, 3].map((pageNum) => ({ status: "OPEN", itemsPerPage: 500, pageNum })),
    );
    expect(data.results.map(({ id }) => String(id))).toEqual(rows.map(({ id }) => String(id)));
    expect(raw).toMatchObject({ results: rows });
  });

  test("of an endless list end, and say that there is more", async () => {
    const { store, client } = testConsole();
    client.respond = (call) => {
      const page = Number(call.args.query?.["pageNum"]);
      call.answer(list(...Array.from({ length: 500 }, (_, index) => ({ id: alertId(page * 500 + index) }))));
    };
    await store.resources.ask("listAlerts", OPEN);
    expect(resourceOf(store.getState(), "listAlerts", OPEN)?.cached).toMatchObject({ complete: false });
    expect(client.made).toHaveLength(20);
  });
});

describe("one question", () => {
  test("is on its way once, whoever asks", async () => {
    const { store, clock, client } = testConsole();
    store.resources.watch("main", [watchOpen]);
    store.resources.watch("badge", [watchOpen]);
    await clock.advance(0);
    const request = store.resources.ask("listAlerts", OPEN);
    const refreshed = store.resources.refresh("main");
    await clock.advance(0);
    expect(client.made).toHaveLength(1);
    client.pending[0]?.answer(list({ id: alertId(7) }));
    expect((await request).data.results).toHaveLength(1);
    await refreshed;
    expect(client.made).toHaveLength(1);
  });

  test("is answered at once to whoever asks it, where a poll of it was under way that brings nothing new", async () => {
    const { store, clock, client } = testConsole();
    client.hasMarks = true;
    client.respond = (call) => call.answer(list({ id: alertId(1), status: "OPEN" }));
    store.resources.watch("main", [watchOpen]);
    await clock.advance(2000);
    client.respond = undefined;
    await clock.advance(20_000);
    const request = store.resources.ask("listAlerts", OPEN);
    expect(client.pending).toHaveLength(1);
    client.pending[0]?.answer(list({ id: alertId(1), status: "OPEN" }));
    // The clock stands still: nothing that waits for a while is entered.
    expect((await request).at).toBe(clock.now());
    expect(client.made).toHaveLength(2);
  });

  test("is asked again as often as the most patient of those who wait for it wants, whatever it joined", async () => {
    const { store, clock, client } = testConsole();
    store.resources.watch("main", [watchOpen]);
    await clock.advance(0);
    expect(client.pending.map(({ repeats }) => repeats())).toEqual([0]);
    const request = store.resources.ask("listAlerts", OPEN);
    const own = store.resources.ask("listAlerts", { params: { groupId: OTHER_PROJECT } });
    await settle();
    const [poll, alone] = client.pending.map(({ repeats }) => repeats());
    expect(alone).toBeGreaterThan(0);
    expect(poll).toBe(alone);
    // A write has it asked anew: who waits goes on waiting for the new one.
    store.resources.touch(["listAlerts"]);
    await settle();
    const anew = client.pending.filter(({ signal }) => !signal.aborted);
    expect(anew.map(({ repeats }) => repeats())).toEqual([alone, alone]);
    for (const call of client.pending) call.answer(list());
    await Promise.all([request, own]);
  });

  test("is asked anew after a write, and the answer from before it does not count", async () => {
    const { store, clock, client } = testConsole();
    store.resources.watch("main", [watchOpen]);
    await clock.advance(0);
    store.resources.touch(["listAlerts"]);
    await clock.advance(0);
    const [before, after] = client.made;
    expect(client.made).toHaveLength(2);
    expect(before?.signal.aborted).toBe(true);
    after?.answer(list({ id: alertId(2) }));
    await settle();
    before?.answer(list({ id: alertId(1) }));
    await settle();
    expect(dataOf(store.getState(), "listAlerts", OPEN)?.results[0]?.id).toBe(alertId(2));
  });

  test("is stale from a write until it was read again, watched or not", async () => {
    const { store, clock, client } = testConsole();
    client.respond = (call) => call.answer(list());
    const key = resourceKey("listAlerts", OPEN);
    const isStale = (): boolean => store.getState().stale.has(key);
    store.resources.watch("main", [watchOpen]);
    await clock.advance(0);
    expect(isStale()).toBe(false);
    store.resources.watch("main", []);
    store.resources.touch(["getAlertConfiguration"]);
    expect(isStale()).toBe(false);
    store.resources.touch(["listAlerts"]);
    expect(isStale()).toBe(true);
    client.respond = (call) => call.fail(serviceError("listAlerts", { kind: "unreachable" }));
    store.resources.watch("main", [watchOpen]);
    await clock.advance(0);
    expect(isStale()).toBe(true);
    client.respond = (call) => call.answer(list());
    await clock.advance(120_000);
    expect(isStale()).toBe(false);
  });

  test("that nobody watches is asked again on the next visit, once a write went over it", async () => {
    const { store, clock, client } = testConsole();
    client.respond = (call) => call.answer(list());
    store.resources.watch("main", [watchOpen]);
    await clock.advance(0);
    store.resources.watch("main", []);
    store.resources.touch(["listAlerts"]);
    await clock.advance(1000);
    expect(client.made).toHaveLength(1);
    store.resources.watch("main", [watchOpen]);
    await clock.advance(0);
    expect(client.made).toHaveLength(2);
    store.resources.watch("main", []);
    await clock.advance(1000);
    store.resources.watch("main", [watchOpen]);
    await clock.advance(0);
    expect(client.made).toHaveLength(2);
  });

  test("is answered from what is previous, where that is young enough", async () => {
    const { store, clock, client } = testConsole();
    client.respond = (call) => call.answer(list());
    await store.resources.ask("listAlerts", OPEN);
    await clock.advance(4000);
    await store.resources.ask("listAlerts", OPEN, 5000);
    expect(client.made).toHaveLength(1);
    await store.resources.ask("listAlerts", OPEN, 3000);
    expect(client.made).toHaveLength(2);
  });

  test("is asked again by hand, for a review and on the next visit after the clock was set back: nobody knows how old the answer is", async () => {
    const { store, clock, client } = testConsole();
    client.respond = (call) => call.answer(list());
    store.resources.watch("main", [{ ...watchOpen, poll: "once" }]);
    await clock.advance(5000);
    clock.sleep(-3_600_000);
    await store.resources.ask("listAlerts", OPEN, 5000);
    expect(client.made).toHaveLength(2);
    await clock.advance(5000);
    clock.sleep(-3_600_000);
    void store.resources.refresh("main");
    await clock.advance(0);
    expect(client.made).toHaveLength(3);
    await clock.advance(5000);
    store.resources.watch("main", []);
    clock.sleep(-3_600_000);
    store.resources.watch("main", [watchOpen]);
    await clock.advance(0);
    expect(client.made).toHaveLength(4);
  });

  test("is asked by hand before the service wants it, and the wait is said in units that a person reads", async () => {
    const saidAfter = async (wait: number): Promise<string | undefined> => {
      const { store, clock, client } = testConsole();
      const retryAt = clock.now() + wait;
      client.respond = (call) => call.fail(serviceError("listAlerts", { kind: "refused", status: 429, retryAt }));
      store.resources.watch("main", [watchOpen]);
      await clock.advance(0);
      void store.resources.refresh("main");
      await clock.advance(0);
      return store.getState().notices.log.findLast(({ text }) => text.startsWith("Refreshed in"))?.text;
    };
    expect(await saidAfter(60_000)).toMatch(/^Refreshed in 60 s, as requested by the service\. [A-Z]/u);
    expect(await saidAfter(3 * 3_600_000)).toMatch(/^Refreshed in 60 s; the service requested a wait of 3 h\./u);
  });

  test("is asked by hand a minute after a service wanted a day, and polled again once that is answered", async () => {
    const { store, clock, client } = testConsole();
    const retryAt = clock.now() + 24 * 3_600_000;
    client.respond = (call) => call.fail(serviceError("listAlerts", { kind: "refused", status: 429, retryAt }));
    store.resources.watch("main", [watchOpen]);
    await clock.advance(70_000);
    expect(client.made).toHaveLength(1);
    client.respond = (call) => call.answer(list());
    void store.resources.refresh("main");
    await clock.advance(0);
    expect(client.made).toHaveLength(2);
    const said = store.getState().notices.log.findLast(({ text }) => text.startsWith("Refreshing"))?.text;
    expect(said).toMatch(/^Refreshing, although the service requested a wait of 23 h 58 min\./u);
    await clock.advance(60_000);
    expect(client.made.length).toBeGreaterThan(3);
  });

  test("that fails tells whoever asked", async () => {
    const { store, client } = testConsole();
    client.respond = (call) => call.fail(serviceError("listAlerts", { kind: "refused", status: 404 }));
    await expect(store.resources.ask("listAlerts", OPEN)).rejects.toThrow("refused");
  });
});

test("memory stays bounded, however many things were looked at", async () => {
  const { store, clock, client } = testConsole();
  client.respond = (call) => call.answer({ id: call.args.params?.["alertId"]?.toString() ?? "" });
  for (let number = 0; number < 1200; number += 1) {
    const args = { params: { groupId: PROJECT, alertId: alertId(number) } };
    store.resources.watch("side", [{ operation: "getAlert", args, poll: "once" }]);
    await clock.advance(1000);
  }
  expect(client.made).toHaveLength(1200);
  expect(store.getState().resources.getAlert?.size).toBeLessThan(1010);
  const last = { params: { groupId: PROJECT, alertId: alertId(1199) } };
  expect(dataOf(store.getState(), "getAlert", last)?.id).toBe(alertId(1199));
});

test("memory stays bounded, however long the lists were that were looked at", async () => {
  const { store, clock, client } = testConsole();
  const rows = Array.from({ length: 500 }, (_, number) => ({ id: alertId(number) }));
  client.respond = (call) => call.answer(list(...rows));
  for (let number = 0; number < 200; number += 1) {
    const args = { params: { groupId: GroupId.of(alertId(number)) } };
    store.resources.watch("main", [{ operation: "listAlerts", args, poll: "once" }]);
    await clock.advance(1000);
  }
  expect(store.getState().resources.listAlerts?.size).toBeLessThan(110);
});

type Step =
  | { readonly kind: "again" }
  | { readonly kind: "switch" }
  | { readonly kind: "answer"; readonly which: number }
  | { readonly kind: "fail"; readonly which: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("again" as const) }),
  fc.record({ kind: fc.constant("switch" as const) }),
  fc.record({ kind: fc.constant("answer" as const), which: fc.nat() }),
  fc.record({ kind: fc.constant("fail" as const), which: fc.nat() }),
);

test("in every order of answers, failures and changes of project, the newest question has the last word", async () => {
  let lateAnswers = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.nat(), async (steps, order) => {
      const { store, clock, client } = testConsole();
      const args = { params: { groupId: PROJECT }, query: { status: "OPEN" } } as const;
      const watchIt = (): void => store.resources.watch("main", [{ operation: "listAlerts", args, poll: "once" }]);
      const waiting = (): readonly PendingCall[] => client.pending.filter(lists);
      /** Number of the newest call of the present epoch. */
      let newest = 0;
      /** What the newest call of this epoch came to; undefined while it is starting. */
      let outcome: "answer" | "fail" | undefined;
      const note = (): void => {
        const calls = client.made.filter(lists);
        const last = calls.at(-1)?.number ?? 0;
        if (last === newest) return;
        newest = last;
        outcome = undefined;
      };
      const deliver = async (call: PendingCall | undefined, how: "answer" | "fail"): Promise<void> => {
        if (call === undefined) return;
        if (call.number === newest) outcome = how;
        else lateAnswers += 1;
        if (how === "answer") call.answer(list({ id: alertId(call.number) }));
        else call.fail(serviceError("listAlerts", { kind: "refused", status: 404 }));
        await settle();
      };
      watchIt();
      await clock.advance(0);
      note();
      for (const each of steps) {
        if (each.kind === "again") store.resources.touch(["listAlerts"]);
        else if (each.kind === "switch") {
          const here = store.getState().session.groupId;
          store.session.switchProject(here === PROJECT ? OTHER_PROJECT : PROJECT);
          watchIt();
        } else await deliver(waiting()[each.which % Math.max(1, waiting().length)], each.kind);
        await clock.advance(0);
        note();
      }
      for (let turn = 0; waiting().length > 0; turn += 1) {
        await deliver(waiting()[(order + turn) % waiting().length], "answer");
      }
      const resource = resourceOf(store.getState(), "listAlerts", args);
      if (outcome === "answer") {
        expect(resource?.failure).toBeNull();
        expect(resource?.cached?.data.results.map(({ id }) => String(id))).toEqual([alertId(newest)]);
      } else {
        expect(resource?.failure).not.toBeNull();
      }
    }),
    { numRuns: 150 },
  );
  expect(lateAnswers).toBeGreaterThan(0);
});

test("another project leaves what was read for going back, and it is read anew then", async () => {
  const { store, clock, client } = testConsole();
  client.respond = (call) => call.answer(list({ id: alertId(1) }));
  store.resources.watch("main", [watchOpen]);
  await clock.advance(0);
  store.session.switchProject(OTHER_PROJECT);
  store.session.switchProject(PROJECT);
  expect(dataOf(store.getState(), "listAlerts", OPEN)?.results).toHaveLength(1);
  store.resources.watch("main", [watchOpen]);
  await clock.advance(0);
  expect(client.made).toHaveLength(2);
});

test("a change of project gives up what is under way", async () => {
  const { store, clock, client } = testConsole();
  store.resources.watch("main", [watchOpen]);
  await clock.advance(0);
  const request = store.resources.ask("listAlerts", OPEN);
  const [call] = client.made;
  store.session.switchProject(OTHER_PROJECT);
  expect(call?.signal.aborted).toBe(true);
  call?.answer(list({ id: alertId(1) }));
  await expect(request).rejects.toThrow("changed before the response");
  expect(store.getState().resources.listAlerts).toBeUndefined();
  expect(store.getState().session).toMatchObject({ groupId: OTHER_PROJECT, groupName: "Search", epoch: 2 });
});
