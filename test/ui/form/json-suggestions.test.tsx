import { expect, it } from "vitest";
import { edit } from "../../../src/app/form/layer.ts";
import { openSetup } from "../../../src/app/form/open.ts";
import { update } from "../../../src/areas/auditing/form.ts";
import { setText } from "../../../src/forms/edit.ts";
import { Answers } from "../../areas/answers.ts";
import { PROJECT } from "../../state/console.ts";
import { json, openDesk } from "./desk.ts";

/** Suggestions of a field that holds a document. */

it("are all of them, whatever is typed in the field: nobody types a document to look for one", async () => {
  const desk = await openDesk({ columns: 120, rows: 40 });
  desk.answer({
    getAuditingConfiguration: json({ enabled: true, auditFilter: "{}", auditAuthorizationSuccess: false }),
  });
  openSetup(desk.app, update(new Answers().context({ scope: { groupId: PROJECT } })));
  await desk.until("as of");
  while (desk.layer("form").focus !== "auditFilter") await desk.press("down");
  for (const text of ["{}x", '{ "a": 1 }']) {
    edit(desk.app, (state, { setup }, env) => setText(setup.plan, state, ["auditFilter"], text, env));
    await desk.press("ctrl+space");
    await desk.until("Failed logins");
    await desk.until("One user's reads and writes");
    await desk.press("escape");
    expect(desk.layer("form").state.texts["auditFilter"]?.text).toBe(text);
  }
});
