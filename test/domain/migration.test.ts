/** Phases, expiry and readings of a migration, and the forecast along the life of one of the embedded service. */
import { describe, expect, test } from "vitest";
import { Migration } from "../../src/contract/live-migration.ts";
import { forecast } from "../../src/domain/live-migration/forecast.ts";
import {
  CUT_OVER_WITHIN,
  expiresAt,
  lowLag,
  type MigrationFacts,
  migrationProgress,
  readySince,
  stateChanges,
  worstLag,
} from "../../src/domain/live-migration/migration.ts";
import { quietHour } from "../../src/domain/live-migration/quiet-hour.ts";
import type { Ring } from "../../src/domain/sample-ring.ts";
import { CATCH_UP_SECONDS, lagAt } from "../../src/service/live-migration/lag.ts";

const START = Date.parse("2025-11-21T00:00:00Z");
const HOUR = 3_600_000;
const NOTHING: MigrationFacts = { validated: null, cutOverAt: null };

const sample = (second: number, value: number | null, state: string) => ({ at: START + second * 1000, value, state });
const COPYING: Ring = [sample(0, null, "NEW"), sample(20, null, "WORKING"), sample(30, null, "WORKING")];
const FOLLOWING: Ring = [...COPYING, sample(40, 900, "WORKING"), sample(50, 400, "WORKING")];
const LOW: Ring = [
  ...FOLLOWING,
  sample(60, 4, "WORKING"),
  sample(70, 3, "WORKING ready"),
  sample(80, 2, "WORKING ready"),
];

const migration = (status: string, lagTimeSeconds: number | null = null, readyForCutover = false): Migration =>
  Migration.parse({ status, lagTimeSeconds, readyForCutover });
const strip = (one: Migration, ring: Ring, facts = NOTHING): string =>
  migrationProgress(one, ring, facts)
    .steps.map(({ state }) => ({ past: "✓", now: "●", "to-come": ".", "broken-off": "✗", unknown: "?" })[state])
    .join("");

describe("the phase strip", () => {
  test.each([
    ["new", migration("NEW"), COPYING.slice(0, 1), "?....."],
    ["copying", migration("WORKING"), COPYING, "?●...."],
    ["copying, nothing read yet", migration("WORKING"), [], "?●...."],
    ["catching up", migration("WORKING", 900), FOLLOWING, "?✓●..."],
    ["catching up with a lag of nothing", migration("WORKING", 0), FOLLOWING, "?✓●..."],
    ["a break in replication is no new copy", migration("WORKING"), FOLLOWING, "?✓●..."],
    ["ready", migration("WORKING", 3, true), LOW, "?✓✓●.."],
    ["done", migration("COMPLETE"), LOW, "?✓✓✓✓✓"],
    ["failed while copying", migration("FAILED"), COPYING, "?✗...."],
    ["failed while catching up", migration("FAILED"), FOLLOWING, "?✓✗..."],
    ["expired", migration("EXPIRED"), LOW, "?✓✓✗.."],
    ["failed, and nobody looked", migration("FAILED"), [], "?....."],
  ])("%s", (_, one, ring, expected) => expect(strip(one, ring)).toBe(expected));

  test("knows of a cut-over only from here, and of a validation", () => {
    expect(strip(migration("WORKING", 3, true), LOW, { validated: true, cutOverAt: START })).toBe("✓✓✓✓●.");
    expect(migrationProgress(migration("FAILED"), LOW, { validated: true, cutOverAt: START }).ended).toBe("failed");
  });

  test("shows a status that it does not know as it is", () => {
    const known = migrationProgress(migration("PAUSED", 5), FOLLOWING, NOTHING);
    expect(known).toMatchObject({ status: "PAUSED", isKnownStatus: false, ended: null, phase: "catching-up" });
    expect(strip(migration("PAUSED", 5), FOLLOWING)).toBe("?✓?...");
    expect(strip(migration("PAUSED"), [])).toBe("??????");
  });
});

