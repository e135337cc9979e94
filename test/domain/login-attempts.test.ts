import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AccessLog } from "../../src/contract/access-history.ts";
import { attemptsOf } from "../../src/domain/login-attempts.ts";

const Row: fc.Arbitrary<AccessLog> = fc.record({
  timestamp: fc.constantFrom("2026-11-26T08:00:00Z", "2026-11-26T08:00:01Z", "2026-11-26T08:00:02Z", "no time"),
  hostname: fc.constantFrom("a", "b"),
  username: fc.constantFrom("ann", "ben"),
});

describe("attempts of several lists", () => {
  test("stand newest first, each event once, those of one time in the order of the lists", () => {
    fc.assert(
      fc.property(fc.array(fc.array(Row, { maxLength: 12 }), { maxLength: 3 }), (lists) => {
        const attempts = attemptsOf(lists.map((rows, index) => ({ cluster: `c${index}`, rows })));
        const textOf = ({ timestamp, hostname, username }: AccessLog): string => `${timestamp} ${hostname} ${username}`;
        const timed = lists.flat().filter(({ timestamp }) => timestamp !== "no time");
        const wanted = [...new Set(timed.map(textOf))].toSorted((one, other) =>
          other.slice(0, 20).localeCompare(one.slice(0, 20)),
        );
        expect(attempts.map(({ record }) => textOf(record))).toEqual(wanted);
      }),
    );
  });

  test("are told apart however many are of one time, and stand once where two lists have them", () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, index): AccessLog => ({ timestamp: "2026-11-26T08:00:00Z", username: `u${index}` }),
    );
    const attempts = attemptsOf([
      { cluster: "a", rows },
      { cluster: "b", rows: rows.map((row) => ({ ...row })) },
    ]);
    expect(attempts.length).toBe(new Set(attempts.map(({ id }) => id)).size);
    expect(attempts.length).toBeGreaterThan(19_990);
  });
});
