/** The rules by which answers enter the tables, without anything around them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Alert } from "../../src/contract/alerts.ts";
import { ExactNumber, type JsonObject, sameJson } from "../../src/contract/json/json.ts";
import { shareRows } from "../../src/state/answers/structural-sharing.ts";
import { afterAnswer, afterFailure, emptyResource } from "../../src/state/answers/tables.ts";
import { alertId, PROJECT } from "./console.ts";

const ARGS = { params: { groupId: PROJECT } } as const;
const listOf = (...rows: readonly object[]) => ({ results: rows.map((row) => Alert.parse(row)) });

const arrival = (seq: number) => ({
  data: listOf({ id: alertId(seq) }),
  raw: { results: [{ id: alertId(seq) }] },
  at: seq * 1000,
  complete: true,
});
const failure = (seq: number) => ({ words: `failure ${seq}`, error: null, nextTryAt: null, at: seq * 1000 });

test("in every order of arrival the newest request decides, and data is that of the newest answer taken", () => {
  const ends = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }).chain((kinds) =>
    fc.shuffledSubarray(
      kinds.map((isAnswer, index) => ({ seq: index + 1, isAnswer })),
      { minLength: kinds.length },
    ),
  );
  fc.assert(
    fc.property(ends, (order) => {
      let resource = emptyResource("listAlerts", ARGS);
      let newest = 0;
      let newestAnswer = 0;
      for (const { seq, isAnswer } of order) {
        const before = resource;
        resource = isAnswer ? afterAnswer(resource, seq, arrival(seq)) : afterFailure(resource, seq, failure(seq));
        if (seq < newest) expect(resource).toBe(before);
        else if (isAnswer) newestAnswer = seq;
        newest = Math.max(newest, seq);
      }
      const last = order.find(({ seq }) => seq === newest);
      expect(resource.failure?.words).toBe(last?.isAnswer === true ? undefined : `failure ${newest}`);
      expect(resource.cached?.data.results[0]?.id).toBe(newestAnswer === 0 ? undefined : alertId(newestAnswer));
    }),
  );
});

test("failures in a row keep the time of the first", () => {
  let resource = afterAnswer(emptyResource("listAlerts", ARGS), 1, arrival(1));
  for (const seq of [2, 3, 4]) resource = afterFailure(resource, seq, failure(seq));
  expect(resource.failure).toMatchObject({ since: 2000, attempts: 3, words: "failure 4" });
  expect(afterAnswer(resource, 5, arrival(1)).failure).toBeNull();
});

describe("rows that went", () => {
  const args = { params: { groupId: PROJECT } };
  const answer = (names: readonly string[], minutes: number) => ({
    at: minutes * 60_000,
    complete: true,
    raw: null,
    data: { results: names.map((name) => Alert.parse({ id: name.padStart(24, "0"), status: "OPEN" })) },
  });
  const removedAfter = (...answers: readonly (readonly [names: readonly string[], minutes: number])[]) => {
    const last = answers.reduce(
      (resource, [names, minutes], index) => afterAnswer(resource, index + 1, answer(names, minutes)),
      emptyResource("listAlerts", args),
    );
    return last.cached?.removed.map(({ id, at }) => [id.replace(/^0+/u, ""), at / 60_000]);
  };

  test("are known for an hour with when that was seen, and not when they are there again", () => {
    expect(removedAfter([["a", "b"], 0])).toEqual([]);
    expect(removedAfter([["a", "b"], 0], [["a"], 1])).toEqual([["b", 1]]);
    expect(removedAfter([["a", "b"], 0], [["a"], 1], [[], 5])).toEqual([
      ["a", 5],
      ["b", 1],
    ]);
    expect(removedAfter([["a", "b"], 0], [["a"], 1], [["a", "b"], 2])).toEqual([]);
    expect(removedAfter([["a", "b"], 0], [["a"], 1], [[], 62])).toEqual([["a", 62]]);
  });

  test("are not known where one of them may be among what could not be read, or on a further page", () => {
    const first = afterAnswer(emptyResource("listAlerts", args), 1, answer(["a", "b"], 0));
    const row = { id: null };
    const misfits = [{ path: ["results", 1], message: "must be text", below: ["id"], value: row, row }];
    for (const change of [{ misfits }, { complete: false }]) {
      const then = afterAnswer(first, 2, { ...answer(["a"], 1), ...change });
      expect(then.cached?.removed).toEqual([]);
      // What is not there once all was read again was seen to go by nobody.
      expect(afterAnswer(then, 3, answer(["a"], 2)).cached?.removed).toEqual([]);
    }
  });

  test("of what an earlier console showed are not, for they may have gone at any time", () => {
    const first = afterAnswer(emptyResource("listAlerts", args), 1, answer(["a"], 0));
    expect(afterAnswer({ ...first, seq: 0 }, 1, answer([], 600)).cached?.removed).toEqual([]);
  });
});

describe("rows of two answers", () => {
  const row = fc.record({ id: fc.integer({ min: 0, max: 9 }).map(String), value: fc.integer({ min: 0, max: 2 }) });
  const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 8 });
  const answer = (items: readonly JsonObject[]) => {
    const copy = structuredClone(items);
    return { data: { results: copy }, raw: { results: [...structuredClone(items)] } };
  };

  test("are the same objects exactly where they say the same", () => {
    fc.assert(
      fc.property(rows, rows, (first, second) => {
        const before = answer(first);
        const fresh = answer(second);
        const shared = shareRows("listAlerts", before, fresh);
        if (sameJson(first, second)) {
          expect(shared).toBeNull();
          return;
        }
        expect(shared?.data.results).toEqual(second);
        for (const [index, item] of second.entries()) {
          const old = before.data.results.find((each) => each["id"] === item.id);
          const isSame = old !== undefined && sameJson(old, item);
          expect(shared?.data.results[index] === old).toBe(isSame);
        }
      }),
    );
  });

  test("differ by numbers that no double can tell apart", () => {
    const of = (digits: string) => ({ data: { results: [{ id: "a", size: new ExactNumber(digits) }] }, raw: null });
    expect(shareRows("listAlerts", of("9007199254740993"), of("9007199254740993"))).toBeNull();
    expect(shareRows("listAlerts", of("9007199254740993"), of("9007199254740992"))).not.toBeNull();
  });

  test("that are search indexes are told apart by their id, for indexes of several collections have one name", () => {
    const index = (indexID: string, status: string) => ({ indexID, name: "default", status });
    const answerOf = (...data: readonly object[]) => ({ data: structuredClone(data), raw: null });
    const before = answerOf(index("a", "READY"), index("b", "BUILDING"), index("c", "READY"));
    const shared = shareRows(
      "listServiceSearchIndexesCluster",
      before,
      answerOf(index("c", "READY"), index("b", "READY"), index("a", "READY")),
    );
    expect(shared?.data.map((row) => before.data.indexOf(row))).toEqual([2, -1, 0]);
  });

  test("without any id are compared by their place", () => {
    const before = { data: ["a", "b"], raw: null };
    expect(shareRows("listMetricsTargets", before, { data: ["a", "b"], raw: null })).toBeNull();
    expect(shareRows("listMetricsTargets", before, { data: ["b", "a"], raw: null })).not.toBeNull();
  });

  test("of a history are the same objects after new ones came in front of them", () => {
    const at = (second: number) => ({ timestamp: `2026-11-21T08:00:0${second}Z`, logLine: `line ${second}` });
    const before = { data: { accessLogs: [at(3), at(2), at(1)] }, raw: null };
    const newer = { data: { accessLogs: [at(5), at(4), at(3), { ...at(2), logLine: "another" }, at(1)] }, raw: null };
    const shared = shareRows("listAccessLogsByClusterName", before, newer);
    expect(shared?.data).toEqual(structuredClone(newer.data));
    expect(shared?.data.accessLogs.map((row) => before.data.accessLogs.indexOf(row))).toEqual([-1, -1, 0, -1, 2]);
  });

  test("of a list whose estimate of its length changed are no news", () => {
    const before = { data: { results: [{ id: "a" }], totalCount: 1 }, raw: null };
    expect(shareRows("listAlerts", before, { data: { results: [{ id: "a" }], totalCount: 2 }, raw: null })).toBeNull();
  });
});
