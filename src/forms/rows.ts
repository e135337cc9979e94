import { type BodyValue, isList, type Path, sameJson } from "../contract/json/json.ts";
import { maskTail, Secret } from "../contract/secret.ts";
import { printable } from "../text/printable.ts";
import { type Field, fieldAt, isNeeded } from "./fields.ts";
import type { FormEnv, FormPlan } from "./form-plan.ts";
import type { FormState } from "./form-state.ts";
import { basePathOf, baseValueOf, isKeyWithin } from "./keys.ts";
import { itemLabel } from "./labels.ts";
import { layoutOf, type Slot } from "./layout.ts";
import { isCovered, storedSecretsOf } from "./masks.ts";
import { bodyAt } from "./paths.ts";
import { problemsAt } from "./problems.ts";
import type { FieldView, FormRow, SecretView } from "./row-types.ts";
import { limitOf } from "./schema/schema.ts";
import type { Suggestion } from "./suggestion.ts";
import { editText, formatValue, jsonText, plainText } from "./values/values.ts";

/** Builds the rows of a form for the screen. */

type RowOptions = {
  /** True to show errors of fields that were not left yet: a review was requested. */
  readonly showAll?: boolean;
};

type Seen = {
  readonly plan: FormPlan;
  readonly state: FormState;
  readonly env: FormEnv;
  readonly errorAt: (key: string) => string | null;
  readonly problemAt: (key: string) => string | null;
  readonly isLoose: (path: Path) => boolean;
};

/** All rows of a form, in order, with contents. All texts are printable. */
export function rowsOf(plan: FormPlan, state: FormState, env: FormEnv, options: RowOptions = {}): readonly FormRow[] {
  const slots = layoutOf(plan, state);
  const problems = new Map(problemsAt(plan, state, env, slots).map((problem) => [problem.key, problem.message]));
  const refused = new Map(state.refused.map(({ key, message }) => [key, message]));
  const fields = new Set(slots.filter((slot) => slot.row === "field").map((slot) => slot.key));
  const showsErrorAt = (key: string): boolean =>
    options.showAll === true ||
    state.left.has(key) ||
    (!fields.has(key) && [...state.touched].some((at) => isKeyWithin(at, key)));
  const loose = new Set(
    storedSecretsOf(plan, state.body)
      .filter((stored) => !stored.isKept)
      .map((stored) => JSON.stringify(stored.path)),
  );
  const seen: Seen = {
    plan,
    state,
    env,
    errorAt: (key) => refused.get(key) ?? (showsErrorAt(key) ? (problems.get(key) ?? null) : null),
    problemAt: (key) => refused.get(key) ?? problems.get(key) ?? null,
    isLoose: (path) => loose.has(JSON.stringify(path)),
  };
  return slots.map((slot) => rowOfSlot(seen, slot));
}

function rowOfSlot(seen: Seen, slot: Slot): FormRow {
  const { plan, state, errorAt } = seen;
  const place = { key: slot.key, path: slot.path, depth: slot.depth, parent: slot.parent };
  switch (slot.row) {
    case "field":
      return { ...place, row: "field", field: viewOf(seen, slot.key, slot.field, slot.because) };
    case "heading":
    case "list": {
      const head = {
        ...place,
        label: slot.field.label,
        because: slot.because,
        error: errorAt(slot.key),
        changed: isChanged(state, slot.path),
      };
      return slot.row === "list" ? { ...head, row: "list", count: slot.count } : { ...head, row: "heading" };
    }
    case "item":
      return {
        ...place,
        row: "item",
        list: slot.list,
        index: slot.index,
        count: slot.count,
        title: printable(itemLabel(plan, state, slot.path)),
        summary: printable(slot.plan.summary(slot.item)),
        state: itemState(state, slot.path),
        error: errorAt(slot.key),
        unknownKind: slot.unknownKind,
        help: helpOf(slot.field),
      };
    case "add":
      return { ...place, row: "add", list: slot.list, label: slot.plan.add, help: helpOf(slot.field) };
    case "carried":
      return {
        ...place,
        row: "carried",
        label: printable(String(slot.path.at(-1) ?? "")),
        shown: carriedText(slot.value),
        state: carriedState(state, slot.path),
        error: seen.problemAt(slot.key),
      };
  }
}

const helpOf = ({ plan, hint }: Field): string | null => plan?.help ?? hint.help ?? null;

const carriedText = (value: BodyValue): string =>
  printable(typeof value === "string" || typeof value === "number" ? plainText(value) : jsonText(value));

/** True when a field differs from the received document; false when there is none. */
function isChanged(state: FormState, path: Path): boolean {
  if (state.base === null || basePathOf(state, path) === null) return false;
  return !sameJson(bodyAt(state.body, path), baseValueOf(state, path));
}

