import {
  type BodyObject,
  type BodyValue,
  isBodyObject,
  isJsonObject,
  isList,
  type Json,
  type Path,
  parseJson,
  pathText,
  sameJson,
  writeJson,
} from "../../contract/json/json.ts";
import { Secret } from "../../contract/secret.ts";
import { withDependentFields } from "../dependent-fields.ts";
import type { FormEnv, FormPlan } from "../form-plan.ts";
import type { FormState, ItemTag } from "../form-state.ts";
import { baseValueOf, isKeyWithin, keyOf, pathOf, withItemTags } from "../keys.ts";
import { isCovered } from "../masks.ts";
import { matchItems, pairsInOrder } from "../match-items.ts";
import { withNewItems } from "../new-items.ts";
import { bodyAt } from "../paths.ts";
import { fieldPlanAt, listPlanAt, shapeOfPlan } from "../plans.ts";
import { problemsOf } from "../problems.ts";
import { isSecretSchema, nodesOf, schemaAt, textProblem } from "../schema/schema.ts";
import { withStoredTexts } from "../stored-texts.ts";
import { coversOf, editable } from "./editor-text.ts";
import { linedJson } from "./json-lines.ts";

/** A problem in the text returned by `$EDITOR`, by line (counted from 1). */
type EditorProblem = { readonly line: number; readonly message: string };

type EditorResult =
  | { readonly ok: true; readonly state: FormState; readonly problems: readonly EditorProblem[] }
  | { readonly ok: false; readonly problems: readonly EditorProblem[]; readonly text: string };

/** Edits the whole form in `$EDITOR`, and reads the text back. */
export { editorText } from "./editor-text.ts";

/** Prefix of lines at the top with the errors of the previous attempt. */
const COMPLAINT = "//! ";

type Taken = { readonly problems: { path: Path; message: string }[]; readonly errors: Record<string, string> };

/**
 * The form with the edited body. Text that does not parse changes nothing; it is returned with the errors at its top, so that the editor can be
 * opened again. Invalid values are accepted into the form and reported by line.
 */
export function readEditorText(plan: FormPlan, state: FormState, text: string, env: FormEnv): EditorResult {
  const bare = text
    .split("\n")
    .filter((line) => !line.startsWith(COMPLAINT))
    .join("\n");
  const lined = linedJson(bare);
  if (!lined.ok) {
    if (/^(?:\s|\/\/[^\n]*\n?)*$/u.test(bare)) return { ok: true, state, problems: [] };
    return returned(bare, [{ line: lined.line, message: lined.message }]);
  }
  const parsed = parseJson(lined.json);
  if (!parsed.ok) return returned(bare, [{ line: 1, message: parsed.problem.message }]);
  if (!isJsonObject(parsed.value)) return returned(bare, [{ line: 1, message: "expected a JSON object in { }" }]);

  const taken: Taken = { problems: [], errors: {} };
  const decoded = uncovered(plan, state, parsed.value, taken);
  if (taken.problems.length > 0 || !isBodyObject(decoded)) {
    return returned(
      bare,
      taken.problems.map(({ path, message }) => ({ line: lined.lineOf(pathText(path)), message })),
    );
  }
  const next = withDependentFields(plan, state, edited(plan, state, decoded, taken.errors));
  const problems = problemsOf(plan, next, env);
  const left = problems.flatMap((problem) => (problem.key === null ? [] : [problem.key]));
  return {
    ok: true,
    state: { ...next, left: new Set([...next.left, ...left]) },
    problems: problems.map(({ path, label, message }) => ({
      line: lined.lineOf(pathText(path)),
      message: label === "" || message.startsWith(label) ? message : `${label}: ${message}`,
    })),
  };
}

/** The text with errors at its top; their line numbers refer to the returned text. */
function returned(bare: string, problems: readonly EditorProblem[]): EditorResult {
  const shifted = problems.map(({ line, message }) => ({ line: line + problems.length, message }));
  const head = shifted.map(({ line, message }) => `${COMPLAINT}line ${line}: ${message}`);
  return { ok: false, problems: shifted, text: [...head, bare].join("\n") };
}

/** A body from JSON: placeholders become the secrets that they represent, other text in secret fields becomes new secrets. */
function uncovered(plan: FormPlan, state: FormState, json: Json, taken: Taken): BodyValue {
  const covers = new Map(coversOf(plan, state).map(({ text, value }) => [text, value]));
  const shape = shapeOfPlan(plan);
  const read = (value: Json, path: Path): BodyValue => {
    // A document that the service stores as text is edited as the document itself.
    if (typeof value === "object" && value !== null && fieldPlanAt(plan, path)?.textual === true)
      return writeJson(value);
    if (Array.isArray(value)) return value.map((item: Json, index) => read(item, [...path, index]));
    if (isJsonObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, read(item, [...path, name])]));
    }
    if (typeof value !== "string") return value;
    const schema = isJsonObject(json) ? schemaAt(shape, json, path) : undefined;
    const isSecret = schema !== undefined && isSecretSchema(schema);
    const cover = covers.get(value);
    if (cover !== undefined || /^<secret \d+: /u.test(value)) {
      if (cover !== undefined && isSecret) return cover;
      taken.problems.push({
        path,
        message: cover === undefined ? "is no secret of this form" : "only allowed in a secret field",
      });
      return value;
    }
    if (!isSecret || value === "") return value;
    if (isCovered(value)) taken.problems.push({ path, message: "masked value: enter the secret itself" });
    const complaint = textProblem(schema, value);
    if (complaint !== null) taken.errors[pathText(path)] = complaint;
    return new Secret(value);
  };
  return read(json, []);
}

