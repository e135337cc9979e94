/** What is known of the service and of oneself: from the profile, from answers, and from refusals. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { operations } from "../../src/contract/operations.ts";
import type { Role } from "../../src/contract/roles.ts";
import { clusterQueries, DIRECTORY, lookupOfQueries } from "../../src/state/names/directory.ts";
import { viewOf } from "../../src/state/navigation/views.ts";
import {
  budgetIn,
  mostByHand,
  type RequestBudgets,
  scarcest,
  throttleOf,
  withBudget,
} from "../../src/state/session/budget.ts";
import { missingRole } from "../../src/state/session/missing-roles.ts";
import { clockAfter, clockSkew, type ServerClock, serverTime } from "../../src/state/session/server-clock.ts";
import { serverNow } from "../../src/state/session/session.ts";
import { alertId, OTHER_PROJECT, PROJECT, type TestConsole, testConsole, testProfile } from "./console.ts";
import { FakeClient, type PendingCall, serviceError } from "./fake-client.ts";
import { settle } from "./fake-clock.ts";

const ORGANISATION = "65f0000000000000000000aa";
const SECOND = 1000;

const directory =
  (missing: readonly string[] = []) =>
  (call: PendingCall): void => {
    const { id } = call.operation;
    const groupId = call.args.params?.["groupId"];
    if (missing.includes(id)) {
      call.fail(serviceError("listProjects", { kind: "refused", status: 404, code: "RESOURCE_NOT_FOUND" }));
      return;
    }
    switch (id) {
      case "listProjects":
        call.answer({
          results: [
            { id: PROJECT, name: "acme-payments", orgId: ORGANISATION },
            { id: "65f000000000000000000003", name: "acme-new", orgId: ORGANISATION },
          ],
        });
        break;
      case "listClustersOfAllProjects":
        call.answer({ results: [{ groupId: OTHER_PROJECT, clusters: [{ name: "search-1", type: "REPLICASET" }] }] });
        break;
      case "listClusters":
        call.answer({
          results: groupId === PROJECT ? [{ name: "prod-eu", clusterType: "SHARDED", paused: true }] : [],
        });
        break;
      case "listFlexClusters":
        call.answer({ results: groupId === PROJECT ? [{ name: "tiny" }] : [] });
        break;
      case "getOrganization":
        call.answer({ id: ORGANISATION, name: "Acme" });
        break;
      default:
        call.answer({ results: [] });
    }
  };

/** Starts, and waits until all questions that follow from each other are answered. */
async function started({ store, clock }: TestConsole): Promise<void> {
  await store.start();
  for (let step = 0; step < 4; step += 1) await clock.advance(1);
}

const clusterListOf = ({ store }: TestConsole): string =>
  lookupOfQueries(store.getState(), clusterQueries(PROJECT)).kind;

