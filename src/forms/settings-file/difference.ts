import {
  type BodyObject,
  type BodyValue,
  type JsonObject,
  type Path,
  pathText,
  sameJson,
} from "../../contract/json/json.ts";
import { maskTail } from "../../contract/secret.ts";
import { withBody } from "../editor/editor.ts";
import type { FormEnv, FormPlan } from "../form-plan.ts";
import type { FormState } from "../form-state.ts";
import { isCovered } from "../masks.ts";
import { pairsInOrder } from "../match-items.ts";
import { openForm } from "../open.ts";
import { patternOf } from "../paths.ts";
import { listPlanAt, shapeOfPlan } from "../plans.ts";
import { problemsOf } from "../problems.ts";
import { type Change, compareBodies } from "../review/compare.ts";
import { isSecretSchema, nodesOf } from "../schema/schema.ts";
import { withStoredTexts } from "../stored-texts.ts";
import {
  type FileDocument,
  type FileProblem,
  KEEP,
  keepText,
  keptSecretEnd,
  type NamedThings,
  type SettingsFileKind,
  type StoredSettings,
  VARIABLE_EXAMPLE,
} from "./kind.ts";
import { overlaid } from "./overlay.ts";
import { type NamesToCreate, withIds } from "./references.ts";

/** Changes that a file would make, as in a review, and its problems, given what is stored. */

const changesBetween = (plan: FormPlan, env: FormEnv, before: BodyObject, after: BodyObject): readonly Change[] =>
  compareBodies({
    plan,
    env,
    mode: "replace",
    before,
    after: withStoredTexts(plan, before, after),
    pairs: (list, left, right) => pairsInOrder(left, right, listPlanAt(plan, list)?.identity),
  }).changes;

/** Changes that a document would make to a stored thing. */
export const changesTo = (stored: StoredSettings, settings: BodyObject, env: FormEnv): readonly Change[] =>
  changesBetween(stored.kind.plan, env, stored.settings, overlaid(stored.kind.plan, stored.settings, settings));

/** Differences between two stored things: for two projects, neither of which is the file of the other. */
export const changesBetweenProjects = (here: StoredSettings, there: BodyObject, env: FormEnv): readonly Change[] =>
  changesBetween(here.kind.plan, env, here.settings, there);

/** Fields of a new thing as changes. */
export const changesOfNew = (
  { kind, settings }: Pick<FileDocument, "kind" | "settings">,
  env: FormEnv,
): readonly Change[] => changesBetween(kind.plan, env, {}, settings);

type Stays = { readonly path: Path; readonly message: string };

/** Secrets that a document keeps although none is stored, or it is unclear which. */
function keptOfNothing(plan: FormPlan, before: BodyObject, body: BodyObject): readonly Stays[] {
  const secrets = secretsIn(plan, body);
  return secrets.flatMap(({ path, value }): readonly Stays[] => {
    const end = keptSecretEnd(value);
    if (end === null) return [];
    const isBeside = (other: Place): boolean => patternOf(other.path) === patternOf(path);
    const stored = secretsIn(plan, before).filter(isBeside);
    const kept = secrets.filter((other) => isBeside(other) && keptSecretEnd(other.value) === null);
    const ends = [...new Set(stored.map((other) => maskTail(String(other.value))))].filter((one) => one !== "");
    return [{ path, message: keptText(end, ends.map(keepText), stored.length - kept.length) }];
  });
}

type Place = { readonly path: Path; readonly value: BodyValue };

/** Masked secrets of a body. */
const secretsIn = (plan: FormPlan, body: BodyObject): readonly Place[] =>
  [...nodesOf(shapeOfPlan(plan), body)].filter(
    ({ value, schema }) =>
      schema !== undefined && isSecretSchema(schema) && typeof value === "string" && isCovered(value),
  );

/** @param left number of stored secrets that no item of the document keeps */
function keptText(end: string, stored: readonly string[], left: number): string {
  const instead = `write ${[...stored, VARIABLE_EXAMPLE].join(", or ")}`;
  if (end !== "") return `${keepText(end)}: no secret is stored that ends so; ${instead}`;
  return left > 1
    ? `${KEEP}: several secrets are stored, and it is not clear which one this is; ${instead}`
    : `${KEEP}: no secret is stored for this yet; write ${VARIABLE_EXAMPLE}`;
}

/** True when every secret that a document keeps is stored. */
export const keepsOnlyStoredSecrets = (
  { kind: { plan }, settings: before }: StoredSettings,
  settings: BodyObject,
): boolean => keptOfNothing(plan, before, overlaid(plan, before, settings)).length === 0;

type Existing = StoredSettings & { readonly document: JsonObject };

/**
 * The form that would be sent for a document, on a stored thing or for a new one, and the secrets that the document keeps without a stored one:
 * these are recognised by their masks, which the form removes.
 */
function formOf(
  { plan }: SettingsFileKind,
  stored: Existing | null,
  body: BodyObject,
): { readonly state: FormState; readonly kept: readonly Stays[] } {
  if (stored === null)
    return { state: openForm(plan, { mode: "create", initial: body }), kept: keptOfNothing(plan, {}, body) };
  const mode = plan.operation.update === "merge" ? "merge" : "replace";
  const opened = openForm(plan, { mode, received: stored.document });
  const made = overlaid(plan, opened.body, body);
  return { state: withBody(plan, opened, made), kept: keptOfNothing(plan, opened.body, made) };
}

const lastName = (path: Path): string => String(path.findLast((step) => typeof step === "string") ?? "");

/**
 * Problems of a document, at their places in the file.
 *
 * @param stored the thing it would change; null for a new one
 * @param fixed top-level fields that cannot be changed in a stored thing
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
  const known = new Set(
    [...unresolved.map(({ path }) => path), ...pending, ...kept.map(({ path }) => path)].map(pathText),
  );
  // Fields that a file cannot contain are not its problem: the sent form gets them from elsewhere.
  const isOfFile = ([name]: Path): boolean => !kind.notSettings.includes(String(name));
  const violations = problemsOf(kind.plan, state, env).filter(
    ({ path }) => isOfFile(path) && !known.has(pathText(path)),
  );
  return [
    ...unresolved.map(({ path, message }) => at(path, message)),
    ...kept.map(({ path, message }) => at(path, message)),
    ...changed.map((name) => at([name], `${name} cannot be changed: delete it, then create it`)),
    ...violations.map(({ path, message }) => at(path, path.length === 0 ? message : `${lastName(path)}: ${message}`)),
  ];
}

/** Context for finding problems. */
type ProblemsBy = {
  readonly named: NamedThings;
  readonly coming: NamesToCreate;
  readonly fixed: readonly string[];
  readonly env: FormEnv;
};
