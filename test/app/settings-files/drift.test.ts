import { describe, expect, test } from "vitest";
import { driftCounts, driftIn, followDrift } from "../../../src/app/settings-files/drift.ts";
import type { Drift } from "../../../src/state/drift.ts";
import { PROJECT, testConsole } from "../../state/console.ts";

/** When a project is compared with its files, and what is kept of it. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const PATH = "/settings";

const SAME: Drift["found"] = { kind: "same" };
const UNREAD: Drift["found"] = { kind: "unread", where: null, why: "absent" };

/** A console whose profile names files, and how often they were compared. */
function given(path: string | null = PATH) {
  const { store, clock, client } = testConsole();
  client.respond = (call) => call.answer({ results: [], totalCount: 0 });
  const setSession = (change: object): void =>
    store.setState(({ session }) => ({ session: { ...session, settingsFiles: path, groupId: PROJECT, ...change } }));
  setSession({ connection: { kind: "ok" } });
  const looks: (() => void)[] = [];
  let found = SAME;
  const stop = followDrift({
    store,
    clock,
    read: async (of) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      looks.push(resolve);
      await promise;
      return { groupId: PROJECT, path: of, found };
    },
  });
  const end = async (as: Drift["found"] = SAME): Promise<void> => {
    found = as;
    looks.at(-1)?.();
    await clock.advance(0);
  };
  const change = (): void =>
    store.setState(({ activity }) => {
      const [id, at] = [activity.calls.length + 1, clock.now()];
      const call = { id, at, operation: "updateAuditLog", title: "", method: "PATCH", path: "", args: {} } as const;
      const ended = { outcome: "done", status: 200, errorCode: null, words: null, requestId: null } as const;
      return { activity: { calls: [...activity.calls, { ...call, ...ended, milliseconds: 1 }] } };
    });
  return { store, clock, looks, end, change, stop, setSession };
}

describe("a project and its files", () => {
  test("are compared at the start, every ten minutes, and not any more when it is over", async () => {
    const { store, clock, looks, end, stop } = given();
    await clock.advance(0);
    expect(looks).toHaveLength(1);
    await end();
    expect(store.getState().drift).toMatchObject({ groupId: PROJECT, path: PATH, found: SAME });
    await clock.advance(9 * MINUTE);
    expect(looks).toHaveLength(1);
    await clock.advance(MINUTE);
    expect(looks).toHaveLength(2);
    await end();
    stop();
    await clock.advance(30 * MINUTE);
    expect(looks).toHaveLength(2);
  });

  test("are compared when something was changed here, also where they were just being compared", async () => {
    const { clock, looks, end, change } = given();
    await clock.advance(0);
    change();
    await end();
    expect(looks).toHaveLength(1);
    await clock.advance(3 * SECOND);
    expect(looks).toHaveLength(2);
    await end();
    change();
    change();
    await clock.advance(3 * SECOND);
    expect(looks).toHaveLength(3);
  });

  test("are compared sooner where the service did not tell, and not each time that it comes and goes", async () => {
    const { clock, looks, end, setSession } = given();
    await clock.advance(0);
    await end(UNREAD);
    await clock.advance(MINUTE);
    expect(looks).toHaveLength(2);
    await end();
    for (let time = 0; time < 5; time += 1) {
      setSession({ connection: { kind: "failing", since: 0, words: "away" } });
      await clock.advance(SECOND);
      setSession({ connection: { kind: "ok" } });
      await clock.advance(SECOND);
    }
    expect(looks).toHaveLength(2);
    await clock.advance(MINUTE);
    expect(looks).toHaveLength(3);
  });

  test("of another project are compared at once, and what came too late for the first is not kept", async () => {
    const { store, clock, looks, end, setSession } = given();
    await clock.advance(0);
    setSession({ groupId: "65f000000000000000000009" });
    await clock.advance(0);
    expect(looks).toHaveLength(2);
    looks[0]?.();
    await clock.advance(0);
    expect(store.getState().drift).toBeNull();
    await end();
    expect(store.getState().drift).not.toBeNull();
  });

  test("are not compared where no files are named", async () => {
    const { clock, looks } = given(null);
    await clock.advance(30 * MINUTE);
    expect(looks).toHaveLength(0);
  });
});

describe("what a comparison came to", () => {
  const rows = (["same", "different", "missing-here", "missing-there", "unclear", "different"] as const).map(
    (state) => ({ state }),
  );
  const none = { rows: [], freeClusters: [], kinds: [], problems: [], unread: [] };

  test("is counted by what differs", () => {
    expect(driftCounts(rows)).toEqual({ different: 2, missingHere: 1, missingThere: 1, unclear: 1 });
    expect(driftIn(none)).toEqual({ kind: "same" });
  });

  test("is not known where files are wrong, or a part could not be read", () => {
    const problem = { file: "/settings/all.yaml", line: 7, column: 3, message: "unknown field x" };
    expect(driftIn({ ...none, problems: [problem, problem] })).toEqual({
      kind: "unread",
      where: "all.yaml:7",
      why: "unknown field x, and 1 more problem",
    });
    expect(driftIn({ ...none, unread: [{ words: "auditing could not be read", error: new Error() }] })).toMatchObject({
      kind: "unread",
      where: null,
    });
  });
});
