import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { draftKeyOf } from "../../../src/app/form/draft-key.ts";
import { envOf } from "../../../src/app/form/env.ts";
import { changeFormLayer, fieldWithKeys, focusOn, openForm } from "../../../src/app/form/layer.ts";
import { openSetup } from "../../../src/app/form/open.ts";
import { allRows } from "../../../src/app/form/rows.ts";
import { entryValue, pickerEntries } from "../../../src/app/layers/picker-entries.ts";
import { layerOf } from "../../../src/app/workspace.ts";
import type { FormSetup } from "../../../src/areas/model/effect.ts";
import { type BodyObject, sameJson } from "../../../src/contract/json/json.ts";
import { setText } from "../../../src/forms/edit.ts";
import { bodyAt } from "../../../src/forms/paths.ts";
import type { FieldRow } from "../../../src/forms/row-types.ts";
import type { Suggestion } from "../../../src/forms/suggestion.ts";
import type { WalkedForm } from "../../areas/walk.ts";
import { Desk } from "./desk.ts";

/**
 * Somebody types into every field of every form and leaves it in every way there is. What was typed is in the body, stands in the
 * field or its draft, or is refused in words that name it.
 */

const TEXTS = fc.oneof(
  fc.constantFrom(
    "7",
    "12 min",
    "80 %",
    "198.51.100.7",
    "10.0.0.0/8, 192.0.2.1",
    "ops@acme.example ",
    "+2h",
    "2031-05-06 10:00",
  ),
  fc.constantFrom("yes", "no", "{}", '{"a": 1}', "a", "-", "prod-eu", "S20_HIGHCPU_NVME", "ünï 漢字", "x".repeat(60)),
  fc.stringMatching(/^[ -~]{1,20}$/u),
);

/** How a text is come to, and how it is left. */
const WAYS = fc.record({
  opens: fc.constantFrom([], ["enter"], ["ctrl+space"], ["enter", "down"]),
  leaves: fc.constantFrom(
    ["enter"],
    ["tab"],
    ["shift+tab"],
    ["ctrl+s"],
    ["escape"],
    ["enter", "tab"],
    ["down"],
    ["escape", "escape"],
  ),
  field: fc.nat(),
  form: fc.nat(),
  suggestions: fc.constantFrom<readonly Suggestion[]>(
    [],
    [{ value: "prod-eu", label: "prod-eu" }],
    [{ value: "65f1", label: "a name" }],
  ),
});

type Way = typeof WAYS extends fc.Arbitrary<infer Of> ? Of : never;

/** The fields in which something can be typed: into the field itself, or into its list. */
const typedFields = (desk: Desk): readonly FieldRow[] => {
  const layer = openForm(desk.app);
  if (layer === undefined) return [];
  return allRows(layer, envOf(desk.app)).flatMap((row) =>
    row.row === "field" && row.field.kind !== "toggle" ? [row] : [],
  );
};

/** Types a text into a field and leaves it; what became of the text where nothing did. */
async function lostIn(desk: Desk, form: WalkedForm, text: string, way: Way): Promise<string | null> {
  const { app } = desk;
  const { setup, stored } = form;
  const suggest = Object.fromEntries(
    Object.keys(setup.suggest ?? {}).map((name) => [name, async () => way.suggestions]),
  );
  const base = async () => ({ document: stored ?? {}, at: desk.clock.now() });
  const left: Left = { applied: null, offered: new Set() };
  const applies = noting(setup.applies, left);
  const typing = {
    ...setup,
    ...(setup.base === undefined ? {} : { base }),
    suggest,
    variant: "typed",
    ...(applies === undefined ? {} : { applies }),
  };
  openSetup(app, typing);
  await setImmediate();
  const fields = typedFields(desk);
  const first = fields[way.field % Math.max(1, fields.length)];
  if (first === undefined) return null;
  changeFormLayer(app, (layer, env) => focusOn(layer, env, first.key));
  const before = openForm(app)?.state;
  if (before === undefined) return null;
  await desk.press(...way.opens);
  // A list may have taken what was marked in it, or Enter turned something: what is typed into counts.
  const where = desk.top?.kind;
  const row = fieldWithKeys(app);
  if (row === undefined || !desk.takesText()) return null;
  const isInField = where === "form";
  if (isInField) await desk.press("ctrl+e", "ctrl+u");
  await desk.send(text);
  const typed = layerOf(app.store.getState(), "form");
  const state = typed?.state ?? before;
  const isThere = isInField || layerOf(app.store.getState(), "picker")?.text.trim() === text.trim();
  if (!isThere) return `not typed at all`;
  for (const key of way.leaves) {
    const picker = layerOf(app.store.getState(), "picker");
    for (const entry of picker === undefined ? [] : pickerEntries(picker)) left.offered.add(entryValue(entry));
    await desk.press(key);
  }
  return becameOf(desk, form, row, text, isInField ? { before, typed: state } : { before, typed: null }, left);
}

