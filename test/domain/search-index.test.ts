import { describe, expect, it } from "vitest";
import { CurrentGenerationIndex } from "../../src/contract/search-indexes/answers.ts";
import { FirstGenerationIndex } from "../../src/contract/search-indexes-first-generation.ts";
import {
  asFirstGeneration,
  buildAsJob,
  currentIndexes,
  firstGenerationIndex,
  formatIndex,
  indexCounts,
  isDeleting,
} from "../../src/domain/search/search-index.ts";

/** One type is made of the answers of both generations: what both tell is the same, and nothing is made up where one tells less. */

const identity = {
  indexID: "65f000000000000000000001",
  database: "shop",
  collectionName: "products",
  name: "default",
  type: "search",
};
const definition = { mappings: { dynamic: true }, numPartitions: 2, later: { addition: 1 } };
const received = { ...identity, status: "READY", queryable: true, latestDefinition: definition };
const record = { ...identity, status: "STEADY", ...definition };

const current = (change: Readonly<Record<string, unknown>> = {}) => {
  const answer = { ...received, ...change };
  const [index] = currentIndexes("prod-eu", { data: [CurrentGenerationIndex.parse(answer)], raw: [answer] });
  if (index === undefined) throw new Error("no index");
  return index;
};

const first = (change: Readonly<Record<string, unknown>> = {}) => {
  const answer = { ...record, ...change };
  return firstGenerationIndex("prod-eu", FirstGenerationIndex.parse(answer), answer);
};

describe("a search index", () => {
  it("is the same by the answers of both generations, but for what one of them does not tell", () => {
    const known = ["cluster", "id", "database", "collection", "name", "type", "kind", "partitions"] as const;
    const [one, other] = [current(), first()];
    expect(known.map((name) => one[name])).toEqual(known.map((name) => other[name]));
    expect(one.definition).toEqual(other.definition);
    expect([one.raw, other.raw]).toEqual([received, record]);
    expect([one.isQueryable, other.isQueryable]).toEqual([true, null]);
  });

  it("has a word for what is not told, and no kind but what its definition says", () => {
    const nothing = { database: null, collectionName: null, name: null, type: null, status: null };
    for (const index of [current(nothing), first(nothing)]) {
      expect([formatIndex(index), index.kind, index.serviceStatus]).toEqual(["?.? · ?", "text", ""]);
    }
    expect(current({ type: null, latestDefinition: { fields: [] } }).kind).toBe("vector");
    expect(first({ type: "later" }).kind).toBe("later");
  });

  it.each([
    ["STEADY", "steady", "serving", false],
    ["IN_PROGRESS", "building", "changing", true],
    ["FAILED", "failed", "silent", false],
    ["DELETING", "deleting", "deleting", true],
    ["constructor", "constructor", "unknown", false],
    ["", "unknown", "unknown", false],
  ])("of the first generation that is %s is %s", (status, words, kind, isMoving) => {
    expect(first({ status }).status).toMatchObject({ words, kind, isMoving });
  });

  it("that the current generation lists is told by the first one as its own", () => {
    const index = asFirstGeneration(current({ status: "BUILDING" }));
    expect(index.status).toEqual(first({ status: "IN_PROGRESS" }).status);
    expect([index.hosts, index.version, index.raw]).toEqual([[], null, null]);
  });

  it.each([
    ["READY", true, "Serving", "serving"],
    ["STALE", true, "Serving, but falling behind (STALE)", "behind"],
    ["BUILDING", null, "Building, serving not reported", "changing"],
    ["FAILED", null, "Failed, serving not reported", "failed"],
    ["LATER", null, "Later, serving not reported", "unknown"],
    ["DOES_NOT_EXIST", false, "Not serving: collection does not exist", "silent"],
  ])("that is %s and does not say whether it is queryable serves: %s", (status, isServing, words, kind) => {
    const index = current({ status, queryable: undefined, statusDetail: undefined });
    expect([index.isServing, index.status.words, index.status.kind]).toEqual([isServing, words, kind]);
  });

  it("is counted by what queries get of it", () => {
    const all = [current(), current({ status: "FAILED", queryable: false }), current({ status: "DELETING" })];
    expect(indexCounts(all)).toEqual({ all: 3, silent: 1, moving: 1 });
    expect(all.map(isDeleting)).toEqual([false, false, true]);
  });

  it("is a job while it is built or deleted, whichever generation tells it", () => {
    const jobs = [current({ status: "PENDING" }), first({ status: "IN_PROGRESS" }), current({ status: "DELETING" })];
    expect(jobs.map(buildAsJob).map(({ status, poll }) => [status, poll])).toEqual(
      jobs.map(() => ["running", "normal"]),
    );
    const version = { version: 0, createdAt: "2026-09-25T08:00:00Z" };
    const host = (status: string, more = {}) => ({
      hostname: "shard-00-00",
      status,
      queryable: true,
      mainIndex: { status, queryable: true, definitionVersion: version, definition },
      ...more,
    });
    const since = (status: string) =>
      buildAsJob(
        current({ status: "BUILDING", latestDefinitionVersion: version, statusDetail: [host(status), host("READY")] }),
      );
    expect(since("BUILDING")).toMatchObject({ status: "running", startedAt: null });
    expect(buildAsJob(first({ status: "FAILED" }))).toMatchObject({ status: "failed", poll: "once" });
    expect(buildAsJob(current())).toMatchObject({ status: "done", poll: "once", startedAt: null });
  });
});
