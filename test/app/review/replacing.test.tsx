import { describe, expect, it } from "vitest";
import { openWrite } from "../../../src/app/review/open.ts";
import type { Target, WritePlan } from "../../../src/areas/model/effect.ts";
import { askDocument, documentOf } from "../../../src/areas/queries/document.ts";
import type { JsonObject } from "../../../src/contract/json/json.ts";
import { AlertConfigId } from "../../../src/contract/schema/ids.ts";
import { id } from "../../areas/answers.ts";
import { PROJECT } from "../../state/console.ts";
import { serviceError } from "../../state/fake-client.ts";
import { settle } from "../../state/fake-clock.ts";
import { type Desk, json, openDesk } from "../../ui/form/desk.ts";
import { stored, togglePlan } from "../../ui/form/setups.ts";

/** Writes that replace a whole: what others changed while their review stood is never written over (`domain.md` 1.6). */

const target = (number: number): Target => ({
  id: id(number),
  name: `configuration ${number}`,
  params: { groupId: PROJECT, alertConfigId: id(number) },
});

const configurationArgs = (name: string) => ({
  params: { groupId: PROJECT, alertConfigId: AlertConfigId.parse(name) },
});

/** The configurations as the service holds them; an error stands for one that it does not tell. */
type Stored = Map<string, JsonObject | Error>;

/** Raises the severity of some, and leaves all else as it is. */
const raise = (...numbers: readonly number[]): WritePlan =>
  togglePlan({
    operation: "updateAlertConfiguration",
    title: "Raise the severity",
    button: "Raise",
    targets: numbers.map(target),
    body: () => ({ ...stored(), severityOverride: "WARNING" }),
    replaces: {
      read: async (ask, { id: name }) =>
        (await askDocument(ask, "getAlertConfiguration", configurationArgs(name))).document,
      bodyOf: (_target, now) =>
        now["severityOverride"] === "ERROR"
          ? "somebody else changed its severity. Look at it first."
          : { ...now, severityOverride: "WARNING" },
    },
  });

const of = (configurations: Stored, params: unknown): JsonObject | Error => {
  const found = [...configurations].find(([name]) => JSON.stringify(params).includes(name));
  return found?.[1] ?? new Error("none");
};

async function deskOn(configurations: Stored): Promise<Desk> {
  const desk = await openDesk({ columns: 120, rows: 40 });
  desk.answer({
    getAlertConfiguration: (call) => {
      const now = of(configurations, call.args.params);
      if (now instanceof Error) call.fail(now);
      else json(now)(call);
    },
    updateAlertConfiguration: (call) => json(documentOf(call.args.body))(call),
  });
  return desk;
}

const REMOVED = serviceError("getAlertConfiguration", { kind: "refused", status: 404, code: "ALERT_CONFIG_NOT_FOUND" });
const UNREADABLE = serviceError("getAlertConfiguration", { kind: "refused", status: 500 });

describe("writes that replace what is stored", () => {
  it("are made of what is stored when each is sent", async () => {
    const configurations: Stored = new Map([1, 2].map((number) => [id(number), stored()]));
    const desk = await deskOn(configurations);
    openWrite(desk.app, raise(1, 2));
    await desk.until("Enter  Raise");
    configurations.set(id(2), stored({ enabled: false }));
    await desk.press("enter");
    await desk.until("2 of 2 done");
    expect(desk.sent("updateAlertConfiguration")).toEqual([
      stored({ severityOverride: "WARNING" }),
      stored({ severityOverride: "WARNING", enabled: false }),
    ]);
  });

  it("leave out what cannot be read or differs, say why, and send the rest", async () => {
    const configurations: Stored = new Map([1, 2, 3, 4].map((number) => [id(number), stored()]));
    const desk = await deskOn(configurations);
    openWrite(desk.app, raise(1, 2, 3, 4));
    await desk.until("Enter  Raise");
    configurations
      .set(id(1), REMOVED)
      .set(id(2), UNREADABLE)
      .set(id(3), stored({ severityOverride: "ERROR" }));
    await desk.press("enter");
    const frame = await desk.until("1 of 4 done, 3 not sent");
    expect(frame).toMatch(/configuration 1 {2}not sent\s+Not sent: deleted by somebody else/u);
    expect(frame).toMatch(
      /configuration 2 {2}not sent\s+Not sent, because its current state could not be read: .*Press R to retry/su,
    );
    expect(frame).toMatch(
      /configuration 3 {2}not sent\s+Not sent: somebody else changed its severity\. Look at it first/u,
    );
    expect(desk.sent("updateAlertConfiguration")).toHaveLength(1);
  });

  it("that are retried are made anew, too", async () => {
    const configurations: Stored = new Map([1, 2].map((number) => [id(number), stored()]));
    const desk = await deskOn(configurations);
    openWrite(desk.app, raise(1, 2));
    await desk.until("Enter  Raise");
    configurations.set(id(2), UNREADABLE);
    await desk.press("enter");
    await desk.until("1 of 2 done, 1 not sent");
    configurations.set(id(2), stored({ enabled: false }));
    await desk.press("R");
    await desk.until("2 of 2 done");
    expect(desk.sent("updateAlertConfiguration")).toEqual([
      stored({ severityOverride: "WARNING" }),
      stored({ severityOverride: "WARNING", enabled: false }),
    ]);
  });

  it("are made anew where there is only one, and say in its review why it is not sent", async () => {
    const configurations: Stored = new Map([[id(1), stored({ severityOverride: "ERROR" })]]);
    const desk = await deskOn(configurations);
    openWrite(desk.app, raise(1));
    await desk.until("Enter  Raise");
    await desk.press("enter");
    const frame = await desk.until("Not sent: somebody else changed its severity");
    expect(frame).toContain("r  try again");
    expect(desk.sent("updateAlertConfiguration")).toEqual([]);
    await desk.press("r");
    await desk.until("Enter  Raise");
    configurations.set(id(1), stored({ enabled: false }));
    await desk.press("enter");
    await settle();
    expect(desk.sent("updateAlertConfiguration")).toEqual([stored({ severityOverride: "WARNING", enabled: false })]);
  });
});
