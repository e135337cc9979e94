import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CurrentGenerationIndex } from "../../src/contract/search-indexes/answers.ts";
import {
  at,
  created,
  DYNAMIC,
  frozen,
  hosts,
  read,
  refused,
  rowsOf,
  step,
  text,
  VECTOR,
  whole,
} from "./search-support.ts";
import type { Row } from "./support.ts";

describe("updating", () => {
  const OTHER = { mappings: { dynamic: false, fields: { title: { type: "string" } } } };

  test("replaces the whole definition, by id and by name", async () => {
    const call = await frozen();
    const id = await created(call, text("a", { ...DYNAMIC, analyzer: "lucene.english", numPartitions: 2 }));
    const byId = await call("PATCH", at(call, `/${id}`), { body: { definition: OTHER } });
    expect([byId.status, byId.at("latestDefinition")]).toEqual([200, { ...OTHER, numPartitions: 1 }]);
    const byName = await call("PATCH", at(call, "/lab/things/a"), { body: { definition: DYNAMIC } });
    expect([byName.status, byName.at("latestDefinition")]).toEqual([200, { ...DYNAMIC, numPartitions: 1 }]);
    expect(byName.at("latestDefinitionVersion", "version")).toBe(2);
  });

  test("the former definition serves while hosts switch one by one", async () => {
    const call = await frozen();
    const id = await created(call, text("a"));
    await step(call, 60);
    const reply = await call("PATCH", at(call, `/${id}`), { body: { definition: OTHER } });
    const waits = "PENDING: v0 READY | v1 PENDING";
    const builds = "BUILDING: v0 READY | v1 BUILDING";
    const switched = "READY: v1 READY | -";
    expect(whole(reply)).toEqual(["PENDING", true, waits, waits, waits]);
    await step(call, 5);
    expect(whole(await read(call, id))).toEqual(["BUILDING", true, builds, builds, waits]);
    // How long a host takes differs from build to build: by the second, until the first one has switched.
    let mixed = await read(call, id);
    for (let second = 0; second < 30 && hosts(mixed)[0] !== switched; second += 1) {
      await step(call, 1);
      mixed = await read(call, id);
    }
    expect(whole(mixed).slice(0, 4)).toEqual(["BUILDING", true, switched, builds]);
    expect(mixed.at("statusDetail", 0, "mainIndex", "definition")).toEqual({ ...OTHER, numPartitions: 1 });
    expect(mixed.at("statusDetail", 1, "mainIndex", "definition")).toEqual({ ...DYNAMIC, numPartitions: 1 });
    await step(call, 30);
    expect(whole(await read(call, id))).toEqual(["READY", true, switched, switched, switched]);
  });

  test("during a build waits for its end, and the newest of those that wait is built", async () => {
    const call = await frozen();
    const id = await created(call, text("a"));
    await step(call, 60);
    const patch = (definition: unknown) => call("PATCH", at(call, `/${id}`), { body: { definition } });
    await patch(OTHER);
    await step(call, 4);
    await patch({ ...OTHER, numPartitions: 2 });
    const last = await patch({ ...OTHER, numPartitions: 4 });
    expect([last.at("status"), last.at("latestDefinitionVersion", "version")]).toEqual(["BUILDING", 3]);
    expect(hosts(last)[0]).toBe("BUILDING: v0 READY | v1 BUILDING");
    await step(call, 11);
    // How long a host takes differs from build to build: the third definition waits for its turn or is being built.
    const [status, queryable, host] = whole(await read(call, id));
    expect([status, queryable]).toEqual(["BUILDING", true]);
    expect(host).toMatch(/^(BUILDING|PENDING): v1 READY \| v3 (BUILDING|PENDING)$/u);
    await step(call, 60);
    const done = await read(call, id);
    expect(whole(done)).toEqual(["READY", true, ...Array.from({ length: 3 }, () => "READY: v3 READY | -")]);
    expect(done.at("statusDetail", 0, "mainIndex", "definition", "numPartitions")).toBe(4);
  });

  test("before the first build begins takes its place", async () => {
    const call = await frozen();
    const id = await created(call, text("a"));
    await call("PATCH", at(call, `/${id}`), { body: { definition: OTHER } });
    await step(call, 60);
    expect(hosts(await read(call, id))).toEqual(Array.from({ length: 3 }, () => "READY: v1 READY | -"));
  });

  test("that fails leaves the former definition serving, until one succeeds", async () => {
    const call = await frozen();
    const id = await created(call, text("a"));
    await step(call, 60);
    const wrong = { mappings: { dynamic: false, fields: { title: { type: "strng" } } } };
    await call("PATCH", at(call, `/${id}`), { body: { definition: wrong } });
    await step(call, 60);
    expect(whole(await read(call, id)).slice(0, 3)).toEqual(["FAILED", true, "FAILED: v0 READY | v1 FAILED"]);
    await call("PATCH", at(call, `/${id}`), { body: { definition: OTHER } });
    await step(call, 60);
    expect(whole(await read(call, id)).slice(0, 3)).toEqual(["READY", true, "READY: v2 READY | -"]);
  });

  test("gives back untouched what the contract does not list, and takes nothing new of the kind", async () => {
    const call = await frozen();
    const path = at(call, "/shop/products/default", "prod-eu");
    const definition = Object((await call("GET", path)).at("latestDefinition"));
    const kept = await call("PATCH", path, { body: { definition: { ...definition, analyzer: "lucene.german" } } });
    expect([kept.status, kept.at("latestDefinition")]).toEqual([200, { ...definition, analyzer: "lucene.german" }]);
    const changed = await call("PATCH", path, { body: { definition: { ...definition, sort: { title: -1 } } } });
    expect(refused(changed)).toEqual([400, "VALIDATION_ERROR", "definition.sort"]);
  });
});

