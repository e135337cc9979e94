import fc from "fast-check";
import { enterSecret, keepSecret, leaveField, setText, setValue } from "../../src/forms/edit.ts";
import type { FormPlan } from "../../src/forms/form-plan.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { setKind } from "../../src/forms/kinds.ts";
import { addItem, moveItem, removeItem } from "../../src/forms/lists.ts";
import { refuse } from "../../src/forms/refusal.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { env } from "./plan-of.ts";

/** Edits as a person makes them, at random rows with random contents. */

export type Edit = {
  readonly row: number;
  readonly act: "text" | "choose" | "secret" | "keep" | "unset" | "add" | "remove" | "up" | "down" | "leave" | "refuse";
  readonly text: string;
};

/** The text of every secret that is ever entered: nothing that is written or shown may hold it. */
export const HIDDEN = "hush-hush-0123456789";

const texts = fc.oneof(
  fc.constantFrom(
    "",
    "0",
    "5",
    "60",
    "-1",
    "1.5",
    "yes",
    "off",
    "NO_PRIMARY",
    "OUTSIDE_METRIC_THRESHOLD",
    "TOO_MANY_ELECTIONS",
  ),
  fc.constantFrom(
    "dba@example.com",
    "+2h",
    "today 08:00",
    "CRITICAL",
    "#ops",
    "HOURS",
    "over",
    "WEBHOOK",
    "PAGER_DUTY",
    "GROUP",
    "[1,{}]",
  ),
  // Two asterisks are what masks are known by, and who types them into a plain field has typed them.
  fc.string({ maxLength: 8 }).map((text) => text.replaceAll("**", "*_")),
);

export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    row: fc.nat({ max: 60 }),
    act: fc.constantFrom(
      "text",
      "text",
      "choose",
      "secret",
      "keep",
      "unset",
      "add",
      "remove",
      "up",
      "down",
      "leave",
      "refuse",
    ),
    text: texts,
  }),
  { maxLength: 40 },
);

/** A form after one edit. */
export function afterOne(plan: FormPlan, state: FormState, edit: Edit): FormState {
  const rows = rowsOf(plan, state, env);
  const row = rows[edit.row % Math.max(1, rows.length)];
  if (row === undefined) return state;
  const { path } = row;
  switch (edit.act) {
    case "text":
      return setText(plan, state, path, edit.text, env);
    case "choose": {
      const choice =
        row.row === "field" ? row.field.choices[edit.text.length % Math.max(1, row.field.choices.length)] : undefined;
      if (row.row === "field" && row.field.isKind) return setKind(plan, state, path, choice?.value ?? edit.text);
      if (row.row === "field" && row.field.kind === "multi-choice")
        return setValue(plan, state, path, choice === undefined ? [] : [choice.value]);
      if (row.row === "field" && row.field.kind === "toggle")
        return setValue(plan, state, path, edit.text.length % 2 === 0);
      return choice === undefined ? state : setText(plan, state, path, choice.value, env);
    }
    case "secret":
      return row.row === "field" && row.field.kind === "secret"
        ? enterSecret(plan, state, path, `${HIDDEN}-${edit.row}`)
        : state;
    case "keep":
      return keepSecret(plan, state, path);
    case "unset":
      return setValue(plan, state, path, undefined);
    case "add":
      return addItem(plan, state, row.row === "add" || row.row === "item" ? row.list : path);
    case "remove":
      return removeItem(plan, state, path);
    case "up":
      return moveItem(plan, state, path, -1);
    case "down":
      return moveItem(plan, state, path, 1);
    case "leave":
      return leaveField(plan, state, path);
    case "refuse":
      return refuse(plan, state, [{ field: edit.text, message: "no" }], edit.row % 2 === 0 ? "refused" : null);
  }
}

/** A form after many edits. */
export const afterAll = (plan: FormPlan, state: FormState, list: readonly Edit[]): FormState =>
  list.reduce((current, edit) => afterOne(plan, current, edit), state);