describe("projects and clusters", () => {
  test("are asked for once, and the profile's own names stay", async () => {
    const app = testConsole();
    const { store, client } = app;
    client.respond = directory();
    await started(app);
    const { session } = store.getState();
    expect(session).toMatchObject({ groupName: "Payments", orgId: ORGANISATION, orgName: "Acme" });
    expect(session.projects.map(({ name }) => name)).toEqual(["Payments", "acme-new", "Search"]);
    expect(session.clusters).toEqual([
      { groupId: OTHER_PROJECT, name: "search-1", kind: "REPLICASET", paused: null, isRough: true },
      { groupId: PROJECT, name: "prod-eu", kind: "SHARDED", paused: true },
      { groupId: PROJECT, name: "tiny", kind: "FLEX", paused: false },
    ]);
    expect(client.made).toHaveLength(5);
  });

  test("give the first project to a profile that names none", async () => {
    const app = testConsole();
    const { store, clock } = app;
    await started(app);
    const client = new FakeClient(clock.now);
    client.respond = directory();
    store.session.switchProfile({ ...testProfile(client), groupId: null, projects: [] });
    await clock.advance(1);
    expect(store.getState().session).toMatchObject({ groupId: PROJECT, groupName: "acme-payments" });
  });

  test("are lived without where the service does not know them", async () => {
    const app = testConsole();
    const { store, client } = app;
    client.respond = directory([
      "listProjects",
      "listClustersOfAllProjects",
      "listClusters",
      "listFlexClusters",
      "getOrganization",
    ]);
    await started(app);
    expect(store.getState().session).toMatchObject({ groupName: "Payments" });
    expect(clusterListOf(app)).toBe("absent");
    expect(store.getState().notices.log).toEqual([]);
  });

  test("that could not be read are asked for again, less and less often, until they are there", async () => {
    const app = testConsole();
    const { store, clock, client } = app;
    client.respond = (call) => call.fail(serviceError("listClusters", { kind: "refused", status: 500 }));
    await started(app);
    expect(clusterListOf(app)).toBe("failed");
    await clock.advance(60 * SECOND);
    const requests = client.callsOf("listClusters").length;
    expect(requests).toBeGreaterThan(2);
    expect(requests).toBeLessThan(6);
    client.respond = directory();
    await clock.advance(60 * SECOND);
    expect(clusterListOf(app)).toBe("read");
    expect(store.getState().session.clusters.map(({ name }) => name)).toContain("prod-eu");
  });

  test("that one may not read are known as forbidden, not asked for again by themselves, and by hand at once", async () => {
    const app = testConsole();
    const { store, clock, client } = app;
    client.respond = (call) => call.fail(serviceError("listClusters", { kind: "refused", status: 403 }));
    await started(app);
    expect(clusterListOf(app)).toBe("forbidden");
    client.respond = directory();
    await clock.advance(600 * SECOND);
    expect(client.callsOf("listClusters")).toHaveLength(1);
    void store.resources.refresh(DIRECTORY, clusterQueries(PROJECT));
    await clock.advance(1);
    expect(clusterListOf(app)).toBe("read");
  });

  test("that went are gone when the project's lists are read again", async () => {
    const app = testConsole();
    const { store, clock, client } = app;
    client.respond = directory();
    await started(app);
    client.respond = (call) => call.answer({ results: [] });
    await clock.advance(5 * SECOND);
    void store.resources.refresh(DIRECTORY, clusterQueries(PROJECT));
    await clock.advance(1);
    expect(store.getState().session.clusters.map(({ name }) => name)).toEqual(["search-1"]);
  });

  test("of another project are asked for when one goes there", async () => {
    const app = testConsole();
    const { store, clock, client } = app;
    client.respond = directory();
    await started(app);
    store.session.switchProject(OTHER_PROJECT);
    await clock.advance(1);
    const groupIds = client.callsOf("listClusters").map(({ args }) => args.params?.["groupId"]);
    expect(groupIds).toEqual([PROJECT, OTHER_PROJECT]);
    expect(client.callsOf("listProjects")).toHaveLength(1);
    // Its own lists know better than the rough one over all projects.
    expect(store.getState().session.clusters.map(({ name }) => name)).toEqual(["prod-eu", "tiny"]);
  });
});

test("answers about the project that was left say nothing of the new one", async () => {
  const app = testConsole();
  const { store, clock, client } = app;
  await started(app);
  const request = store.resources.ask("listProjects", { params: {} });
  const pending = [...client.pending];
  expect(pending.map(({ operation }) => operation.id)).toContain("listProjects");
  client.respond = directory();
  store.session.switchProject(OTHER_PROJECT);
  await clock.advance(1);
  for (const call of pending) call.answer({ results: [{ id: PROJECT, name: "late", groupId: PROJECT }] });
  await expect(request).rejects.toThrow("changed before the response");
  expect(store.getState().session).toMatchObject({ groupId: OTHER_PROJECT, groupName: "Search" });
  expect(store.getState().session.projects.map(({ name }) => name)).not.toContain("late");
  expect(store.getState().notices.log).toEqual([]);
});

