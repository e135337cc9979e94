import { expect, it } from "vitest";
import { openSetup } from "../../../src/ui/form/open.ts";
import { serviceError } from "../../state/fake-client.ts";
import { json, openDesk } from "../form/desk.ts";
import { editSetup, stored } from "../form/setups.ts";

it("says that what is edited was deleted meanwhile, and keeps what was filled in", async () => {
  const desk = await openDesk();
  desk.answer({ getAlertConfiguration: json(stored()) });
  openSetup(desk.console, editSetup());
  await desk.until("read at");
  while (desk.layer("form").focus !== "severityOverride") await desk.press("down");
  await desk.press("right");
  desk.answer({
    getAlertConfiguration: (call) => call.fail(serviceError("getAlertConfiguration", { kind: "refused", status: 404 })),
  });
  await desk.press("ctrl+s");
  await desk.until("Deleted by somebody else meanwhile");
  await desk.press("escape");
  expect(desk.layer("form").state.body["severityOverride"]).not.toBe("CRITICAL");
});
