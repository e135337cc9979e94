import type { Effect, FormSetup, ReviewSources, Target, WritePlan } from "../../areas/model/effect.ts";
import { openedBy } from "../../areas/model/settings-kind.ts";
import { SETTINGS_REFERENCES } from "../../areas/settings-kinds.ts";
import type { BodyObject, JsonObject } from "../../contract/json/json.ts";
import type { Risk } from "../../contract/operation.ts";
import { type OperationId, operationIdOf, operations } from "../../contract/operations.ts";
import { requestPath } from "../../contract/wire/wire.ts";
import { withBody } from "../../forms/editor/editor.ts";
import type { FormState } from "../../forms/form-state.ts";
import { openForm } from "../../forms/open.ts";
import { shapeOfPlan, valuesOf } from "../../forms/plans.ts";
import { higherRisk, reviewOf } from "../../forms/review/review.ts";
import { bodyOf } from "../../forms/sent.ts";
import type { NamedThings } from "../../forms/settings-file/kind.ts";
import { overlaid } from "../../forms/settings-file/overlay.ts";
import { withIds } from "../../forms/settings-file/references.ts";
import { labelled } from "../../text/format.ts";
import { leastRisk, needsFacts, runPreflight, withPreflight } from "../review/preflight.ts";
import { readReference } from "./project.ts";
import type { PlannedSetting, PreparedSetting, SettingsSource } from "./types.ts";

/** Prepares a plan as reviews of the same changes on screen: with the same forms, facts and warnings. Nothing is sent. */

/** The present things that the settings of an item refer to, asked for now. */
export async function namedNow(item: PlannedSetting, source: Pick<SettingsSource, "ask" | "scope">) {
  const needed = new Set(item.of.file.references.map(({ to }) => to));
  const named = new Map<string, readonly { readonly id: string; readonly name: string }[]>();
  for (const reference of SETTINGS_REFERENCES.filter((one) => needed.has(one.name))) {
    const things = await readReference(reference, source);
    if (things !== null) named.set(reference.name, things);
  }
  return named;
}

function effectOf(item: PlannedSetting, source: SettingsSource): Effect {
  const context = source.context();
  if (item.action === "delete" || item.action === "change") {
    const { change, remove } = item.stored.thing;
    const effect = item.action === "delete" ? remove : change;
    if (effect !== null) return effect(context);
  } else if (item.action === "create" && item.of.create !== null) {
    return item.of.create(context, item.cluster ?? "");
  }
  throw new TypeError(`nothing makes ${item.of.file.name} of ${item.action}`);
}

const modeOf = ({ plan }: FormSetup): "merge" | "replace" => (plan.operation.update === "merge" ? "merge" : "replace");

/** A document as the body of a form. */
function bodyFor(item: PlannedSetting, setup: FormSetup, named: NamedThings) {
  const { document, of } = item;
  if (document === null) throw new TypeError("a deletion has no document");
  const { body, unresolved } = withIds(of.file, document.settings, named);
  const shape = shapeOfPlan(setup.plan).shape;
  const own = Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(shape, name)));
  return { body: { ...own, ...of.confirms?.(document.settings) }, unresolved };
}

/** The form of a document on the currently stored one. */
function formOn(setup: FormSetup, received: JsonObject | null, body: BodyObject): FormState {
  if (received === null) return openForm(setup.plan, { mode: "create", initial: body });
  const opened = openForm(setup.plan, { mode: modeOf(setup), received });
  return withBody(setup.plan, opened, overlaid(setup.plan, opened.body, body));
}

export const operationOf = ({ plan }: FormSetup): OperationId => operationIdOf(plan.operation.id);

const pathTo = (operation: OperationId, target: Target | undefined, source: SettingsSource): string =>
  requestPath(operations[operation], target?.params ?? {}, source.env().dialect ?? "specification");

