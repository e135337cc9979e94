import { type BodyObject, type JsonObject, type Path, pathText, sameJson } from "../../contract/json.ts";
import { compared } from "../compare.ts";
import { withBody } from "../editor.ts";
import { loosePairsOf } from "../match-items.ts";
import { openForm } from "../open.ts";
import { listPlanAt, shapeOfPlan } from "../plans.ts";
import { problemsOf } from "../problems.ts";
import { isSecretSchema, nodesOf } from "../schema.ts";
import type { Change, FormEnv, FormPlan, FormState } from "../types.ts";
import {
  type FileDocument,
  type FileProblem,
  KEPT_MASK,
  type NamedThings,
  type SettingsFileKind,
  type StoredSettings,
  VARIABLE_EXAMPLE,
} from "./kind.ts";
import { overlaid } from "./overlay.ts";
import { type Coming, withIds } from "./references.ts";

/** What a file would change, in the words of a review, and what is wrong with it by what is there. */

const changesBetween = (plan: FormPlan, env: FormEnv, before: BodyObject, after: BodyObject): readonly Change[] =>
  compared({
    plan,
    env,
    mode: "replace",
    before,
    after,
    pairs: (list, left, right) => loosePairsOf(left, right, listPlanAt(plan, list)?.identity),
  }).changes;

/** What would be changed in a stored thing by what a document says of it. */
export const changesTo = (stored: StoredSettings, settings: BodyObject, env: FormEnv): readonly Change[] =>
  changesBetween(stored.kind.plan, env, stored.settings, overlaid(stored.kind.plan, stored.settings, settings));

/** What one has and the other has not: for two projects, of which neither is the file of the other. */
export const changesBeside = (here: StoredSettings, there: BodyObject, env: FormEnv): readonly Change[] =>
  changesBetween(here.kind.plan, env, here.settings, there);

/** What a new thing would have. */
export const changesOfNew = (
  { kind, settings }: Pick<FileDocument, "kind" | "settings">,
  env: FormEnv,
): readonly Change[] => changesBetween(kind.plan, env, {}, settings);

/** Secrets that are to stay as they are stored where none is. */
const keptOfNothing = (plan: FormPlan, body: BodyObject): readonly Path[] =>
  [...nodesOf(shapeOfPlan(plan), body)]
    .filter(({ value, schema }) => value === KEPT_MASK && schema !== undefined && isSecretSchema(schema))
    .map(({ path }) => path);

type Existing = StoredSettings & { readonly document: JsonObject };

/**
 * A form as it would be sent for a document, on what is stored or for something new, and the secrets that the document wants kept where
 * none is stored: they are found by their mask, which the form takes out.
 */
function formOf(
  { plan }: SettingsFileKind,
  stored: Existing | null,
  body: BodyObject,
): { readonly state: FormState; readonly kept: readonly Path[] } {
  if (stored === null)
    return { state: openForm(plan, { mode: "create", initial: body }), kept: keptOfNothing(plan, body) };
  const mode = plan.operation.update === "merge" ? "merge" : "replace";
  const opened = openForm(plan, { mode, received: stored.document });
  const made = overlaid(plan, opened.body, body);
  return { state: withBody(plan, opened, made), kept: keptOfNothing(plan, made) };
}

const lastName = (path: Path): string => String(path.findLast((step) => typeof step === "string") ?? "");

/**
 * What is wrong with a document, at its places in the file.
 *
 * @param stored what it would change; null where it makes something new
 * @param fixed top-level fields that cannot be changed in what is stored
 */
export function problemsIn(
  document: FileDocument,
  stored: Existing | null,
  { named, coming, fixed, env }: ProblemsBy,
): readonly FileProblem[] {
  const { kind, file, spotOf, settings } = document;
  const at = (path: Path, message: string): FileProblem => ({ file, message, ...spotOf(path) });
  const { body, unresolved, pending } = withIds(kind, settings, named, coming);
  const { state, kept } = formOf(kind, stored, body);
  const changed = stored === null ? [] : fixed.filter((name) => !sameJson(stored.settings[name], settings[name]));
  const known = new Set([...unresolved.map(({ path }) => path), ...pending, ...kept].map(pathText));
  const violations = problemsOf(kind.plan, state, env).filter(({ path }) => !known.has(pathText(path)));
  return [
    ...unresolved.map(({ path, message }) => at(path, message)),
    ...kept.map((path) => at(path, `keep: no secret is stored for this yet; write ${VARIABLE_EXAMPLE}`)),
    ...changed.map((name) => at([name], `${name} cannot be changed: delete it, then create it`)),
    ...violations.map(({ path, message }) => at(path, path.length === 0 ? message : `${lastName(path)}: ${message}`)),
  ];
}

/** By what a document is judged. */
export type ProblemsBy = {
  readonly named: NamedThings;
  readonly coming: Coming;
  readonly fixed: readonly string[];
  readonly env: FormEnv;
};
