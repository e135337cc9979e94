import fc from "fast-check";
import type { z } from "zod";
import type { FormSetup } from "../../src/areas/model/effect.ts";
import {
  type BodyObject,
  encodeBody,
  isJsonObject,
  type JsonObject,
  revealSecret,
  valueAt,
} from "../../src/contract/json/json.ts";
import { hintOf } from "../../src/contract/schema/hints.ts";
import { setText, setValue } from "../../src/forms/edit.ts";
import type { FormMode, FormPlan } from "../../src/forms/form-plan.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { openForm } from "../../src/forms/open.ts";
import { patternOf } from "../../src/forms/paths.ts";
import { shapeOfPlan } from "../../src/forms/plans.ts";
import type { FieldRow } from "../../src/forms/row-types.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { elementOf, isGroup, variantsIn } from "../../src/forms/schema/schema.ts";
import { isSample } from "../extent.ts";
import { env } from "../forms/plan-of.ts";
import { bodiesOf } from "../forms/valid-bodies.ts";
import type { WalkedForm } from "./walk.ts";

/** Which fields of a request a form shows, over many valid bodies of it. */

type Schema = z.core.$ZodType;

/** The fields of a group that a person can fill in, as patterns: `notifications[].delayMin`. A list of groups is its fields. */
export function patternsOf(schema: Schema, above = ""): readonly string[] {
  const variants = variantsIn(schema);
  const shapes = variants === undefined ? [schema] : [...variants.variants.values()];
  const found = shapes.flatMap((shape) =>
    Object.entries(fieldsOf(shape)).flatMap(([name, field]): readonly string[] => {
      const hint = hintOf(field);
      if (hint.internal === true || hint.readOnly === true) return [];
      const path = above === "" ? name : `${above}.${name}`;
      const element = elementOf(field);
      if (element !== undefined && isGroup(element)) return patternsOf(element, `${path}[]`);
      return isGroup(field) ? patternsOf(field, path) : [path];
    }),
  );
  return [...new Set(found)];
}

function fieldsOf(schema: Schema): Readonly<Record<string, Schema>> {
  let inner: unknown = schema;
  // Channel `optional` and its kin to the object.
  while (typeof inner === "object" && inner !== null && "def" in inner) {
    const { def } = inner;
    if (typeof def !== "object" || def === null) break;
    if ("shape" in def && typeof def.shape === "object" && def.shape !== null) return { ...def.shape };
    inner = "innerType" in def ? def.innerType : undefined;
  }
  return {};
}

/** Bodies are drawn in batches, the same each time, until every field was seen or so many batches brought no more. */
const BATCHES = 6;
const BATCH = 20;

const modeOf = (plan: FormPlan): FormMode => (plan.operation.update === "merge" ? "merge" : "replace");

/** The form of an update on a stored document. */
export const openOn = (plan: FormPlan, received: JsonObject): FormState =>
  openForm(plan, { mode: modeOf(plan), received });

/** A form on a body: as that of a new thing, or as what was received. */
export function formOn({ plan, base }: Pick<FormSetup, "plan" | "base">, body: BodyObject): FormState {
  if (base === undefined) return openForm(plan, { mode: "create", initial: body });
  const received = encodeBody(body, revealSecret);
  return openOn(plan, isJsonObject(received) ? received : {});
}

/** The form on bodies that its operation accepts. */
const drawn = (setup: Pick<FormSetup, "plan" | "base">, seed: number, count = BATCH): readonly FormState[] =>
  fc.sample(bodiesOf(setup.plan.operation), { numRuns: count, seed }).map((body) => formOn(setup, body));

/** Bodies that a form may be opened on: what is stored, and some that its operation accepts, a third of them in a sample. */
export const bodiesFor = ({ setup, stored }: WalkedForm, drawnOf: number): readonly BodyObject[] => [
  ...(stored === null ? [] : [stored]),
  ...drawn(setup, 1, isSample ? Math.ceil(drawnOf / 3) : drawnOf).map(({ body }) => body),
];

/** Other values that a person could give a field: numbers beside its own, the other answer, the next choice, another text. */
function otherValues({ field }: FieldRow, value: unknown): readonly string[] {
  if (typeof value === "number") return [String(value + 1), String(value - 1)];
  const choices = field.choices.filter(({ value: other }) => other !== String(value));
  if (choices.length > 0) return choices.slice(0, 2).map(({ value: other }) => other);
  return field.kind === "text" ? ["somebody.else@example.org"] : [];
}

/** A form with each of its fields changed alone. */
export const withOneChanged = (plan: FormPlan, state: FormState): readonly FormState[] =>
  rowsOf(plan, state, env).flatMap((row) => {
    if (row.row !== "field") return [];
    const value = valueAt(state.body, row.path);
    if (typeof value === "boolean") return [setValue(plan, state, row.path, !value)];
    return otherValues(row, value).map((text) => setText(plan, state, row.path, text, env));
  });

/** The form on what is stored, and with each field of it changed. */
function onStored(plan: FormPlan, stored: JsonObject): readonly FormState[] {
  const state = openOn(plan, stored);
  return [state, ...withOneChanged(plan, state)];
}

/** The rows of all fields that a form shows. */
export function fieldRows({ setup, stored }: WalkedForm): readonly FieldRow[] {
  const { plan } = setup;
  let rows: readonly FieldRow[] = [];
  for (let seed = 0; seed <= BATCHES; seed += 1) {
    const states = seed > 0 ? drawn(setup, seed) : stored === null ? [] : onStored(plan, stored);
    const found = states.flatMap((state) => rowsOf(plan, state, env).filter((row) => row.row === "field"));
    // Of each field once: what it is called is the same wherever it stands.
    rows = [...new Map([...rows, ...found].map((row) => [`${patternOf(row.path)} ${row.field.label}`, row])).values()];
    if (unshown(plan, rows).length === 0) break;
  }
  return rows;
}

/** The fields of a form's request that none of its rows shows; what is shown as a whole (as JSON) shows all that is in it. */
export function unshown(plan: FormPlan, rows: readonly FieldRow[]): readonly string[] {
  const shown = new Set(rows.map(({ path }) => patternOf(path)));
  return patternsOf(shapeOfPlan(plan)).filter(
    (pattern) =>
      ![...shown].some((one) => pattern === one || pattern.startsWith(`${one}.`) || pattern.startsWith(`${one}[`)),
  );
}

/** Why a form does not show a field, in the words of its plan. */
export function reasonOf(plan: FormPlan, pattern: string): string | null {
  const context = { subject: {}, body: {}, base: null, mode: "create" as const };
  const field = plan.fields.find(
    ({ path, when }) => when !== undefined && (pattern === path || pattern.startsWith(`${path}.`)),
  );
  return field?.when?.(context).because ?? null;
}
