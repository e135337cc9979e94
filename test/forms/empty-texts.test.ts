import { expect, it } from "vitest";
import { operations } from "../../src/contract/operations.ts";
import { openForm } from "../../src/forms/open.ts";
import { withValue } from "../../src/forms/paths.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { env, planOf } from "./plan-of.ts";

/** An empty text that has to be there is said to be required, whatever pattern or length its field has. */

const taking = Object.values(operations).filter(({ body, method }) => body !== null && method !== "GET");

it.each(taking.map((operation) => [operation.id, operation] as const))("%s", (_id, operation) => {
  const plan = planOf(operation);
  const state = openForm(plan, { mode: "create" });
  for (const row of rowsOf(plan, state, env)) {
    if (row.row !== "field" || !row.field.required || !["text", "choice-or-other"].includes(row.field.kind)) continue;
    const emptied = openForm(plan, { mode: "create", initial: withValue(state.body, row.path, "") });
    const found = problemsOf(plan, emptied, env).filter(({ path }) => path.join(".") === row.path.join("."));
    expect([row.path.join("."), found.map(({ message }) => message)]).toEqual([row.path.join("."), ["required"]]);
  }
});
