import { expect, test } from "vitest";
import { logOf } from "../../src/app/activity/session-log.ts";
import type { Notice } from "../../src/state/notices.ts";
import { formatDay } from "../../src/text/format.ts";

const NOW = Date.UTC(2026, 10, 21, 1, 30);

const notice = (id: number, minutesAgo: number, text: string): Notice => ({
  id,
  at: NOW - minutesAgo * 60_000,
  count: 1,
  tone: "info",
  text,
});

test("after midnight the entries of the evening stand below their day", () => {
  const notices = [notice(1, 1560, "Two nights ago"), notice(2, 120, "Before midnight"), notice(3, 5, "A moment ago")];
  const lines = logOf([], notices, "utc", formatDay(NOW, "utc"), 80, "").map((line) =>
    line.map(({ text }) => text.trim()).join(" "),
  );
  expect(lines).toEqual([
    "01:25:00 notice A moment ago",
    "20 Nov 2026",
    "23:30:00 notice Before midnight",
    "19 Nov 2026",
    "23:30:00 notice Two nights ago",
  ]);
});