/** The review of a form in its current state. */
export const reviewIn = (setup: FormSetup, state: FormState, source: SettingsSource) =>
  reviewOf(setup.plan, state, {
    asOf: null,
    request: {
      method: setup.plan.operation.method,
      path: pathTo(operationOf(setup), setup.targets[0], source),
    },
    env: source.env(),
  });

/** Sources of the facts: the context as of now, when the form is open. */
const sourcesOf = ({ ask, context }: SettingsSource): ReviewSources => ({ ask, context: context() });

async function preparedForm(
  item: PlannedSetting,
  setup: FormSetup,
  named: NamedThings,
  source: SettingsSource,
): Promise<PreparedSetting> {
  const { plan } = setup;
  const { body, unresolved } = bodyFor(item, setup, named);
  const base = (await setup.base?.(source.ask)) ?? null;
  const state = formOn(setup, base?.document ?? null, body);
  const preflight = await runPreflight(
    () => sourcesOf(source),
    (review) => setup.preflight(review, valuesOf(plan, bodyOf(plan, state))),
  );
  const review = withPreflight(reviewIn({ ...setup, plan: preflight.plan ?? plan }, state, source), preflight);
  const { sentence, warnings, facts, changes, risk, problems } = review;
  const facing = (preflight.problems ?? []).map(({ message }) => message);
  const lacking = !preflight.isWhole && needsFacts(review) ? preflight.warnings : [];
  return {
    kind: "form",
    item,
    setup,
    state,
    ...{ sentence, warnings, facts, changes, risk },
    isWaiting: unresolved.length > 0,
    obstacles: [
      ...unresolved.map(({ message }) => message),
      ...(unresolved.length > 0 ? [] : problems.map(({ label, message }) => labelled(label, message))),
      ...facing,
      ...lacking,
    ],
  };
}

async function preparedWrite(item: PlannedSetting, plan: WritePlan, source: SettingsSource): Promise<PreparedSetting> {
  const preflight = await runPreflight(() => sourcesOf(source), plan.preflight);
  const risk = higherRisk(higherRisk(operations[plan.operation].risk, plan.risk), leastRisk(preflight));
  const { sentence, changes = [] } = plan;
  return {
    kind: "write",
    item,
    plan,
    ...{ sentence, changes, risk },
    warnings: preflight.warnings,
    facts: preflight.facts,
    isWaiting: false,
    obstacles: !preflight.isWhole && needsFacts({ risk }) ? preflight.warnings : [],
  };
}

/**
 * Opens the form or the write of an item and runs its preflight.
 *
 * @param named existing things that settings refer to
 * @throws the service's error when the stored document cannot be read
 */
export async function prepare(
  item: PlannedSetting,
  named: NamedThings,
  source: SettingsSource,
): Promise<PreparedSetting> {
  const opened = await openedBy(effectOf(item, source), source.ask);
  return opened.kind === "form"
    ? preparedForm(item, opened.setup, named, source)
    : preparedWrite(item, opened.plan, source);
}

/** Prepares the items one after another: answers for one are reused for the next. @throws as `prepare` does */
export async function prepareAll(
  items: readonly PlannedSetting[],
  named: NamedThings,
  source: SettingsSource,
): Promise<readonly PreparedSetting[]> {
  const prepared: PreparedSetting[] = [];
  for (const item of items) prepared.push(await prepare(item, named, source));
  return prepared;
}

/** Items with obstacles that the preceding changes do not remove. */
export function withObstacles(prepared: readonly PreparedSetting[]): readonly PreparedSetting[] {
  const kinds = new Set(prepared.map(({ item }) => item.of.file.name));
  return prepared.filter(
    ({ item, obstacles, isWaiting }) =>
      obstacles.length > 0 && !isWaiting && !item.of.after?.some((kind) => kinds.has(kind)),
  );
}

/** The highest of some risks. */
export const highestRisk = (prepared: readonly Pick<PreparedSetting, "risk">[]): Risk =>
  prepared.reduce<Risk>((risk, one) => higherRisk(risk, one.risk), "none");
