import { expect, it } from "vitest";
import type { ServerClock } from "../../src/state/server-clock.ts";
import { type HeaderFacts, headerSpans } from "../../src/ui/shell/header.ts";
import { UNICODE } from "../../src/ui/symbols.ts";

const LOCAL = Date.UTC(2026, 10, 21, 14, 6, 12);

function header(serverClock: ServerClock | null, width: number): string {
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
  const { spans } = headerSpans({ session, navigation: { cluster: null, frozen: false } }, UNICODE, width);
  return spans.map(({ text }) => text).join("");
}

const ahead = (seconds: number, speed = 1): ServerClock => ({ server: LOCAL + seconds * 1000, local: LOCAL, speed });

it("says how far the service's clock is from this machine's, from more than 30 s on", () => {
  expect(header(ahead(600), 120)).toContain("service clock 10m ahead");
  expect(header(ahead(-45), 120)).toContain("service clock 45s behind");
  expect(header(ahead(600), 80)).toContain("clock +10m");
  expect(header(ahead(36_000), 80)).toContain("clock +10h");
  expect(header(ahead(30), 120)).not.toContain("clock");
  expect(header(null, 120)).not.toContain("clock");
});

it("does not call a service whose time runs faster, or stands still, wrong", () => {
  for (const speed of [0, 60]) expect(header(ahead(600, speed), 120)).not.toContain("clock");
});
