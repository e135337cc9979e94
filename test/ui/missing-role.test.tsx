import { describe, expect, it, onTestFinished } from "vitest";
import { visit } from "../../src/app/screen/visit.ts";
import { startWatching } from "../../src/app/screen/watching.ts";
import { MINUTE } from "../../src/text/durations.ts";
import { PROJECT } from "../state/console.ts";
import { serviceError } from "../state/fake-client.ts";
import { settle } from "../state/fake-clock.ts";
import { type Desk, type DeskOptions, json, openDesk } from "./form/desk.ts";
import { CONFIG_ID, stored } from "./form/setups.ts";

/** An action that was refused for want of a role is not offered again at once, and is possible again without a new start. */

const operation = "toggleAlertConfiguration";
const turnOff = {
  operation,
  params: { groupId: PROJECT, alertConfigId: CONFIG_ID },
  body: { enabled: false },
  title: "Turn off",
  name: "no primary",
} as const;

const list = { listAlertConfigurations: json({ results: [stored({})], totalCount: 1 }) };

/** A list with one alert configuration, which is selected. */
async function selected(options: DeskOptions = {}): Promise<Desk> {
  const desk = await openDesk({ columns: 120, ...options });
  desk.answer({
    ...list,
    [operation]: (call) =>
      call.fail(serviceError(operation, { kind: "refused", status: 401, code: "USER_UNAUTHORIZED" })),
  });
  onTestFinished(startWatching(desk.app, desk.clock.after));
  visit(desk.app, { area: "alert-configurations", ids: [] });
  await desk.clock.advance(1000);
  await desk.until("no primary");
  await desk.press("down");
  return desk;
}

/** The same, and the role to change it was missing. */
async function refused(): Promise<Desk> {
  const desk = await selected();
  await desk.store.send.one(turnOff);
  // From now on somebody has the role.
  desk.answer({ ...list, [operation]: json(stored({ enabled: false })) });
  await settle();
  return desk;
}

/** Chooses the action in the menu; with the role for it, that opens its review. */
async function tryAgain(desk: Desk): Promise<void> {
  await desk.press("a");
  await desk.until(/4 Turn off/u);
  await desk.press("4");
}

describe("an action whose role was missing", () => {
  it("says which roles would do, and what to press once one is granted", async () => {
    const desk = await refused();
    await tryAgain(desk);
    expect(desk.said).toBe("requires Organization Owner or Project Owner; once granted, press r (Turn off)");
    expect(desk.top?.kind).toBe("menu");
  });

  it.each<[string, (desk: Desk) => Promise<unknown>]>([
    ["once r was pressed", (desk) => desk.press("r")],
    ["after some minutes by itself", (desk) => desk.clock.advance(6 * MINUTE)],
    ["once it succeeded in another way", (desk) => desk.store.send.one(turnOff)],
  ])("is possible again %s", async (_when, pass) => {
    const desk = await refused();
    await pass(desk);
    await tryAgain(desk);
    await desk.until(/▌Review/u);
  });
});

describe("an action whose role is not among those that the profile states", () => {
  it("says which roles would do, and sends nothing", async () => {
    const desk = await selected({ connection: { roles: ["Project Read Only"] } });
    await tryAgain(desk);
    expect(desk.said).toBe("requires Organization Owner or Project Owner, which the profile does not list (Turn off)");
    expect(desk.top?.kind).toBe("menu");
  });

  it("is possible where one of them would do", async () => {
    const desk = await selected({ connection: { roles: ["Project Owner"] } });
    await tryAgain(desk);
    await desk.until(/▌Review/u);
  });
});