/** What was seen while the field was left: what a question was applied with, and what a list offered to take in place of the text. */
type Left = { applied: BodyObject | null; readonly offered: Set<string> };

/** A question that is applied, with a note of what it was applied with. */
const noting = (applies: FormSetup["applies"], left: Left): FormSetup["applies"] =>
  applies === undefined
    ? undefined
    : (body) => {
        left.applied = body;
        return applies(body);
      };

type State = NonNullable<ReturnType<typeof openForm>>["state"];

/** Null where the text is somewhere. */
function becameOf(
  desk: Desk,
  { setup }: WalkedForm,
  row: FieldRow,
  text: string,
  { before, typed: inField }: { readonly before: State; readonly typed: State | null },
  { applied, offered }: Left,
): string | null {
  const { app } = desk;
  const wanted = text.trim();
  const layer = layerOf(app.store.getState(), "form");
  const said = desk.store.getState().notices.log.map((notice) => notice.text);
  if (wanted === "" || said.some((words) => words.includes(wanted))) return null;
  // It stands in a list that is still open.
  if (layerOf(app.store.getState(), "picker")?.text.trim() === wanted) return null;
  if (row.field.kind === "secret") return null;
  if (applied !== null) {
    const taken = bodyAt(applied, row.path);
    const isTyped = inField !== null && sameJson(taken, bodyAt(inField.body, row.path));
    // A time is offered as `-15m`, and applied as the moment that it means.
    const isPicked = [...offered].some((value) =>
      sameJson(taken, bodyAt(setText(setup.plan, before, row.path, value, envOf(app)).body, row.path)),
    );
    return isTyped || isPicked || taken === wanted ? null : `applied as ${JSON.stringify(taken ?? null)}`;
  }
  const left = layer?.state ?? inField;
  const isKept =
    layer !== undefined || desk.store.drafts.find(draftKeyOf({ ...setup, variant: "typed" })) !== undefined;
  if (left === null || !isKept) {
    const isNothing =
      inField !== null && sameJson(bodyAt(inField.body, row.path), bodyAt(inField.base ?? {}, row.path));
    // Some forms keep nothing, and say so when they are left.
    const saysDiscarded = setup.keepsDraft === false && said.some((words) => words.startsWith("Input discarded: "));
    return isNothing || saysDiscarded ? null : "no form and no draft";
  }
  const stands = left.texts[row.key]?.text;
  // Or what was marked in a list in which the text was looked for.
  if (stands !== undefined && (stands.includes(wanted) || offered.has(stands))) return null;
  const env = envOf(app);
  const model = setText(setup.plan, left, row.path, text, env);
  const [is, meant] = [bodyAt(left.body, row.path), bodyAt(model.body, row.path)];
  const isMeantBy = (value: string): boolean =>
    sameJson(is, bodyAt(setText(setup.plan, left, row.path, value, env).body, row.path));
  if (model.texts[row.key]?.error == null && sameJson(is, meant)) return null;
  // Of a list that takes several, what was typed is among them; what was looked for by its name is what the name is of.
  const parts = wanted.split(",").map((part) => part.trim());
  const inBody = JSON.stringify(is ?? null);
  if (parts.every((part) => part === "" || inBody.includes(JSON.stringify(part).slice(1, -1)))) return null;
  if (inField === null && is !== undefined) return null;
  if (is !== undefined && [...offered].some(isMeantBy)) return null;
  return `${row.path.join(".")} (${row.field.kind}): ${inBody}`;
}

/** So many texts, typed into forms; fast-check prints the seed of one that is lost. */
export async function typeEverywhere(forms: readonly WalkedForm[], runs: number, seed?: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(TEXTS, WAYS, async (text, way) => {
      const form = forms[way.form % forms.length];
      if (form === undefined) throw new Error("there are no forms");
      const desk = await Desk.open({ columns: 80, rows: 24 });
      try {
        const lost = await lostIn(desk, form, text, way);
        if (lost !== null)
          throw new Error(`${form.area}, ${form.setup.plan.operation.id}: ${JSON.stringify(text)} is lost: ${lost}`);
      } finally {
        await desk.close();
      }
    }),
    { numRuns: runs, endOnFailure: true, ...(seed === undefined ? {} : { seed }) },
  );
}