describe("answers tell of the service", () => {
  const ask = { params: { groupId: PROJECT } } as const;
  const bucket = { set: "alerts", project: PROJECT };

  test("its budget by endpoint set, its clock and speed, and that it is a sandbox", async () => {
    const { store, clock, client } = testConsole();
    const server = clock.now() + 90 * SECOND;
    client.respond = (call) =>
      call.answer(
        { results: [] },
        {
          budget: { limit: 500, remaining: 431 },
          at: { server, local: clock.now(), sent: clock.now() },
          sandbox: true,
          speed: 60,
        },
      );
    await store.resources.ask("listAlerts", ask);
    const { session } = store.getState();
    expect(budgetIn(session.budgets, bucket)).toMatchObject({ limit: 500, remaining: 431, at: clock.now() });
    expect(budgetIn(session.budgets, { ...bucket, project: OTHER_PROJECT })).toBeUndefined();
    expect(session.sandbox).toBe(true);
    await clock.advance(2 * SECOND);
    expect(serverNow(store.getState(), clock.now())).toBe(server + 120 * SECOND);
    // What is new in a list is told against the service's time.
    store.views.looked("alerts", new Set(["a"]));
    expect(viewOf(store.getState(), "alerts").looks[0]?.at).toBe(server + 120 * SECOND);
  });

  test("a role that is missing, in words, and that it could be reached", async () => {
    const { store, clock, client } = testConsole();
    client.respond = (call) =>
      call.fail(serviceError("listAlerts", { kind: "refused", status: 401, code: "USER_UNAUTHORIZED" }));
    await expect(store.resources.ask("listAlerts", ask)).rejects.toThrow();
    const { session } = store.getState();
    expect(missingRole(session, operations.listAlerts, ask.params, clock.now())).toEqual({
      roles: "Project Read Only",
      source: "refusal",
    });
    expect(missingRole(session, operations.listAlerts, { groupId: OTHER_PROJECT }, clock.now())).toBeNull();
    expect(store.getState().session.connection).toEqual({ kind: "ok" });
  });

  test("a role that is missing in an organisation, which says nothing of another one", async () => {
    const { store, clock, client } = testConsole();
    client.respond = (call) =>
      call.fail(serviceError("createLinkToken", { kind: "refused", status: 401, code: "USER_UNAUTHORIZED" }));
    const params = { orgId: ORGANISATION };
    await store.send.one({ operation: "createLinkToken", params, body: {}, title: "Create link token", name: "" });
    const missingIn = (orgId: string) =>
      missingRole(store.getState().session, operations.createLinkToken, { orgId }, clock.now());
    expect(missingIn(ORGANISATION)?.roles).toBe("Organization Owner");
    expect(missingIn("65f0000000000000000000bb")).toBeNull();
  });

  test("a role that the profile does not state, in any project; an owner has the lesser ones", () => {
    const missing = (...roles: readonly Role[]) => {
      const { store, clock } = testConsole({ connection: { roles } });
      const { session } = store.getState();
      return [operations.toggleAlertConfiguration, operations.takeSnapshot, operations.createLinkToken].map(
        (operation) => missingRole(session, operation, { groupId: PROJECT }, clock.now())?.source ?? null,
      );
    };
    expect(missing("Project Read Only")).toEqual(["profile", "profile", "profile"]);
    expect(missing("Project Owner")).toEqual([null, null, "profile"]);
    expect(missing("Project Read Only", "Organization Owner")).toEqual([null, null, null]);
  });

  test("that it was asked too often: nothing is left of that budget", async () => {
    const { store, clock, client } = testConsole();
    client.respond = (call) => call.fail(serviceError("listAlerts", { kind: "refused", status: 429 }));
    await expect(store.resources.ask("listAlerts", ask)).rejects.toThrow();
    const budget = budgetIn(store.getState().session.budgets, bucket);
    expect(budget).toMatchObject({ remaining: 0 });
    expect(throttleOf(budget, clock.now())).toBe("focused-only");
  });

  test("since when it cannot be reached", async () => {
    const { store, clock, client } = testConsole();
    client.respond = (call) => call.fail(serviceError("listAlerts", { kind: "unreachable" }));
    const since = clock.now();
    for (let turn = 0; turn < 3; turn += 1) {
      await expect(store.resources.ask("listAlerts", ask)).rejects.toThrow();
      await clock.advance(5 * SECOND);
    }
    expect(store.getState().session.connection).toMatchObject({ kind: "failing", since });
  });

  const acknowledge = {
    operation: "acknowledgeAlert",
    params: { groupId: PROJECT, alertId: alertId(1) },
    body: { acknowledgedUntil: "2025-11-21T20:00:00Z" },
    title: "Acknowledge alert",
    name: "disk",
  } as const;

  test.each([
    ["an answer that leaves a write's result open", 503, "ok"],
    ["no answer at all", null, "failing"],
  ] as const)("that it could be reached, or not, when a write meets %s", async (_what, status, kind) => {
    const { store, client } = testConsole();
    client.respond = (call) =>
      call.operation.id === "acknowledgeAlert"
        ? call.fail(serviceError("acknowledgeAlert", { kind: "unknown-result", status }))
        : undefined;
    expect(await store.send.one(acknowledge)).toMatchObject({ kind: "unknown" });
    expect(store.getState().session.connection.kind).toBe(kind);
  });

  test("nothing of it where the address of the metrics answers, or does not", async () => {
    const { store, clock, client } = testConsole();
    client.respond = (call) =>
      call.answer(
        { results: [] },
        { sandbox: true, speed: 60, at: { server: clock.now(), sent: clock.now(), local: clock.now() } },
      );
    await store.resources.ask("listAlerts", ask);
    const { connection, sandbox, serverClock } = store.getState().session;
    const other = clock.now() + 600 * SECOND;
    client.respond = (call) => call.answer([], { at: { server: other, sent: clock.now(), local: clock.now() } });
    await store.resources.ask("listMetricsTargets", ask);
    expect(store.getState().session).toMatchObject({ connection, sandbox, serverClock });
    client.respond = (call) => call.fail(serviceError("listMetricsTargets", { kind: "unreachable" }));
    await expect(store.resources.ask("listMetricsTargets", ask)).rejects.toThrow();
    expect(store.getState().session.connection).toEqual({ kind: "ok" });
    client.respond = (call) => call.fail(serviceError("listAlerts", { kind: "unreachable" }));
    await expect(store.resources.ask("listAlerts", ask)).rejects.toThrow();
    client.respond = (call) => call.answer([]);
    await store.resources.ask("listMetricsTargets", ask);
    expect(store.getState().session.connection.kind).toBe("failing");
  });

  test("nothing of its budgets where the endpoint for tokens was asked too often", async () => {
    const { store, client } = testConsole();
    client.respond = (call) => call.fail(serviceError("listAlerts", { kind: "refused", stage: "token", status: 429 }));
    await expect(store.resources.ask("listAlerts", ask)).rejects.toThrow();
    expect(store.getState().session.budgets).toEqual({});
  });

  test("all of it stands in the activity log, which is bounded", async () => {
    const { store, client } = testConsole();
    client.respond = (call) => call.answer({ results: [] });
    for (let turn = 0; turn < 510; turn += 1) await store.resources.ask("listAlerts", ask);
    const { calls } = store.getState().activity;
    expect(calls).toHaveLength(500);
    expect(calls.at(-1)).toMatchObject({
      id: 510,
      operation: "listAlerts",
      method: "GET",
      path: `/api/service/v2/groups/${PROJECT}/alerts?itemsPerPage=500&pageNum=1`,
      outcome: "done",
      status: 200,
    });
  });
});

