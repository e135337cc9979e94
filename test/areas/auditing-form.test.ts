import { describe, expect, it } from "vitest";
import { plan } from "../../src/areas/auditing/form.ts";
import { setValue } from "../../src/forms/edit.ts";
import { openForm } from "../../src/forms/open.ts";
import { reviewOf } from "../../src/forms/review.ts";
import { NOW } from "./answers.ts";

/** Changing what is audited: what is said to cost, and when. */

const env = { now: NOW, timeZone: "UTC" };
const LOGINS = '{"atype":"authenticate"}';
const EVERYTHING = "{}";
const SLOW = "Auditing successful authorization checks can slow down every operation.";

type Settings = { enabled: boolean; auditAuthorizationSuccess: boolean; auditFilter: string };

function warningsOf(stored: Settings, change: Partial<Settings>): readonly string[] {
  const opened = openForm(plan, { mode: "merge", received: stored });
  const state = Object.entries(change).reduce((form, [name, value]) => setValue(plan, form, [name], value), opened);
  return reviewOf(plan, state, { current: stored, asOf: NOW, request: { method: "PATCH", path: "/" }, env }).warnings;
}

describe("the cost of successful authorization checks", () => {
  const on = { enabled: true, auditAuthorizationSuccess: true, auditFilter: EVERYTHING };

  it.each<[string, Settings, Partial<Settings>]>([
    ["they are asked for", { ...on, auditAuthorizationSuccess: false }, { auditAuthorizationSuccess: true }],
    ["the filter begins to match them", { ...on, auditFilter: LOGINS }, { auditFilter: EVERYTHING }],
    ["auditing is turned on, and they were asked for before", { ...on, enabled: false }, { enabled: true }],
  ])("is said where %s", (_case, stored, change) => {
    expect(warningsOf(stored, change)).toContain(SLOW);
  });

  it.each<[string, Settings, Partial<Settings>]>([
    ["they are in the log already", on, { auditFilter: '{"atype":"authCheck"}' }],
    [
      "the filter matches none",
      { ...on, auditAuthorizationSuccess: false, auditFilter: LOGINS },
      { auditAuthorizationSuccess: true },
    ],
    ["nothing is audited", { ...on, enabled: false, auditFilter: LOGINS }, { auditFilter: EVERYTHING }],
  ])("is not said where %s", (_case, stored, change) => {
    expect(warningsOf(stored, change)).not.toContain(SLOW);
  });
});
