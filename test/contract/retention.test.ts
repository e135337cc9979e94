/** Nothing is kept longer than snapshots can be: the same bound wherever a body says how long. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MOST_DAYS, RETENTION_UNITS, retentionDays } from "../../src/contract/backup-policy.ts";
import { ScheduleBody } from "../../src/contract/backup-schedules.ts";
import { ComplianceBody } from "../../src/contract/compliance-policy.ts";
import type { Json } from "../../src/contract/json/json.ts";
import { type Body, violationsOf } from "../../src/contract/schema/body.ts";
import { ExpiryBody, TakeSnapshotBody } from "../../src/contract/snapshots.ts";

type Length = { readonly retentionValue: number; readonly retentionUnit: string };

const PERSON = {
  authorizedEmail: "ann@example.com",
  authorizedUserFirstName: "Ann",
  authorizedUserLastName: "Ode",
};

const daily = (length: Length) => ({ frequencyType: "daily", frequencyInterval: 1, ...length });

/** Where a body says how long, in a unit of its choice. */
const BY_UNIT: readonly (readonly [string, Body, (length: Length) => Json])[] = [
  ["an item of a schedule", ScheduleBody, (length) => ({ policies: [{ policyItems: [daily(length)] }] })],
  ["an item of a policy", ComplianceBody, (length) => ({ ...PERSON, scheduledPolicyItems: [daily(length)] })],
  [
    "snapshots on demand of a policy",
    ComplianceBody,
    (length) => ({
      ...PERSON,
      onDemandPolicyItem: { frequencyType: "ondemand", frequencyInterval: 1, ...length },
    }),
  ],
  [
    "the expiry of a snapshot",
    ExpiryBody,
    ({ retentionValue, retentionUnit }) => ({ retentionValue, retentionUnit: retentionUnit.toUpperCase() }),
  ],
];

/** Where it says so in days. */
const BY_DAYS: readonly (readonly [string, Body, (days: number) => Json])[] = [
  ["a snapshot on demand", TakeSnapshotBody, (retentionInDays) => ({ retentionInDays })],
  ["the window of a schedule", ScheduleBody, (restoreWindowDays) => ({ restoreWindowDays })],
  ["the window of a policy", ComplianceBody, (restoreWindowDays) => ({ ...PERSON, restoreWindowDays })],
  [
    "extra retention",
    ScheduleBody,
    (retentionDays) => ({ extraRetentionSettings: [{ frequencyType: "HOURLY", retentionDays }] }),
  ],
];

const numbers = fc.oneof(fc.integer({ min: 1, max: 2_147_483_647 }), fc.integer({ min: 1, max: 2 * MOST_DAYS }));

describe("a retention of at most 100 years is accepted, and no longer one:", () => {
  test.each(BY_UNIT)("%s", (_name, body, json) => {
    fc.assert(
      fc.property(numbers, fc.constantFrom(...RETENTION_UNITS), (retentionValue, retentionUnit) => {
        const isPossible = (retentionDays(retentionValue, retentionUnit) ?? 0) <= MOST_DAYS;
        expect(violationsOf(body, json({ retentionValue, retentionUnit })).length === 0).toBe(isPossible);
      }),
    );
  });

  test.each(BY_DAYS)("%s", (_name, body, json) => {
    fc.assert(
      fc.property(numbers, (days) => {
        expect(violationsOf(body, json(days)).length === 0).toBe(days <= MOST_DAYS);
      }),
    );
  });
});