test("another profile forgets the first one's answers, views, names and drafts", async () => {
  const { store, clock, client } = testConsole();
  client.respond = (call) => call.answer({ results: [] });
  await store.resources.ask("listAlerts", { params: { groupId: PROJECT } });
  store.views.setFilter("alerts", "disk");
  store.drafts.save({ id: "form", content: {} });
  const other = new FakeClient(clock.now);
  store.session.switchProfile(testProfile(other, { profile: "other", environment: "production" }));
  await store.drafts.settled();
  await clock.advance(0);
  expect(store.getState()).toMatchObject({
    session: { epoch: 2, profile: "other", environment: "production", connection: { kind: "untried" } },
    drafts: { list: [] },
  });
  expect(store.getState().resources.listAlerts).toBeUndefined();
  expect(store.getState().views.size).toBe(0);
  expect(other.callsOf("listProjects")).toHaveLength(1);
  // The first profile's are on disk for its next visit.
  store.session.switchProfile(testProfile(client));
  await settle();
  expect(store.getState().views.get("alerts")?.filter).toBe("disk");
  expect(store.getState().drafts.list).toHaveLength(1);
});

test("a call under way while the console is stopped took the time that it ran, and its answer is as of the request", async () => {
  const { store, clock, client } = testConsole();
  const sent = clock.now();
  const ask = store.resources.ask("listAlerts", { params: { groupId: PROJECT } });
  await clock.advance(300);
  clock.sleep(600 * SECOND);
  const at = { server: sent, sent, local: clock.now() };
  for (const call of client.pending) call.answer({ results: [] }, { at });
  await ask;
  expect(store.getState().activity.calls.at(-1)).toMatchObject({ operation: "listAlerts", milliseconds: 300 });
  const [alerts] = store.getState().resources.listAlerts?.values() ?? [];
  expect(alerts?.asOf).toBe(sent);
  expect(serverNow(store.getState(), clock.now())).toBe(clock.now());
});

