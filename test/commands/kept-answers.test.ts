import { expect, test } from "vitest";
import { openSavedAnswers } from "../../src/commands/show/saved-answers.ts";
import { operations } from "../../src/contract/operations.ts";
import { GroupId } from "../../src/contract/schema/ids.ts";
import { Secret } from "../../src/contract/secret.ts";
import { answerToKeep, writeCache } from "../../src/state/answers/persisted-cache.ts";
import { resourceKey } from "../../src/state/answers/query.ts";
import { diskFiles } from "../../src/state/files/disk-files.ts";
import { MINUTE, SECOND } from "../../src/text/durations.ts";
import { Home } from "../journeys/home.ts";
import { testConnection } from "../state/console.ts";
import { FakeClient, serviceError } from "../state/fake-client.ts";

/** What a status line takes from a console on the same connection, and from its own last run. */

const ARGS = { params: { groupId: GroupId.parse("32b6e34b3d91647abb20e7b8") }, query: { status: "OPEN" } } as const;
const PAGE = { ...ARGS, query: { ...ARGS.query, itemsPerPage: 500, pageNum: 1 } } as const;
const KEY = resourceKey("listAlerts", ARGS);
const listOf = (totalCount: number) => ({ links: [], results: [], totalCount });
const HERE = { name: "here", connection: testConnection() };
const SIGNAL = { signal: new AbortController().signal };

/** A client that answers with a list of so many alerts, or whose service is not there. */
function clientOf(total: number | null): FakeClient {
  const client = new FakeClient(Date.now);
  client.respond = (call) => {
    if (total === null) call.fail(serviceError("listAlerts", { kind: "unreachable" }));
    else call.answer(listOf(total));
  };
  return client;
}

/** What a console that showed a list of so many alerts has left, so long ago (ms). */
async function consoleKept(home: Home, total: number, age: number): Promise<void> {
  const raw = listOf(total);
  const data = operations.listAlerts.response.parse(raw);
  const answers = answerToKeep(KEY, "listAlerts", { data, raw, at: Date.now() - age, complete: true });
  await writeCache(diskFiles(home.directory), HERE, null, { answers, clock: null });
}

test("a fresh answer of a console stands in place of a call, an old one does not", async () => {
  using home = new Home();
  await consoleKept(home, 7, 10 * SECOND);
  const client = clientOf(9);
  const kept = await openSavedAnswers(client, diskFiles(home.directory), HERE, () => MINUTE);
  kept.setPoll(KEY, "alerts");
  const answer = await kept.client.call("listAlerts", PAGE, SIGNAL);
  expect([answer.data.totalCount, client.made.length, kept.oldSince()]).toEqual([7, 0, null]);
  await consoleKept(home, 7, 2 * MINUTE);
  const later = await openSavedAnswers(client, diskFiles(home.directory), HERE, () => MINUTE);
  later.setPoll(KEY, "alerts");
  expect((await later.client.call("listAlerts", PAGE, SIGNAL)).data.totalCount).toBe(9);
  expect(client.made).toHaveLength(1);
  await later.keep();
  const next = await openSavedAnswers(client, diskFiles(home.directory), HERE, () => MINUTE);
  next.setPoll(KEY, "alerts");
  expect([(await next.client.call("listAlerts", PAGE, SIGNAL)).data.totalCount, client.made.length]).toEqual([9, 1]);
});

test("an old answer stands in place of one that does not come, and says since when; nothing stands in place of a refusal", async () => {
  using home = new Home();
  await consoleKept(home, 7, 30 * MINUTE);
  const kept = await openSavedAnswers(clientOf(null), diskFiles(home.directory), HERE, () => MINUTE);
  kept.setPoll(KEY, "alerts");
  expect((await kept.client.call("listAlerts", PAGE, SIGNAL)).data.totalCount).toBe(7);
  expect(Date.now() - (kept.oldSince() ?? 0)).toBeGreaterThanOrEqual(30 * MINUTE);
  const other = await openSavedAnswers(
    clientOf(null),
    diskFiles(home.directory),
    { ...HERE, name: "elsewhere" },
    () => MINUTE,
  );
  await expect(other.client.call("listAlerts", PAGE, SIGNAL)).rejects.toThrow();
  expect(other.oldSince()).toBeNull();
});

test.each([
  ["another service", { baseUrl: new URL("http://localhost:2") }],
  ["another caller", { credentials: { kind: "digest", publicKey: "other", privateKey: new Secret("private") } }],
] as const)("nothing of it is taken once the profile means %s", async (_, change) => {
  using home = new Home();
  await consoleKept(home, 7, 10 * SECOND);
  const owner = { ...HERE, connection: testConnection(change) };
  const kept = await openSavedAnswers(clientOf(9), diskFiles(home.directory), owner, () => MINUTE);
  expect((await kept.client.call("listAlerts", PAGE, SIGNAL)).data.totalCount).toBe(9);
});

test("an old answer stands in place of one that hangs, before the time is up; without one it is waited for", async () => {
  using home = new Home();
  const hanging = new FakeClient(Date.now);
  await consoleKept(home, 7, 30 * MINUTE);
  const kept = await openSavedAnswers(hanging, diskFiles(home.directory), HERE, () => 40);
  kept.setPoll(KEY, "alerts");
  expect((await kept.client.call("listAlerts", PAGE, SIGNAL)).data.totalCount).toBe(7);
  expect(Date.now() - (kept.oldSince() ?? 0)).toBeGreaterThanOrEqual(30 * MINUTE);

  const late = new FakeClient(Date.now);
  const none = await openSavedAnswers(late, diskFiles(home.directory), { ...HERE, name: "elsewhere" }, () => 0);
  const answer = none.client.call("listAlerts", PAGE, SIGNAL);
  late.made[0]?.answer(listOf(9));
  expect([(await answer).data.totalCount, none.oldSince()]).toEqual([9, null]);
});

test("a service that fails meanwhile is not waited for longer, and one that answers in time is believed", async () => {
  using home = new Home();
  await consoleKept(home, 7, 30 * MINUTE);
  const kept = await openSavedAnswers(clientOf(9), diskFiles(home.directory), HERE, () => MINUTE);
  kept.setPoll(KEY, "alerts");
  expect([(await kept.client.call("listAlerts", PAGE, SIGNAL)).data.totalCount, kept.oldSince()]).toEqual([9, null]);
});
