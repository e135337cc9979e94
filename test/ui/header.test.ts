import { expect, it } from "vitest";
import { type HeaderFacts, headerSpans } from "../../src/app/screen/header.ts";
import { UNICODE } from "../../src/app/symbols.ts";
import { withBudget } from "../../src/state/session/budget.ts";
import type { ServerClock } from "../../src/state/session/server-clock.ts";
import { widthOf } from "../../src/text/width.ts";

const LOCAL = Date.UTC(2026, 10, 21, 14, 6, 12);

function factsOf(serverClock: ServerClock | null): HeaderFacts {
  const session: HeaderFacts["session"] = {
    profile: "staging",
    environment: "other",
    sandbox: false,
    readOnly: null,
    orgName: null,
    groupId: null,
    groupName: "Payments",
    budgets: {},
    connection: { kind: "ok" },
    serverClock,
  };
  return { session, navigation: { cluster: null, frozen: false } };
}

function header(serverClock: ServerClock | null, width: number): string {
  const { spans } = headerSpans(factsOf(serverClock), UNICODE, width);
  return spans.map(({ text }) => text).join("");
}

const ahead = (seconds: number, speed = 1): ServerClock => ({ server: LOCAL + seconds * 1000, local: LOCAL, speed });

it("says how far the service's clock is from this machine's, from more than 30 s on", () => {
  expect(header(ahead(600), 120)).toContain("service clock 10m ahead");
  expect(header(ahead(-45), 120)).toContain("service clock 45s behind");
  expect(header(ahead(-599), 120)).toContain("service clock 10m behind");
  expect(header(ahead(600), 80)).toContain("clock +10m");
  expect(header(ahead(36_000), 80)).toContain("clock +10h");
  expect(header(ahead(30), 120)).not.toContain("clock");
  expect(header(null, 120)).not.toContain("clock");
  expect(header({ ...ahead(0), ignored: -LOCAL }, 120)).toContain("service clock 56y behind, ignored");
  expect(header({ ...ahead(0), ignored: LOCAL }, 80)).toContain("clock +56y, ignored");
});

it("shows the budget of requests, with its word, only when less than half is left or when it is asked for", () => {
  const headed = (remaining: number, width: number, showsBudget = false): string => {
    const budgets = withBudget({}, { set: "alerts", project: "" }, { limit: 100, remaining, at: LOCAL });
    const facts = { ...factsOf(null), showsBudget };
    const { spans } = headerSpans({ ...facts, session: { ...facts.session, budgets } }, UNICODE, width);
    return spans.map(({ text }) => text).join("");
  };
  for (const width of [60, 80, 160]) {
    expect(headed(100, width)).not.toContain("%");
    expect(headed(50, width)).not.toContain("%");
    expect(headed(49, width)).toContain("budget 49 %");
    expect(headed(100, width, true)).toContain("budget 100 %");
  }
});

it("does not call a service whose time runs faster, or stands still, wrong", () => {
  for (const speed of [0, 60]) expect(header(ahead(600, speed), 120)).not.toContain("clock");
});

it("cuts the organisation's name first, so that the project is always told", () => {
  const facts = factsOf(null);
  const where = (orgName: string, groupName: string, width: number): string => {
    const { spans } = headerSpans({ ...facts, session: { ...facts.session, orgName, groupName } }, UNICODE, width);
    return spans.map(({ text }) => text).join("");
  };
  const long = "Northern Payments and Settlement Platform Engineering GmbH & Co. KG";
  expect(where(long, "Payments", 80)).toMatch(/^ sextant {2}Northern Payments .*… › Payments +/u);
  expect(where("漢字".repeat(128), "Payments", 200)).toContain("… › Payments");
  expect(where("Acme", "Payments", 80)).toMatch(/^ sextant {2}Acme › Payments {2,}/u);
  expect(widthOf(where(long, long, 60))).toBe(60);
});
