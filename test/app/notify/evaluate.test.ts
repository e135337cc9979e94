import { beforeEach, describe, expect, test } from "vitest";
import { createJudge, type Reading } from "../../../src/app/notify/evaluate.ts";
import { formatNotification } from "../../../src/app/notify/words.ts";
import { restoreJobs } from "../../../src/areas/restore-jobs.ts";
import type { FieldValues } from "../../../src/domain/field-value.ts";
import type { Subscription } from "../../../src/state/subscriptions.ts";
import { GROUP } from "../../areas/answers.ts";

let rows = new Map<string, FieldValues>();
let counts: FieldValues = {};
let isRead = true;
let isWhole = true;
let refused: string | null = null;

beforeEach(() => {
  rows = new Map();
  counts = {};
  isRead = true;
  isWhole = true;
  refused = null;
});

/** Judges by what stands there at the moment. */
const judged = () => {
  const judge = createJudge();
  return (subscription: Subscription) => judge(subscription, readingNow());
};

const readingNow = (): Reading => ({
  fields: restoreJobs.screen.fields?.infos ?? [],
  rows,
  counted: restoreJobs.screen.counts?.infos ?? [],
  counts,
  isRead,
  isWhole: isRead && isWhole,
  isKnown: refused === null,
  refused,
  now: 0,
});

const wanted = (change: Partial<Subscription>): Subscription => ({
  id: "s1",
  groupId: GROUP,
  groupName: "Payments",
  area: "restore-jobs",
  about: "thing",
  thing: "r1",
  name: "prod-eu → stage-1",
  condition: "done",
  title: "when it is completed",
  addedAt: 1,
  changedAt: 1,
  endedAt: null,
  ...change,
});

const running: FieldValues = { status: "running", done: false, failed: false, ended: false, progress: 0.5 };
const completed: FieldValues = { status: "completed", done: true, failed: false, ended: true, progress: 1 };
const failed: FieldValues = { status: "failed", done: false, failed: true, ended: true, progress: null };

describe("one thing", () => {
  test("is waited for until it meets the condition", () => {
    const outcome = judged();
    expect(outcome(wanted({}))).toEqual({ kind: "waiting", values: null });
    rows.set("r1", running);
    expect(outcome(wanted({}))).toEqual({ kind: "waiting", values: running });
    rows.set("r1", completed);
    expect(outcome(wanted({}))).toEqual({ kind: "met", ids: ["r1"], values: completed });
  });

  test("that ended otherwise is told as that, and what is gone, too", () => {
    const outcome = judged();
    rows.set("r1", failed);
    expect(outcome(wanted({}))).toEqual({ kind: "over", values: failed });
    rows.delete("r1");
    expect(outcome(wanted({}))).toEqual({ kind: "over", values: null });
  });

  test("that was never there is waited for: its list may not have been read", () => {
    const outcome = judged();
    expect(outcome(wanted({ thing: "later" }))).toEqual({ kind: "waiting", values: null });
  });

  test("is not gone while its list is not read", () => {
    const outcome = judged();
    rows.set("r1", running);
    outcome(wanted({}));
    rows.delete("r1");
    isRead = false;
    expect(outcome(wanted({}))).toEqual({ kind: "waiting", values: null });
  });

  test("is not gone while it may be among rows that could not be read", () => {
    const outcome = judged();
    rows.set("r1", running);
    outcome(wanted({}));
    rows.delete("r1");
    isWhole = false;
    expect(outcome(wanted({}))).toEqual({ kind: "waiting", values: null });
  });
});

describe("a list", () => {
  test("tells each thing that comes to meet the condition, none that met it before, and each once", () => {
    const outcome = judged();
    const any = wanted({ about: "rows", thing: "", condition: "failed", title: "when another one fails" });
    rows.set("old", failed);
    expect(outcome(any).kind).toBe("waiting");
    rows.set("r2", running);
    expect(outcome(any).kind).toBe("waiting");
    rows.set("r2", failed);
    expect(outcome(any)).toMatchObject({ kind: "met", ids: ["r2"] });
    expect(outcome(any).kind).toBe("waiting");
  });

  test("is told by what it counts, once it is read", () => {
    const outcome = judged();
    const none = wanted({ about: "list", thing: "", condition: "running=0", title: "when none is running" });
    counts = { running: 0 };
    isRead = false;
    expect(outcome(none).kind).toBe("waiting");
    isRead = true;
    isWhole = false;
    expect(outcome(none).kind).toBe("waiting");
    isWhole = true;
    counts = { running: 2 };
    expect(outcome(none).kind).toBe("waiting");
    counts = { running: 0 };
    expect(outcome(none).kind).toBe("met");
  });
});

test("a condition of another version cannot be judged, which says nothing of the thing", () => {
  expect(judged()(wanted({ condition: "no-such-field=1" }))).toEqual({
    kind: "unknown",
    values: null,
    why: "This version does not know the condition no-such-field=1.",
  });
});

describe("what the service refuses", () => {
  const WHY = "Not allowed: Restores of prod-us";

  test("does not make a thing gone that may be in it", () => {
    const outcome = judged();
    rows.set("r1", running);
    outcome(wanted({}));
    rows.delete("r1");
    refused = WHY;
    expect(outcome(wanted({}))).toEqual({ kind: "unknown", values: null, why: WHY });
  });

  test("leaves what is read to be judged", () => {
    const outcome = judged();
    refused = WHY;
    rows.set("r1", running);
    expect(outcome(wanted({})).kind).toBe("waiting");
    rows.set("r1", completed);
    expect(outcome(wanted({})).kind).toBe("met");
  });

  test("is not taken for zero", () => {
    const none = wanted({ about: "list", thing: "", condition: "running=0", title: "when none is running" });
    counts = { running: null };
    refused = WHY;
    expect(judged()(none)).toEqual({ kind: "unknown", values: null, why: WHY });
  });

  test("is no news once it can be read, but what comes to meet the condition is", () => {
    const outcome = judged();
    const any = wanted({ about: "rows", thing: "", condition: "failed", title: "when another one fails" });
    refused = WHY;
    rows.set("r2", running);
    expect(outcome(any)).toEqual({ kind: "unknown", values: null, why: WHY });
    refused = null;
    rows.set("old", failed);
    rows.set("r2", failed);
    expect(outcome(any)).toMatchObject({ kind: "met", ids: ["r2"] });
  });
});

describe("what is told", () => {
  const words = (subscription: Subscription, outcome: Parameters<typeof formatNotification>[1]): string =>
    formatNotification(subscription, outcome, "Restores", () => "prod-eu → stage-2");

  test("names the thing, what came of it, the area and the project", () => {
    expect(
      words(wanted({ condition: "ended", title: "when it ends" }), { kind: "met", ids: ["r1"], values: completed }),
    ).toBe("prod-eu → stage-1: completed (Restores, Payments)");
    expect(words(wanted({}), { kind: "over", values: failed })).toBe(
      "prod-eu → stage-1: failed, so not when it is completed (Restores, Payments)",
    );
    expect(words(wanted({}), { kind: "over", values: null })).toContain("no longer listed");
    expect(words(wanted({}), { kind: "unknown", values: null, why: "Not allowed: Restores of prod-us" })).toBe(
      "prod-eu → stage-1: unknown when it is completed (Restores, Payments). Not allowed: Restores of prod-us",
    );
    expect(
      words(wanted({ about: "rows", thing: "", title: "when another one fails" }), {
        kind: "met",
        ids: ["r2", "r3"],
        values: failed,
      }),
    ).toBe("prod-eu → stage-2 and 1 more: another one fails (Restores, Payments)");
  });
});