/** The form with another body for all editable fields; list items keep their tags when they match. */
export const withBody = (plan: FormPlan, state: FormState, body: BodyObject): FormState =>
  edited(plan, state, body, {});

function edited(
  plan: FormPlan,
  state: FormState,
  decoded: BodyObject,
  errors: Readonly<Record<string, string>>,
): FormState {
  const carried = Object.entries(state.body).filter(([name]) => !editable(plan, state, name));
  const body = withStoredTexts(plan, state.base ?? {}, { ...Object.fromEntries(carried), ...decoded });
  const tags = tagsOf(plan, state, body);
  const next = { ...state, body, ...withItemTags(plan, body, tags, () => null) };
  const touched = new Set(state.touched);
  const secretErrors: Record<string, string> = {};
  for (const node of nodesOf(shapeOfPlan(plan), body)) {
    const key = keyOf(next, node.path);
    const error = errors[pathText(node.path)];
    if (error !== undefined) secretErrors[key] = error;
    const former = tags.former(node.path);
    if (node.kind === "value" && !sameJson(node.value, former === null ? undefined : bodyAt(state.body, former)))
      touched.add(key);
  }
  // A removed field has no key any more: its top-level field counts as touched.
  for (const [name, value] of Object.entries(state.body)) {
    const isMarked = [...touched].some((key) => isKeyWithin(key, name));
    if (!isMarked && !sameJson(value, body[name])) touched.add(name);
  }
  return withNewItems(plan, {
    ...next,
    texts: {},
    touched,
    secretErrors,
    lost: new Set([...state.lost].filter((key) => isStillUnset(next, key))),
    parked: {},
    refused: [],
    refusal: null,
    notice: null,
    focus: null,
  });
}

/** True while a secret that must be entered again is still missing. */
function isStillUnset(state: FormState, key: string): boolean {
  const path = pathOf(state, key);
  return path !== null && bodyAt(state.body, path) === undefined;
}

type EditedList = {
  readonly items: FormState["items"];
  readonly path: Path;
  readonly list: readonly BodyValue[];
  /** Tags of items that were in the form before. */
  readonly kept: readonly (ItemTag | undefined)[];
};

/** Received items that had been removed from the form: the text may contain them again. */
function originsOf(plan: FormPlan, state: FormState, { items, path, list, kept }: EditedList) {
  const stored = baseValueOf({ items, base: state.base }, path);
  const taken = new Set(kept.map((tag) => tag?.from));
  return matchItems(
    isList(stored) ? stored.map((item, index) => (taken.has(index) ? null : item)) : [],
    list.map((item, index) => (kept[index] === undefined ? item : null)),
    listPlanAt(plan, path)?.identity,
  );
}

/** Tags for the lists of an edited body: each item gets the tag of the item that it matches. */
function tagsOf(plan: FormPlan, state: FormState, body: BodyObject) {
  const items: Record<string, readonly ItemTag[]> = {};
  const formers = new Map<string, readonly (number | null)[]>();
  let nextItem = state.nextItem;
  const former = (path: Path): Path | null => {
    const steps: (string | number)[] = [];
    for (const [position, step] of path.entries()) {
      const pairs = formers.get(pathText(path.slice(0, position)));
      const from = typeof step === "number" && pairs !== undefined ? (pairs[step] ?? null) : step;
      if (from === null) return null;
      steps.push(from);
    }
    return steps;
  };
  for (const node of nodesOf(shapeOfPlan(plan), body)) {
    if (node.kind !== "list" || !isList(node.value)) continue;
    const was = former(node.path);
    const value = was === null ? undefined : bodyAt(state.body, was);
    const pairs = pairsInOrder(isList(value) ? value : [], node.value, listPlanAt(plan, node.path)?.identity);
    const known = was === null ? [] : (state.items[keyOf(state, was)] ?? []);
    formers.set(pathText(node.path), pairs);
    const kept = pairs.map((from) => (from === null ? undefined : known[from]));
    const origins = originsOf(plan, state, { items, path: node.path, list: node.value, kept });
    items[keyOf({ items }, node.path)] = kept.map((tag, index) => {
      if (tag !== undefined) return tag;
      nextItem += 1;
      return { key: nextItem, from: origins[index] ?? null };
    });
  }
  return { items, nextItem, former };
}