describe("the service's clock", () => {
  const dated = (server: number | null, local: number, { sandbox = false, speed = 1, sent = local } = {}) => ({
    at: { server, local, sent },
    speed,
    sandbox,
  });

  test("comes nearer to the service's with every answer, however slow, and never passes it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.constantFrom(1, 60, 3600),
        fc.array(fc.record({ pause: fc.nat(20_000), there: fc.nat(8_000), back: fc.nat(8_000) }), {
          minLength: 2,
          maxLength: 30,
        }),
        (skew, speed, answers) => {
          let clock: ServerClock | null = null;
          let sent = 0;
          let error = skew;
          for (const { pause, there, back } of answers) {
            sent += pause;
            const local = sent + there + back;
            const server = Math.floor((skew + (sent + there) * speed) / SECOND) * SECOND;
            const before: ServerClock = clock ?? { server: 0, local: 0, speed };
            clock = clockAfter(before, dated(server, local, { sandbox: true, speed, sent }));
            const after = skew + local * speed - serverTime(clock, local);
            expect(Math.abs(after)).toBeLessThanOrEqual(SECOND + (there + back + 1) * speed);
            expect(Math.abs(after)).toBeLessThanOrEqual(Math.abs(error));
            expect(after * error).toBeGreaterThanOrEqual(0);
            error = after;
            sent = local;
          }
        },
      ),
    );
  });

  test("stays once it is known, however fast it runs: this machine's times have whole milliseconds", () => {
    const HOUR_A_SECOND = 3600;
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 20_000, noNaN: true }), { minLength: 1 }), (moments) => {
        const clock = { server: 0, local: 0, speed: HOUR_A_SECOND };
        for (const moment of moments) {
          const server = Math.floor((moment * HOUR_A_SECOND) / SECOND) * SECOND;
          const answer = dated(server, Math.floor(moment), { sandbox: true, speed: HOUR_A_SECOND });
          expect(clockAfter(clock, answer)).toBe(clock);
        }
      }),
    );
  });

  test("is not set back by an answer on a slow line, nor by the next quick one", () => {
    const known = { server: 0, local: 0, speed: 1 };
    const slow = clockAfter(known, dated(4 * SECOND, 10 * SECOND, { sent: 4 * SECOND }));
    expect(slow).toBe(known);
    expect(clockAfter(slow, dated(11 * SECOND, 11.5 * SECOND, { sent: 11.4 * SECOND }))).toBe(known);
  });

  test("is this machine's from the first answer where that fits", () => {
    expect(serverTime(clockAfter(null, dated(3 * SECOND, 4.5 * SECOND, { sent: 4 * SECOND })), 4.5 * SECOND)).toBe(
      4.5 * SECOND,
    );
  });

  test("follows when it was set, and knows how far it is off", () => {
    const first = clockAfter(null, dated(0, 0));
    const second = clockAfter(first, dated(65 * SECOND, 5 * SECOND));
    expect(serverTime(second, 5 * SECOND)).toBe(65 * SECOND);
    expect(clockSkew(second, 5 * SECOND)).toBe(60 * SECOND);
    expect(clockAfter(second, dated(null, 9 * SECOND))).toBe(second);
  });

  const now = Date.parse("2026-11-21T14:06:00Z");

  test.each([
    ["none was known", null],
    ["it was known", { server: now + 90 * SECOND, local: now, speed: 1 }],
  ])("is not set by what is more than a day off, where %s", (_, known: ServerClock | null) => {
    const later = now + 10 * SECOND;
    const odd = clockAfter(known, dated(0, later));
    expect(serverTime(odd, later)).toBe(serverTime(known, later));
    expect(odd?.ignored).toBe(-later);
    expect(clockAfter(odd, dated(1000, later + 1000))).toBe(odd);
    const good = clockAfter(odd, dated(later + 91 * SECOND, later + SECOND));
    expect(good?.ignored).toBeUndefined();
    expect(serverTime(good, later + SECOND)).toBe(later + 91 * SECOND);
  });

  test("is set by years where it is the embedded service's, whose time may have run ahead", () => {
    expect(serverTime(clockAfter(null, dated(2 * now, now, { sandbox: true })), now)).toBe(2 * now);
  });
});

