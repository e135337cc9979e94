import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { updatePlan } from "../../../src/areas/alert-configurations/form.ts";
import { SETTINGS_KINDS } from "../../../src/areas/settings-kinds.ts";
import { encodeBody, isJsonObject, revealSecret } from "../../../src/contract/json/json.ts";
import { setValue } from "../../../src/forms/edit.ts";
import { withBody } from "../../../src/forms/editor/editor.ts";
import { openForm } from "../../../src/forms/open.ts";
import { shapeOfPlan } from "../../../src/forms/plans.ts";
import { kindOf } from "../../../src/forms/schema/schema.ts";
import { bodyOf } from "../../../src/forms/sent.ts";
import { overlaid } from "../../../src/forms/settings-file/overlay.ts";
import { bodiesOf } from "../valid-bodies.ts";

/** What a file that names one field makes of a stored document, held against the form in which the same is set. */

const SWITCHES = SETTINGS_KINDS.filter(({ file }) => file.plan.operation.update === "merge").flatMap(({ file }) =>
  Object.entries(shapeOfPlan(file.plan).shape)
    .filter(([name, schema]) => kindOf(schema) === "toggle" && !file.notSettings.includes(name))
    .map(([name]) => [`${file.name}: ${name}`, name, file.plan] as const),
);

describe("a file that switches one thing off", () => {
  test.each(SWITCHES)("sends what the form sends (%s)", (_title, name, plan) => {
    fc.assert(
      fc.property(bodiesOf({ ...plan.operation }), (body) => {
        const received = encodeBody({ ...body, [name]: true }, revealSecret);
        if (!isJsonObject(received)) throw new Error("no object");
        const opened = openForm(plan, { mode: "merge", received });
        const byFile = withBody(plan, opened, overlaid(plan, opened.body, { [name]: false }));
        expect(bodyOf(plan, byFile)).toEqual(bodyOf(plan, setValue(plan, opened, [name], false)));
      }),
      { numRuns: 100 },
    );
  });
});

test("a file that leaves out a stored secret changes nothing: the service would keep it", () => {
  const stored = {
    eventTypeName: "NO_PRIMARY",
    enabled: true,
    notifications: [
      {
        typeName: "WEBHOOK",
        webhookUrl: "https://hooks/****a1",
        webhookSecret: "******",
        notifierId: "65f0000000000000000000a5",
      },
    ],
  };
  const file = { ...stored, notifications: [{ typeName: "WEBHOOK", webhookUrl: "https://hooks/****a1" }] };
  expect(overlaid(updatePlan, stored, file)).toEqual(stored);
});
