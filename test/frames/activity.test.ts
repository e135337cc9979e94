import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NOW } from "./stage.ts";
import { staged } from "./staged.ts";

/** The changes of all runs: done, refused, never sent, undone, of several profiles, with an end that nobody knows. */

const stage = staged();

const line = (fields: object): string => `${JSON.stringify({ v: 1, ...fields })}\n`;

const sending = (id: string, minutes: number, more: object): string =>
  line({
    ...{
      line: "sending",
      id,
      at: NOW - minutes * 60_000,
      process: "4999999",
      profile: "prod",
      groupId: "65f0".padEnd(24, "0"),
    },
    ...{ groupName: "Payments", operation: "acknowledgeAlert", method: "PATCH", path: `/api/atlas/v2/groups/${id}` },
    ...{ params: {}, query: {}, body: { acknowledgedUntil: "2026-11-21T16:00:00Z" }, ...more },
  });

const ended = (id: string, status: number | null, more: object = {}): string =>
  line({
    ...{ line: "ended", id, outcome: "done", status, errorCode: null, words: null, requestId: "r-1" },
    ...{ milliseconds: 128, created: [], ...more },
  });

const CHANGES = [{ label: "Acknowledged until", from: null, to: "21 Nov 16:00 UTC", kind: "changed" }];

const JOURNAL = [
  sending("a", 3000, { title: "Acknowledge alert: disk 92 % on prod-eu", changes: CHANGES }),
  ended("a", 200),
  sending("b", 2900, { title: "Unacknowledge alert: disk 92 % on prod-eu", undoes: "a" }),
  ended("b", 200),
  sending("c", 90, { title: "Edit custom DNS", profile: "stage", groupName: "Search", by: "run" }),
  ended("c", 403, { outcome: "refused", errorCode: "USER_UNAUTHORIZED", words: "Needs the role Project Owner." }),
  sending("d", 60, { title: "Delete snapshot: daily", by: "run" }),
  ended("d", null, { outcome: "refused", notSent: true, words: "No connection to prod.example.com." }),
  sending("e", 5, { title: "Replace prod-eu by its state of 20 Nov" }),
].join("");

describe.each([
  [80, 24],
  [160, 50],
] as const)("changes of all runs at %ix%i", (columns, rows) => {
  it("are a list with their results, and each is shown in full", async () => {
    const shown = await stage.open({
      columns,
      rows,
      before: (state) => {
        mkdirSync(state, { recursive: true, mode: 0o700 });
        writeFileSync(join(state, "journal.jsonl"), JOURNAL, { mode: 0o600 });
      },
    });
    shown.press("activity");
    await shown.until("▌Activity");
    shown.press("activity.all-runs");
    await shown.until("Replace prod-eu");
    await stage.matches("changes-of-all-runs");
    shown.press("writes.last");
    shown.press("writes.open");
    await shown.until("Before and after");
    await stage.matches("change");
    expect(shown.frame()).toMatch(/Undo +undone/u);
  });
});