describe("the time to cut over", () => {
  test("ends 120 hours after ready was first seen, however often it is seen", () => {
    expect(expiresAt(FOLLOWING)).toBeNull();
    expect(readySince(LOW)).toBe(START + 70_000);
    expect(expiresAt([...LOW, sample(90, 2, "WORKING"), sample(100, 2, "WORKING ready")])).toBe(
      START + 70_000 + CUT_OVER_WITHIN,
    );
  });

  test("rests on three low readings in a row; one that is not told is none", () => {
    expect(lowLag([])).toMatchObject({ inARow: 0, isLow: false, newest: null });
    expect(lowLag(FOLLOWING)).toMatchObject({ inARow: 0, isLow: false, newest: { value: 400 } });
    expect(lowLag(LOW.slice(0, -1))).toMatchObject({ inARow: 2, isLow: false });
    expect(lowLag(LOW)).toMatchObject({ inARow: 3, isLow: true });
    expect(lowLag([...LOW, sample(90, null, "WORKING ready")])).toMatchObject({
      inARow: 0,
      isLow: false,
      newest: null,
    });
    expect(lowLag([...LOW, sample(90, 6, "WORKING ready")])).toMatchObject({ inARow: 0, isLow: false });
  });

  test("knows the worst lag, and when each phase began", () => {
    expect(worstLag(LOW)).toEqual({ value: 900, at: START + 40_000 });
    expect(worstLag(COPYING)).toBeNull();
    expect(stateChanges(LOW).map(({ at }) => (at - START) / 1000)).toEqual([0, 20, 40, 70]);
  });
});

describe("the quiet hour", () => {
  /** A day of readings each minute: the lag grows by day and falls by night, fastest at three. */
  const day: Ring = Array.from({ length: 24 * 60 }, (_, minute) => {
    const value = Array.from({ length: minute }, (_, each) =>
      Math.floor(each / 60) === 3 ? -8 : Math.floor(each / 60) < 6 ? -2 : 1,
    ).reduce((sum, change) => sum + change, 2000);
    return sample(minute * 60, value, "WORKING ready");
  });

  test("is the next one in which the lag grew least", () => {
    const now = START + 24 * HOUR;
    expect(quietHour(day, now, now + CUT_OVER_WITHIN)).toMatchObject({ from: START + 27 * HOUR, knownHours: 24 });
    expect(quietHour(day, now + 3 * HOUR, now + CUT_OVER_WITHIN)?.from).toBe(START + 51 * HOUR);
  });

  test("lies within the time that is left, and is not guessed from a few hours", () => {
    const now = START + 24 * HOUR;
    const soon = quietHour(day, now, now + 2.5 * HOUR);
    expect(soon?.to).toBeLessThanOrEqual(now + 2.5 * HOUR);
    expect(quietHour(day, now, now + HOUR)).toBeNull();
    expect(quietHour(day.slice(0, 240), now, now + CUT_OVER_WITHIN)).toBeNull();
  });
});

describe("the forecast along a migration of the embedded service", () => {
  const STEP = 10;
  const seeds = Array.from({ length: 12 }, (_, index) => `migration ${index}`);
  const ringOf = (seed: string, seconds: number): Ring =>
    Array.from({ length: Math.floor(seconds / STEP) + 1 }, (_, index) =>
      sample(index * STEP, lagAt(seed, index * STEP), "WORKING"),
    );
  const endOf = (seed: string): number => {
    for (let second = 0; ; second += STEP) if (lagAt(seed, second) <= 5) return second;
  };

  test("holds what comes at most of its stages, and says nothing while a bump grows", () => {
    let said = 0;
    let correct = 0;
    let onTheRise = 0;
    for (const seed of seeds) {
      const end = endOf(seed);
      for (const part of [0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 0.9]) {
        const second = Math.floor((part * CATCH_UP_SECONDS) / STEP) * STEP;
        const answer = forecast(ringOf(seed, second), START + second * 1000);
        if (answer.kind !== "expected") continue;
        said += 1;
        const came = START + end * 1000;
        if (came >= answer.earliest && came <= answer.latest) correct += 1;
      }
      const rising = Math.floor((0.35 * CATCH_UP_SECONDS) / STEP) * STEP;
      if (forecast(ringOf(seed, rising), START + rising * 1000).kind === "silent") onTheRise += 1;
    }
    expect(said).toBeGreaterThan(seeds.length * 4);
    expect(correct / said).toBeGreaterThan(0.8);
    expect(onTheRise).toBeGreaterThan(seeds.length / 2);
  });
});
