import { expect, test } from "vitest";
import { encodeBody, revealSecret } from "../../src/contract/json/json.ts";
import { allOperations } from "../../src/contract/operations.ts";
import { violationsOf } from "../../src/contract/schema/body.ts";
import { emptyValue } from "../../src/forms/schema/schema.ts";

/** A merging write empties a field by sending its empty value: what the service refuses by itself is no empty value. */

const FIELDS = allOperations().flatMap(({ id, body, update }) =>
  body === null || update !== "merge"
    ? []
    : Object.entries(body.shape.shape).map(([name, schema]) => ({ id, body, name, empty: emptyValue(schema) })),
);

test("there are fields that can be emptied", () => {
  const known = FIELDS.filter(({ empty }) => empty !== undefined).map(({ id, name }) => `${id} ${name}`);
  expect(known).toEqual(
    expect.arrayContaining(["acknowledgeAlert acknowledgementComment", "updateBackupSchedule copySettings"]),
  );
});

test.each(FIELDS)("$id: $name sent empty breaks no rule of its own", ({ body, name, empty }) => {
  if (empty === undefined) return;
  const broken = violationsOf(body, encodeBody({ [name]: empty }, revealSecret));
  expect(broken.filter(({ path }) => path[0] === name)).toEqual([]);
});