describe("deleting", () => {
  test("takes its time: listed as deleting, the name taken, then gone", async () => {
    const call = await frozen();
    const id = await created(call, text("a"));
    await step(call, 60);
    const reply = await call("DELETE", at(call, `/${id}`));
    expect([reply.status, reply.text]).toEqual([204, ""]);
    const left = await read(call, id);
    const host = "DELETING: v0 DELETING | -";
    expect(whole(left)).toEqual(["DELETING", false, host, host, host]);
    expect(await rowsOf(call, at(call))).toHaveLength(1);
    expect((await call("POST", at(call), { body: text("a") })).at("errorCode")).toBe("ATLAS_FTS_DUPLICATE_INDEX");
    const update = await call("PATCH", at(call, `/${id}`), { body: { definition: DYNAMIC } });
    expect([update.status, update.at("errorCode")]).toEqual([404, "RESOURCE_NOT_FOUND"]);
    await step(call, 5);
    expect((await call("DELETE", at(call, "/lab/things/a"))).status).toBe(204);
    await step(call, 1);
    expect((await read(call, id)).status).toBe(404);
    expect(await rowsOf(call, at(call, "/lab/things"))).toEqual([]);
    await created(call, text("a"));
  });

  test("while it is built ends the build", async () => {
    const call = await frozen();
    await created(call, text("a"));
    await step(call, 5);
    await call("DELETE", at(call, "/lab/things/a"));
    expect((await rowsOf(call, at(call)))[0]).toMatchObject({ status: "DELETING", queryable: false });
    await step(call, 6);
    expect(await rowsOf(call, at(call))).toEqual([]);
  });
});

describe("whatever happens", () => {
  const names = fc.constantFrom("a", "b", "c");
  const commands = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant("create" as const), name: names, vector: fc.boolean(), wrong: fc.boolean() }),
      fc.record({ do: fc.constant("update" as const), name: names, wrong: fc.boolean() }),
      fc.record({ do: fc.constant("delete" as const), name: names }),
      fc.record({ do: fc.constant("step" as const), seconds: fc.integer({ min: 0, max: 25 }) }),
    ),
    { maxLength: 25 },
  );

  const SERVING = ["READY", "STALE"];

  /** What holds of every index at every moment. */
  function expectSound(index: Row): void {
    expect(CurrentGenerationIndex.safeParse(index).error).toBeUndefined();
    const { status, queryable, latestDefinitionVersion, statusDetail } = index;
    const details: readonly Row[] = Array.isArray(statusDetail) ? statusDetail : [];
    const mains = details.map(({ mainIndex }) => Object(mainIndex));
    expect(queryable).toBe(mains.every((main) => SERVING.includes(main.status)));
    for (const main of mains) {
      expect(main.queryable).toBe(SERVING.includes(main.status));
      expect(main.definitionVersion.version).toBeLessThanOrEqual(Object(latestDefinitionVersion).version);
    }
    if (status === "READY") {
      for (const { mainIndex, stagedIndex } of details) {
        expect(stagedIndex).toBeUndefined();
        expect(Object(mainIndex).definitionVersion).toEqual(latestDefinitionVersion);
      }
    }
  }

  test("names stay unique, versions grow, lists agree with records, and every build ends", async () => {
    const call = await frozen();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        run += 1;
        const database = `run${run}`;
        const place = (name: string) => at(call, `/${database}/things/${name}`);
        const versions = new Map<unknown, number>();
        const mapping = (wrong: boolean) => ({
          mappings: { dynamic: false, fields: { title: { type: wrong ? "strng" : "string" } } },
        });
        for (const command of list) {
          if (command.do === "step") await step(call, command.seconds);
          else if (command.do === "delete") await call("DELETE", place(command.name));
          else if (command.do === "update") {
            await call("PATCH", place(command.name), { body: { definition: mapping(command.wrong) } });
          } else {
            const { name, vector, wrong } = command;
            const definition = vector ? { fields: [VECTOR] } : mapping(wrong);
            const type = vector ? "vectorSearch" : "search";
            await call("POST", at(call), { body: { ...text(name, definition, { type }), database } });
          }
          const all = await rowsOf(call, at(call, `/${database}/things`));
          expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
          for (const index of all) {
            expectSound(index);
            const { version } = Object(index["latestDefinitionVersion"]);
            expect(version).toBeGreaterThanOrEqual(versions.get(index["indexID"]) ?? 0);
            versions.set(index["indexID"], version);
            expect((await read(call, String(index["indexID"]))).json).toEqual(index);
          }
        }
        await step(call, 600);
        const ends = (await rowsOf(call, at(call, `/${database}/things`))).map(({ status }) => status);
        for (const status of ends) expect(["READY", "FAILED"]).toContain(status);
      }),
      { numRuns: 15 },
    );
  });
});
