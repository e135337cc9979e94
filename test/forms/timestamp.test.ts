import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editTime, parseTime, showTime } from "../../src/forms/values/timestamp.ts";
import { env } from "./plan-of.ts";

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "America/St_Johns",
];

const isoOf = (text: string, zone = env.timeZone, now = env.now): string => {
  const time = parseTime(text, { now, timeZone: zone, forever: true });
  return time.ok ? time.iso : `! ${time.message}`;
};

describe("times as people type them (now: Friday 21 Nov 2025 15:06:12 in Berlin)", () => {
  test.each([
    ["now", "2025-11-21T14:06:12Z"],
    ["+2h", "2025-11-21T16:06:12Z"],
    ["+30m", "2025-11-21T14:36:12Z"],
    ["+3d", "2025-11-24T14:06:12Z"],
    ["+1h30m", "2025-11-21T15:36:12Z"],
    ["+1h 30m", "2025-11-21T15:36:12Z"],
    ["+2w", "2025-12-05T14:06:12Z"],
    ["-2h", "2025-11-21T12:06:12Z"],
    ["today 08:00", "2025-11-21T07:00:00Z"],
    ["tomorrow 8:00", "2025-11-22T07:00:00Z"],
    ["Tomorrow  8:00", "2025-11-22T07:00:00Z"],
    ["tomorrow", "2025-11-21T23:00:00Z"],
    ["yesterday 08:00", "2025-11-20T07:00:00Z"],
    ["mon 08:00", "2025-11-24T07:00:00Z"],
    ["monday 8", "2025-11-24T07:00:00Z"],
    ["fri 16:00", "2025-11-21T15:00:00Z"],
    ["fri 15:00", "2025-11-28T14:00:00Z"],
    ["16:00", "2025-11-21T15:00:00Z"],
    ["15:00", "2025-11-22T14:00:00Z"],
    ["2025-11-21 15:06", "2025-11-21T14:06:00Z"],
    ["2025-11-21 15:06:30", "2025-11-21T14:06:30Z"],
    ["2025-11-21 15:06 UTC", "2025-11-21T15:06:00Z"],
    ["today 15:06 utc", "2025-11-21T15:06:00Z"],
    ["2025-11-21T15:06:12Z", "2025-11-21T15:06:12Z"],
    ["2025-11-21T15:06:12.250+02:00", "2025-11-21T13:06:12.250Z"],
    ["2025-11-21", "2025-11-20T23:00:00Z"],
    ["24 nov 08:00", "2025-11-24T07:00:00Z"],
    ["24 Nov 2026 08:00", "2026-11-24T07:00:00Z"],
    ["3 jan 08:00", "2026-01-03T07:00:00Z"],
    ["29 feb 08:00", "! Invalid date or time"],
    ["forever", "2125-11-21T14:06:12Z"],
  ])("%s", (text, iso) => {
    expect(isoOf(text)).toBe(iso);
  });

  test.each([
    "",
    "soon",
    "+",
    "+2",
    "+2y",
    "25:00",
    "12:60",
    "2025-13-01",
    "2025-02-30 10:00",
    "2025-02-30T10:00:00Z",
    "s 08:00",
    "8",
    "+99999999w",
  ])("%j is no time, and says so", (text) => {
    expect(isoOf(text)).toMatch(/^! /u);
  });

  test.each([
    ["10:00", "2025-11-21T09:00:00Z"],
    ["15:30", "2025-11-20T14:30:00Z"],
    ["15:06:12", "2025-11-21T14:06:12Z"],
    ["mon 08:00", "2025-11-17T07:00:00Z"],
    ["fri 15:00", "2025-11-21T14:00:00Z"],
    ["fri 16:00", "2025-11-14T15:00:00Z"],
    ["today 10:00", "2025-11-21T09:00:00Z"],
    ["today 18:00", "2025-11-21T17:00:00Z"],
    ["-2h", "2025-11-21T12:06:12Z"],
    ["24 dec 08:00", "2024-12-24T07:00:00Z"],
    ["20 nov 08:00", "2025-11-20T07:00:00Z"],
  ])("%s is the last one where only the past is possible", (text, iso) => {
    const time = parseTime(text, { ...env, past: true });
    expect(time.ok ? time.iso : time.message).toBe(iso);
  });

  test("what is said of a text that is no time has examples of the past where only that is possible", () => {
    const time = parseTime("soon", { ...env, past: true });
    expect(time.ok ? "" : time.message).toContain("Examples: -2h, -30m, -3d, today 10:00");
  });

  test("forever has to be allowed", () => {
    const time = parseTime("forever", { ...env });
    expect(time).toEqual({ ok: false, message: expect.stringContaining("enter an end time") });
  });

  test("a time that the clocks skip is moved forward and said so", () => {
    const time = parseTime("2025-03-30 02:30", env);
    expect(time).toEqual({
      ok: true,
      at: Date.UTC(2025, 2, 30, 1, 30),
      iso: "2025-03-30T01:30:00Z",
      note: expect.stringContaining("03:30"),
    });
  });

  test("a time that comes twice is the first, and said so", () => {
    const time = parseTime("2025-10-26 02:30", env);
    expect(time).toEqual({
      ok: true,
      at: Date.UTC(2025, 9, 26, 0, 30),
      iso: "2025-10-26T00:30:00Z",
      note: expect.stringContaining("twice"),
    });
  });

  test("a day later on a wall clock is not always 24 hours", () => {
    const now = Date.UTC(2025, 9, 25, 6, 0);
    expect(isoOf("tomorrow 08:00", env.timeZone, now)).toBe("2025-10-26T07:00:00Z");
    expect(isoOf("+1d", env.timeZone, now)).toBe("2025-10-26T06:00:00Z");
  });
});