test.each([
  [{ limit: 500, remaining: 125, at: 0 }, 0, "none"],
  [{ limit: 500, remaining: 124, at: 0 }, 0, "halved"],
  [{ limit: 500, remaining: 49, at: 0 }, 0, "focused-only"],
  [{ limit: 500, remaining: 0, at: 0 }, 60_001, "none"],
  // The clock was set back since: nobody knows how old it is.
  [{ limit: 500, remaining: 0, at: 3_600_000 }, 0, "none"],
  [{ limit: 0, remaining: 0, at: 0 }, 0, "none"],
  [undefined, 0, "none"],
] as const)("a budget of %j, looked at after %d ms, is throttled: %s", (budget, now, throttle) => {
  expect(throttleOf(budget, now)).toBe(throttle);
});

test.each([
  [{ limit: 1200, remaining: 600, at: 0 }, 0, 300],
  [{ limit: 500, remaining: 500, at: 0 }, 0, 250],
  [{ limit: 1200, remaining: 599, at: 0 }, 0, 100],
  [{ limit: 60, remaining: 60, at: 0 }, 0, 100],
  [{ limit: 1200, remaining: 1200, at: 0 }, 60_001, 100],
  [{ limit: 1200, remaining: 1200, at: 3_600_000 }, 0, 100],
  [undefined, 0, 100],
] as const)(
  "a budget of %j, looked at after %d ms, leaves %d calls a minute to what a person asks for",
  (budget, now, most) => {
    expect(mostByHand(budget, now)).toBe(most);
  },
);

describe("the scarcest budget", () => {
  const small = { set: "alerts", project: PROJECT, limit: 100, remaining: 90, at: 0 };
  const large = { set: "clusters", project: PROJECT, limit: 1000, remaining: 500, at: 0 };
  const others = { set: "alerts", project: OTHER_PROJECT, limit: 100, remaining: 1, at: 0 };
  const budgets = [small, large, others].reduce<RequestBudgets>((all, one) => withBudget(all, one, one), {});

  test("is the one with the smallest share left, of the project that is looked at or of all", () => {
    expect(scarcest(budgets, PROJECT, 0)).toEqual(large);
    expect(scarcest(budgets, null, 0)).toEqual(others);
    expect(scarcest({}, PROJECT, 0)).toBeUndefined();
  });

  test("is none that was told more than a minute ago: its bucket is full again", () => {
    expect(scarcest(budgets, PROJECT, 60_001)).toBeUndefined();
    const later = withBudget(budgets, small, { limit: 100, remaining: 99, at: 60_001 });
    expect(Object.values(later)).toEqual([{ ...small, remaining: 99, at: 60_001 }]);
  });
});
