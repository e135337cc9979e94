/** Places, navigation, notices, names, keys and the offer to undo. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AREA_IDS } from "../../src/contract/area-ids.ts";
import { GroupId, LiveMigrationId } from "../../src/contract/schema/ids.ts";
import { Secret } from "../../src/contract/secret.ts";
import { resourceKey } from "../../src/state/answers/query.ts";
import type { NameKind } from "../../src/state/names/name-kind.ts";
import { namesOf, sightingsIn } from "../../src/state/names/names.ts";
import { parsePlace, printPlace } from "../../src/state/navigation/place.ts";
import type { Stop } from "../../src/state/navigation/trail.ts";
import { MOST_NOTICES_LOGGED } from "../../src/state/notices.ts";
import { alertId, PROJECT, testConsole } from "./console.ts";

const place = (id: string) => ({ area: "alerts", ids: [id] }) as const;

describe("a place", () => {
  test("reads back as it was written", () => {
    const ids = fc.array(fc.string({ minLength: 1, unit: "grapheme" }), { maxLength: 3 });
    fc.assert(
      fc.property(fc.constantFrom(...AREA_IDS), ids, (area, names) => {
        expect(parsePlace(printPlace({ area, ids: names }))).toEqual({ ok: true, place: { area, ids: names } });
      }),
    );
  });

  test.each(["", "alert", "/alerts", "ALERTS"])("%j is answered with words", (text) => {
    expect(parsePlace(text)).toMatchObject({ ok: false, message: expect.stringContaining("is not") });
  });
});

describe("drift", () => {
  const of = (different: number) =>
    ({
      groupId: PROJECT,
      path: "/settings",
      found: { kind: "different", counts: { different, missingHere: 0, missingThere: 0, unclear: 0 } },
    }) as const;

  test("keeps since when it is so while the numbers move, and stays the same object while it says the same", async () => {
    const { store, clock } = testConsole();
    const now = (): ReturnType<typeof store.getState>["drift"] => store.getState().drift;
    store.drift.put(of(1));
    const first = now();
    await clock.advance(60_000);
    store.drift.put(of(1));
    expect(now()).toBe(first);
    store.drift.put(of(2));
    expect(now()?.since).toBe(first?.since);
    store.drift.put({ ...of(2), found: { kind: "same" } });
    await clock.advance(60_000);
    store.drift.put(of(2));
    expect(now()?.since).toBe((first?.since ?? 0) + 120_000);
    store.drift.put({ ...of(2), path: "/others" });
    expect(now()?.path).toBe("/others");
  });
});

describe("going about", () => {
  test("back gives the pane and the cluster of that time, and forward those of the place that was left", () => {
    const { store } = testConsole();
    const { navigation } = store;
    const stop = (id: string, pane: Stop["pane"], cluster: string | null): Stop => ({
      place: place(id),
      followedTo: null,
      pane,
      cluster,
      groupId: null,
      groupName: null,
      line: 0,
      selection: null,
    });
    navigation.open(place("a"));
    navigation.leave(stop("a", "side", "prod-eu"), place("b"));
    navigation.open(place("b"));
    expect(store.getState().navigation.followedTo).toEqual(place("b"));
    navigation.step("back", stop("b", "main", null));
    expect(store.getState().navigation).toMatchObject({
      place: place("a"),
      followedTo: null,
      pane: "side",
      cluster: "prod-eu",
      trail: { past: [] },
    });
    navigation.step("forward", stop("a", "side", "prod-eu"));
    expect(store.getState().navigation).toMatchObject({ place: place("b"), pane: "main", cluster: null });
    const before = store.getState().navigation;
    navigation.step("forward", stop("b", "main", null));
    expect(store.getState().navigation).toBe(before);
  });

  test("gives the quick rate to the pane with the keys, and to the main pane while the sidebar has them", async () => {
    const { store, clock, client } = testConsole();
    client.respond = (call) => call.answer({ results: [] });
    const args = { params: { groupId: PROJECT } } as const;
    store.resources.watch("main", [{ operation: "listAlerts", args, poll: "alerts" }]);
    const callsIn = async (milliseconds: number): Promise<number> => {
      const before = client.made.length;
      await clock.advance(milliseconds);
      return client.made.length - before;
    };
    await clock.advance(0);
    expect(await callsIn(600_000)).toBe(30);
    store.navigation.focus("side");
    expect(await callsIn(600_000)).toBe(10);
    store.navigation.focus("sidebar");
    expect(await callsIn(600_000)).toBeGreaterThanOrEqual(29);
  });
});

describe("notices", () => {
  test("that are so no more go at once, those that wait among them, and stay in the log", () => {
    const { store } = testConsole();
    store.notices.say("good", "first", { about: "undo" });
    store.notices.say("good", "second", { about: "undo" });
    store.notices.say("info", "other");
    store.notices.retract("undo");
    const { current, waiting, log } = store.getState().notices;
    expect([current?.text, ...waiting.map(({ text }) => text)]).toEqual(["other"]);
    expect(log).toHaveLength(3);
  });

  const shown = (store: ReturnType<typeof testConsole>["store"]): string | undefined =>
    store.getState().notices.current?.text;

  test("go after some seconds and stay in the log", async () => {
    const { store, clock } = testConsole();
    store.notices.say("good", "acknowledged");
    expect(shown(store)).toBe("acknowledged");
    await clock.advance(60_000);
    expect(shown(store)).toBeUndefined();
    expect(store.getState().notices.log.map(({ text }) => text)).toEqual(["acknowledged"]);
    expect(clock.timers).toBe(0);
  });

  test("that come together are shown one after the other", async () => {
    const { store, clock } = testConsole();
    for (const text of ["one", "two", "three"]) store.notices.say("info", text);
    const seen: (string | undefined)[] = [];
    for (let second = 0; second < 12; second += 1) {
      if (seen.at(-1) !== shown(store)) seen.push(shown(store));
      await clock.advance(1000);
    }
    expect(seen).toEqual(["one", "two", "three", undefined]);
  });

  test("stand no longer where the clock is set back meanwhile", async () => {
    const { store, clock } = testConsole();
    store.notices.say("info", "one");
    clock.sleep(-3_600_000);
    store.notices.say("info", "two");
    await clock.advance(10_000);
    expect(store.getState().notices.current).toBeNull();
  });

  test("that warn do not wait for good news that were read; ones of the same moment do, and nothing is lost", async () => {
    const { store, clock } = testConsole();
    store.notices.say("good", "done");
    await clock.advance(1000);
    store.notices.say("warning", "it runs: wait");
    expect(shown(store)).toBe("it runs: wait");
    await clock.advance(60_000);
    store.notices.say("good", "done again");
    store.notices.say("warning", "not reached");
    expect(shown(store)).toBe("done again");
    await clock.advance(2500);
    expect(shown(store)).toBe("not reached");
  });

  test("go with the screen that they are about, once they were read; those not shown yet stay", async () => {
    const { store, clock } = testConsole();
    store.notices.say("warning", "nothing is selected");
    store.notices.leave();
    expect(shown(store)).toBe("nothing is selected");
    store.notices.say("info", "copied");
    await clock.advance(1500);
    store.notices.leave();
    expect(shown(store)).toBe("copied");
    store.notices.leave();
    expect(shown(store)).toBe("copied");
  });

  test("that say the same in a row are one with a count", async () => {
    const { store, clock } = testConsole();
    for (let turn = 0; turn < 50; turn += 1) {
      store.notices.say("warning", "not reached");
      await clock.advance(turn % 2 === 0 ? 100 : 20_000);
    }
    expect(store.getState().notices.log).toMatchObject([{ count: 50 }]);
  });

  test("do not grow without end", () => {
    const { store } = testConsole();
    for (let turn = 0; turn < 1000; turn += 1) store.notices.say("info", `notice ${turn}`);
    expect(store.getState().notices.log).toHaveLength(MOST_NOTICES_LOGGED);
    expect(store.getState().notices.waiting.length).toBeLessThan(10);
    expect(store.getState().notices.log.at(-1)?.text).toBe("notice 999");
  });
});

describe("names", () => {
  test("hold the addresses that a link token was limited to, which no answer tells again", () => {
    const body = { accessListIps: ["198.51.100.7", "203.0.113.0/24"] };
    const seen = sightingsIn("createLinkToken", { params: {} }, { linkToken: "t" }, body);
    expect(seen.map(({ kind, name }) => `${kind} ${name}`)).toEqual(["address 198.51.100.7", "address 203.0.113.0/24"]);
    expect(sightingsIn("createLinkToken", { params: {} }, { linkToken: "t" }, null)).toEqual([]);
  });

  const alerts = (...rows: readonly object[]) => ({ results: rows.map((row) => ({ id: alertId(1), ...row })) });
  const args = { params: { groupId: PROJECT } } as const;

  test("are learnt from answers, the newest first, and are there after a restart", async () => {
    const first = testConsole();
    first.client.respond = (call) =>
      call.answer(alerts({ clusterName: "prod-eu", hostnameAndPort: "h1:27017" }, { clusterName: "stage-1" }));
    await first.store.resources.ask("listAlerts", args);
    await first.clock.advance(3_600_000);
    first.client.respond = (call) => call.answer(alerts({ clusterName: "stage-1" }));
    await first.store.resources.ask("listAlerts", args);
    await first.store.stop();

    const second = testConsole({ files: first.files });
    await second.store.names.load();
    const suggest = (kind: NameKind, project: string | null) => namesOf(second.store.getState().names, kind, project);
    expect(suggest("cluster", PROJECT).map(({ name }) => name)).toEqual(["stage-1", "prod-eu"]);
    expect(suggest("cluster", PROJECT)[1]).toMatchObject({ source: "seen in alerts", project: PROJECT });
    expect(suggest("host", null).map(({ name }) => name)).toEqual(["h1:27017"]);
    expect(suggest("cluster", "65f000000000000000000009")).toEqual([]);
  });

  test("that are seen again and again are not written again and again", async () => {
    const { store, clock, client, files } = testConsole();
    client.respond = (call) => call.answer(alerts({ clusterName: "prod-eu" }));
    store.resources.watch("main", [{ operation: "listAlerts", args, poll: "alerts" }]);
    await clock.advance(3_600_000);
    expect(client.made.length).toBeGreaterThan(150);
    expect(files.writes).toBeLessThanOrEqual(7);
  });

  test("of two consoles come together", async () => {
    const one = testConsole();
    const two = testConsole({ files: one.files });
    one.client.respond = (call) => call.answer(alerts({ clusterName: "prod-eu" }));
    two.client.respond = (call) => call.answer(alerts({ clusterName: "stage-1" }));
    await one.store.resources.ask("listAlerts", args);
    await one.store.stop();
    await two.store.resources.ask("listAlerts", args);
    await two.store.stop();
    const three = testConsole({ files: one.files });
    await three.store.names.load();
    expect(namesOf(three.store.getState().names, "cluster", PROJECT).map(({ name }) => name)).toHaveLength(2);
  });

  test("of things that no list tells come from their own answers, with what the request said, and never its secrets", async () => {
    const first = testConsole();
    const migration = "65f0000000000000000000aa";
    const validation = "65f0000000000000000000ab";
    const body = {
      source: {
        groupId: PROJECT,
        clusterName: "shop-rs0",
        ssl: true,
        managedAuthentication: false,
        username: "u",
        password: new Secret("hush"),
      },
      destination: { groupId: PROJECT, clusterName: "prod-eu", hostnameSchemaType: "PUBLIC" },
      migrationHosts: ["mig01.corp.example"],
    };
    first.client.respond = (call) =>
      call.answer({ _id: call.operation.id === "validateMigration" ? validation : migration, status: "NEW" });
    const write = { params: { groupId: PROJECT }, body, title: "t", name: "" };
    await first.store.send.one({ operation: "createPushMigration", ...write });
    await first.store.send.one({ operation: "validateMigration", ...write });
    expect((await first.store.journal.read()).map(({ created }) => created)).toContainEqual([migration]);
    await first.clock.advance(3_600_000);
    const one = { params: { groupId: GroupId.parse(PROJECT), liveMigrationId: LiveMigrationId.parse(migration) } };
    await first.store.resources.ask("getPushMigration", one);
    await first.store.stop();

    const second = testConsole({ files: first.files });
    await second.store.names.load();
    const [known] = namesOf(second.store.getState().names, "migration", PROJECT);
    expect(known).toMatchObject({ id: migration, name: "shop-rs0 → prod-eu", source: "started in this console" });
    expect(known?.about).toMatchObject({ source: "shop-rs0", destination: "prod-eu" });
    expect(known?.about?.["request"]).toContain("mig01.corp.example");
    expect(known?.about?.["request"]).not.toMatch(/hush|password/u);
    expect((known?.lastSeen ?? 0) - (known?.firstSeen ?? 0)).toBe(3_600_000);
    expect(namesOf(second.store.getState().names, "validation", PROJECT)).toMatchObject([{ id: validation }]);

    const other = "65f0000000000000000000ac";
    second.client.respond = (call) => call.answer({ _id: other, status: "WORKING" });
    await second.store.resources.ask("getPushMigration", {
      params: { ...one.params, liveMigrationId: LiveMigrationId.parse(other) },
    });
    expect(second.store.names.nameOf(other)).toBe(other);
    const said = {
      kind: "migration",
      id: other,
      name: "crm → prod-eu",
      project: PROJECT,
      source: "entered here",
    } as const;
    second.store.names.remember({ ...said, about: { destination: "prod-eu" } });
    const names = namesOf(second.store.getState().names, "migration", PROJECT).map(({ name }) => name);
    expect(names.sort()).toEqual(["crm → prod-eu", "shop-rs0 → prod-eu"]);
  });

  test("of projects are found by their id", async () => {
    const { store, client } = testConsole();
    client.respond = (call) => call.answer({ results: [{ id: PROJECT, name: "acme-payments" }] });
    await store.resources.ask("listProjects", { params: {} });
    expect(store.names.nameOf(PROJECT)).toBe("acme-payments");
    expect(store.names.nameOf("65f000000000000000000009")).toBeUndefined();
  });
});

test("a question has one key, however its arguments are written down", () => {
  const pairs = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.string()), { selector: ([name]) => name });
  fc.assert(
    fc.property(pairs, pairs, fc.string(), (params, query, other) => {
      const key = resourceKey("listAlerts", { params: Object.fromEntries(params), query: Object.fromEntries(query) });
      const turned = {
        params: Object.fromEntries([...params].reverse()),
        query: Object.fromEntries([...query, ["absent", undefined]].reverse()),
      };
      expect(resourceKey("listAlerts", turned)).toBe(key);
      expect(resourceKey("getAlert", turned)).not.toBe(key);
      const more = { ...turned, params: { ...turned.params, more: other } };
      if (!params.some(([name]) => name === "more")) expect(resourceKey("listAlerts", more)).not.toBe(key);
    }),
  );
});