describe("times as people read them", () => {
  test.each([
    ["2025-11-21T16:00:00Z", "today 17:00 local"],
    ["2025-11-22T07:00:00Z", "tomorrow 08:00 local"],
    ["2025-11-20T07:00:30Z", "yesterday 08:00:30 local"],
    ["2025-11-24T07:00:00Z", "24 Nov 08:00 local"],
    ["2026-01-02T23:30:00Z", "3 Jan 2026 00:30 local"],
    ["2125-11-21T14:06:12Z", "permanently (21 Nov 2125)"],
    ["whenever", "whenever"],
  ])("%s", (iso, words) => {
    expect(showTime(iso, env)).toBe(words);
  });

  test("in UTC there is one time", () => {
    expect(showTime("2025-11-21T16:00:00Z", { ...env, timeZone: "UTC" })).toBe("today 16:00 UTC");
  });
});

describe("rules that hold for any moment in any zone", () => {
  const moments = fc
    .integer({ min: Date.UTC(1975, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 })
    .map((seconds) => seconds * 1000);
  const zones = fc.constantFrom(...ZONES);

  test("what stands in a field for editing is read back as the same moment", () => {
    fc.assert(
      fc.property(moments, zones, moments, (at, timeZone, now) => {
        const iso = new Date(at).toISOString();
        const time = parseTime(editTime(iso, { now, timeZone }), { now, timeZone });
        expect(time.ok && time.at).toBe(at);
      }),
    );
  });

  test("a wall time is at most a clock change away from where it was typed, and its note says when it moved", () => {
    fc.assert(
      fc.property(moments, zones, (at, timeZone) => {
        const wall = new Date(at).toISOString().slice(0, 16).replace("T", " ");
        const time = parseTime(wall, { now: at, timeZone });
        if (!time.ok) throw new Error(time.message);
        const shown = editTime(time.iso, { now: at, timeZone });
        if (time.note === null) expect(shown.slice(0, 16)).toBe(wall);
        else expect(time.note).toMatch(/skip|twice/u);
      }),
    );
  });

  test("relative times do not care about zones", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), zones, zones, (hours, left, right) => {
        expect(isoOf(`+${hours}h`, left)).toBe(isoOf(`+${hours}h`, right));
      }),
    );
  });

  test("no text makes it throw", () => {
    const words = fc.constantFrom(
      "today",
      "mon",
      "+",
      "2h",
      "08:00",
      "2025-11-21",
      "T",
      "Z",
      "utc",
      " ",
      "32 nov",
      "-",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words).map((list) => list.join(" ")),
        ),
        (text) => {
          const time = parseTime(text, { ...env, forever: true });
          expect(time.ok ? Number.isFinite(time.at) : time.message.length > 0).toBe(true);
        },
      ),
    );
  });
});
