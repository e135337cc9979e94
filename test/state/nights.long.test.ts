/** A console that is left open for a day and a night, and many kills. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AlertConfigId } from "../../src/contract/schema/ids.ts";
import { MOST_A_MINUTE } from "../../src/state/session/budget.ts";
import { bundledProgram } from "../bundled-program.ts";
import { isWhole } from "../extent.ts";
import { alertId, PROJECT, testConsole } from "./console.ts";
import { type PendingCall, serviceError } from "./fake-client.ts";
import { killTypist } from "./kill-typist.ts";

const typist = await bundledProgram(join(import.meta.dirname, "typist.ts"));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const KILLS = isWhole ? 60 : 15;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nights-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a day and a night of faults, sleeps and changes: the budget holds, and nothing grows without end", async () => {
  const { store, clock, client, files } = testConsole();
  let turn = 0;
  const moments: number[] = [];
  client.respond = (call: PendingCall): void => {
    turn += 1;
    moments.push(clock.now());
    const isBadHour = Math.floor(clock.now() / HOUR) % 5 === 0;
    if (isBadHour && turn % 3 === 0) call.fail(serviceError("listAlerts", { kind: "unreachable" }));
    else if (isBadHour && turn % 7 === 0) {
      call.fail(serviceError("listAlerts", { kind: "refused", status: 429, retryAt: clock.now() + 30_000 }));
    } else {
      const rows = Array.from({ length: 20 }, (_, index) => ({
        id: alertId(index + (turn % 11)),
        status: "OPEN",
        clusterName: `cluster-${index}`,
        updated: String(Math.floor(turn / 4)),
      }));
      call.answer({ results: rows });
    }
  };
  const alerts = (status: "OPEN" | "TRACKING") =>
    ({ operation: "listAlerts", args: { params: { groupId: PROJECT }, query: { status } }, poll: "alerts" }) as const;
  store.resources.watch("main", [alerts("OPEN"), alerts("TRACKING")]);
  store.resources.watch("badges", [alerts("OPEN")]);
  for (let quarter = 0; quarter < 96; quarter += 1) {
    const args = { params: { groupId: PROJECT, alertConfigId: AlertConfigId.of(alertId(quarter)) } };
    store.resources.watch("side", [{ operation: "listAlertsByAlertConfigurationId", args, poll: "once" }]);
    store.navigation.focus(quarter % 3 === 0 ? "side" : "main");
    if (quarter % 20 === 19) clock.sleep(3 * HOUR);
    await clock.advance(15 * MINUTE);
  }
  const busiest = Math.max(
    ...moments.map((at) => moments.filter((other) => other >= at && other < at + MINUTE).length),
  );
  expect(client.made.length).toBeGreaterThan(5000);
  expect(busiest).toBeLessThan(MOST_A_MINUTE / 4);
  const state = store.getState();
  expect(state.activity.calls.length).toBeLessThanOrEqual(500);
  expect(state.notices.log.length).toBeLessThanOrEqual(200);
  expect(state.resources.listAlertsByAlertConfigurationId?.size).toBeLessThanOrEqual(101);
  expect(state.names.size).toBe(20);
  expect(files.writes).toBeLessThan(400);
  expect(clock.timers).toBeLessThanOrEqual(2);
});

test(`${KILLS} kills between two keys lose nothing that was said to be on disk`, async () => {
  for (let turn = 0; turn < KILLS; turn += 1) await killTypist(typist, folder, (turn * 13) % 90);
});