function itemState(state: FormState, path: Path): "same" | "changed" | "added" {
  if (state.base === null) return "same";
  if (basePathOf(state, path) === null) return "added";
  return isChanged(state, path) ? "changed" : "same";
}

/** State of a field that the contract does not know; `added` when it was not received. */
function carriedState(state: FormState, path: Path): "same" | "changed" | "added" {
  const received = baseValueOf(state, path);
  if (received === undefined) return "added";
  return sameJson(received, bodyAt(state.body, path)) ? "same" : "changed";
}

function viewOf(seen: Seen, key: string, field: Field, because: string | null): FieldView {
  const { plan, state, env, errorAt } = seen;
  const { hint } = field;
  const value = bodyAt(state.body, field.path);
  const typed = state.texts[key];
  const needed = isNeeded(plan, state, field);
  const changed = isChanged(state, field.path);
  return {
    kind: field.kind,
    label: printable(field.label),
    text: typed?.text ?? editText(field, value, env),
    // With invalid text, the former value would be misleading.
    shown: (typed?.error ?? null) === null ? formatValue(field, value, env) : (typed?.text ?? ""),
    ghost: ghostOf(field),
    // Times are shown and typed as times, without the service's unit.
    unit: field.plan?.inSeconds === true ? null : (field.unit ?? null),
    help: helpOf(field),
    example: field.plan?.example ?? hint.example ?? null,
    choices: choicesOf(field, value),
    open: field.open,
    chosen: field.kind === "multi-choice" && isList(value) ? value.map(plainText) : [],
    suggest: field.plan?.suggest ?? null,
    required: needed.needed,
    limit: limitOf(field.schema),
    changed,
    was: changed ? wasOf(plan, seen, field) : null,
    error: errorAt(key),
    note:
      typed?.note ?? (seen.problemAt(key) === null ? (unknownNote(field, value) ?? unusualNote(field, value)) : null),
    because: because ?? needed.because,
    secret: field.kind === "secret" ? secretOf(seen, key, field, value) : null,
    isKind: field.isKind,
  };
}

/** The service's default, called as it would be if it was chosen. */
function ghostOf({ hint, choices }: Field): string | null {
  const { ghost, words } = hint;
  if (ghost === undefined) return null;
  return words?.[ghost] ?? choices.find(({ value }) => value === ghost)?.label ?? ghost;
}

/** Value at opening as text, by the form at that time; null if there was none. */
function wasOf(plan: FormPlan, seen: Seen, field: Field): string | null {
  const { state, env } = seen;
  const from = basePathOf(state, field.path);
  if (state.base === null || from === null) return null;
  const then = fieldAt(plan, { ...state, body: state.base }, from);
  const words = formatValue(then ?? field, baseValueOf(state, field.path), env);
  return words === "" ? null : words;
}

/** Note on accepted text that is not among the known values of its field. */
function unknownNote(field: Field, value: BodyValue | undefined): string | null {
  const { choices, open, hint, plan } = field;
  if (!open || field.kind !== "choice-or-other" || typeof value !== "string" || value === "") return null;
  const isNamed = choices.length > 0 && (hint.known !== undefined || plan?.choices !== undefined);
  const isKnown = plan?.isKnown?.(value) ?? (!isNamed || choices.some((choice) => choice.value === value));
  if (isKnown) return null;
  return `${printable(value)} is an unknown value: sent as typed; the service may refuse it`;
}

/** Note on an accepted secret that does not look like its kind: it is hidden, and a wrong one would go unnoticed. */
function unusualNote({ hint, plan }: Field, value: BodyValue | undefined): string | null {
  const usual = plan?.usual ?? hint.usual;
  if (usual === undefined || !(value instanceof Secret) || usual.isLike(value.reveal())) return null;
  return `Not ${usual.words}: sent as typed; the service may refuse it`;
}

/** Choices of a field, including the stored value if it is an unknown one. */
function choicesOf(field: Field, value: BodyValue | undefined): readonly Suggestion[] {
  const isSingle = typeof value === "string" || typeof value === "number";
  if (field.open || !isSingle || value === "") return field.choices;
  const text = plainText(value);
  if (field.choices.some((choice) => choice.value === text)) return field.choices;
  return [...field.choices, { value: text, label: printable(text), note: "as stored" }];
}

function secretOf(seen: Seen, key: string, field: Field, value: BodyValue | undefined): SecretView {
  const isStored = typeof value === "string" && isCovered(value);
  const isLost = seen.state.lost.has(key) || seen.isLoose(field.path);
  return {
    kept: isStored && !isLost ? printable(maskTail(value).slice(-4)) : null,
    entered: value instanceof Secret,
    again: isLost,
  };
}
