import type { FormSetup, Target, WritePlan } from "../../areas/model/effect.ts";
import {
  type BodyObject,
  encodeBody,
  isJsonObject,
  type JsonObject,
  secretVariable,
  writeJson,
} from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { inDialect } from "../../contract/wire/dialect.ts";
import { requestPath } from "../../contract/wire/wire.ts";
import { valuesOf } from "../../forms/plans.ts";
import { type Problem, problemsOf } from "../../forms/problems.ts";
import { type RefusedField, refuse, refusedFields } from "../../forms/refusal.ts";
import type { Change } from "../../forms/review/compare.ts";
import { conflictOf } from "../../forms/review/conflict.ts";
import { higherRisk, type Review, reviewOf } from "../../forms/review/review.ts";
import { bodyOf } from "../../forms/sent.ts";
import { present } from "../../text/present.ts";
import { printable, printableLines } from "../../text/printable.ts";
import { type App, changeLayer, closeLayer, layerNow, pushLayer } from "../app.ts";
import { errorText } from "../error-text.ts";
import { envOf } from "../form/env.ts";
import { changeFormLayer, focusOn, openForm, say, takeTyped, titleOf, withState } from "../form/layer.ts";
import { notCopiedNote } from "../form/open.ts";
import { remedyOfRemoved, remedyOfRules } from "../form/remedy.ts";
import { refusesChange } from "../read-only.ts";
import type { FormLayer, ReviewLayer, Stored } from "../workspace.ts";
import { changesOfTargets, NOTHING_STORED, planOfWrite, readStored } from "./before.ts";
import { type FoundPreflight, needsFacts, reviewSources, runPreflight, withPreflight } from "./preflight.ts";
import { isRemoved, removedText } from "./removed.ts";
import { sentBefore } from "./sent-before.ts";
import { type Source, writesOf } from "./source.ts";

/** Opens reviews: the stored document and the facts are read first, and nothing is sent before they are loaded. */

const READING = {
  stage: "reading",
  review: null,
  conflict: null,
  choices: {},
  remedies: [],
  index: 0,
  current: null,
  stored: NOTHING_STORED,
  failure: null,
  top: 0,
  whole: false,
  typed: "",
  yes: false,
} as const satisfies Partial<ReviewLayer>;

/** The current form if it is complete; otherwise its errors are shown and the result is null. */
export function completeForm(app: App): FormLayer | null {
  changeFormLayer(app, takeTyped);
  const layer = openForm(app);
  if (layer === undefined) return null;
  const problems = problemsOf(layer.setup.plan, layer.state, envOf(app));
  if (problems.length === 0) return layer;
  showProblems(app, problems);
  return null;
}

/** Opens the review of the current form, or shows why it cannot be sent. */
export function openReview(app: App): void {
  const layer = completeForm(app);
  if (layer === null || refusesChange(app, () => titleOf(layer))) return;
  pushLayer(app, {
    ...READING,
    kind: "review",
    title: titleOf(layer),
    source: { kind: "form", setup: layer.setup },
    epoch: layer.epoch,
  });
  void readForm(app, layer.setup);
}

/** Shows every error and focuses the first field with one. */
function showProblems(app: App, problems: readonly Problem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  changeFormLayer(app, (layer, env) =>
    first.key === null ? { ...layer, showAll: true } : focusOn({ ...layer, showAll: true }, env, first.key),
  );
  const loose = problems.find(({ key }) => key === null);
  const count = problems.length === 1 ? "One field needs" : `${problems.length} fields need`;
  const form = openForm(app);
  const remedy = form === undefined ? null : remedyOfRules(form.setup, form.state);
  const until = form?.setup.applies === undefined ? "this can be sent" : "you can continue";
  say(app, "bad", loose === undefined ? `${count} attention before ${until}.` : loose.message, remedy);
}

/** Opens the review of a write without fields. */
function openReviewOfWrite(app: App, plan: WritePlan): void {
  pushLayer(app, {
    ...READING,
    kind: "review",
    title: plan.title,
    source: { kind: "write", plan },
    epoch: app.store.getState().session.epoch,
  });
  void readWrite(app, plan);
}

const isOf = (layer: ReviewLayer, source: Source): boolean =>
  source.kind === "form"
    ? layer.source.kind === "form" && layer.source.setup === source.setup
    : layer.source.kind === "write" && layer.source.plan === source.plan;

/** Changes the review that is still loading; one that was closed or reloaded meanwhile is not changed. */
function whenReading(app: App, source: Source, change: (layer: ReviewLayer) => ReviewLayer): void {
  changeLayer(app, "review", (layer) => (layer.stage === "reading" && isOf(layer, source) ? change(layer) : layer));
}

/** Reads everything for a review again; its answers are reset. */
export async function readReview(app: App): Promise<void> {
  const layer = layerNow(app, "review");
  if (layer === undefined) return;
  changeLayer(app, "review", (now) => (now === layer ? { ...now, ...READING } : now));
  await (layer.source.kind === "form" ? readForm(app, layer.source.setup) : readWrite(app, layer.source.plan));
}

type Read = { readonly preflight: FoundPreflight; readonly current: JsonObject | null; readonly stored: Stored };

function finishReview(app: App, layer: ReviewLayer, review: Review, read: Read): ReviewLayer {
  const { preflight, current, stored } = read;
  const found = withPreflight(review, preflight);
  const warnings = [
    ...sentBefore(app, writesOf(layer.source, review, current)),
    ...found.warnings,
    ...present(stored.failure),
  ];
  const whole = { ...found, warnings };
  if (!preflight.isWhole && needsFacts(review)) {
    return { ...layer, stage: "failed", review: null, current, failure: preflight.warnings.join(" ") };
  }
  return { ...layer, stage: "ready", review: whole, current, stored, failure: null, remedies: preflight.safer ?? [] };
}

async function readForm(app: App, setup: FormSetup): Promise<void> {
  const source: Source = { kind: "form", setup };
  const state = layerNow(app, "form")?.state;
  if (state === undefined) return;
  const { plan } = setup;
  try {
    const body = bodyOf(plan, state);
    const [base, preflight, stored] = await Promise.all([
      setup.base?.(app.ask) ?? null,
      runPreflight(
        () => reviewSources(app, setup.targets),
        (review) => setup.preflight(review, valuesOf(plan, body)),
      ),
      readStored(app, setup.before, setup.targets),
    ]);
    const env = envOf(app);
    const now = preflight.plan ?? plan;
    if (preflight.problems !== undefined && preflight.problems.length > 0) {
      backToForm(app, source, preflight.problems);
      return;
    }
    const current = base?.document ?? null;
    const conflict = current === null ? null : conflictOf(now, state, current, env);
    if (conflict !== null) {
      whenReading(app, source, (layer) => ({ ...layer, stage: "conflict", conflict, current }));
      return;
    }
    const review = reviewOf(now, state, {
      asOf: base?.at ?? app.host.now(),
      request: { method: plan.operation.method, path: pathOf(app, plan.operation, setup.targets[0]?.params ?? {}) },
      env,
      names: app.store.names.nameOf,
    });
    if (preflight.plan !== undefined && review.problems.length > 0) {
      backToForm(app, source, refusedFields(review.problems));
      return;
    }
    const { before, targets } = setup;
    const changes =
      before === undefined
        ? review.changes
        : changesOfTargets(
            () => now,
            env,
            before,
            stored,
            targets,
            () => review.body,
          );
    const notCopied = notCopiedNote(app, setup);
    const warnings = notCopied === null ? review.warnings : [notCopied, ...review.warnings];
    const isAsStored = before !== undefined && stored.documents.size === targets.length && changes.length === 0;
    const displayed = {
      ...review,
      warnings,
      changes,
      request: onTheWire(app, plan.operation, review.request),
      nothing: review.nothing || isAsStored,
    };
    whenReading(app, source, (layer) => finishReview(app, layer, displayed, { preflight, current, stored }));
  } catch (error) {
    const said =
      setup.base !== undefined && isRemoved(error)
        ? { failure: removedText(app), remedies: present(remedyOfRemoved(setup, state)) }
        : { failure: errorText(error) };
    whenReading(app, source, (layer) => ({ ...layer, stage: "failed", ...said }));
  }
}

/** Shows problems of the preflight in the form, where they can be corrected; nothing was sent. */
function backToForm(app: App, source: Source, problems: readonly RefusedField[]): void {
  const review = layerNow(app, "review");
  const form = layerNow(app, "form");
  if (review === undefined || form === undefined || review.stage !== "reading" || !isOf(review, source)) return;
  closeLayer(app, "review");
  const state = refuse(form.setup.plan, form.state, problems, null);
  changeLayer(app, "form", (now) => (now === form ? withState(form, envOf(app), state) : now));
}

async function readWrite(app: App, plan: WritePlan): Promise<void> {
  const source: Source = { kind: "write", plan };
  try {
    const [preflight, stored] = await Promise.all([
      runPreflight(() => reviewSources(app, plan.targets), plan.preflight),
      readStored(app, plan.before, plan.targets),
    ]);
    const problems = preflight.problems ?? [];
    if (problems.length > 0) {
      const failure = `Cannot be sent: ${problems.map(({ message }) => message).join("; ")}.`;
      whenReading(app, source, (layer) => ({ ...layer, stage: "failed", failure }));
      return;
    }
    const review = reviewOfWrite(app, plan, stored);
    whenReading(app, source, (layer) => finishReview(app, layer, review, { preflight, current: null, stored }));
  } catch (error) {
    whenReading(app, source, (layer) => ({ ...layer, stage: "failed", failure: errorText(error) }));
  }
}

/** A write without fields in the shape of a form's review: no untouched fields and no kept secrets. */
function reviewOfWrite(app: App, plan: WritePlan, stored: Stored): Review {
  const operation: Operation = operations[plan.operation];
  const first = plan.targets.find((target) => (plan.body?.(target) ?? null) !== null) ?? plan.targets[0];
  const body = first === undefined ? null : (plan.body?.(first) ?? null);
  const json = encodeBody(body ?? {}, secretVariable);
  const request = {
    method: operation.method,
    path: pathOf(app, operation, first?.params ?? {}),
    text: "",
    json: isJsonObject(json) ? json : {},
  };
  const risk = higherRisk(operation.risk, plan.risk);
  return {
    title: printable(plan.title),
    sentence: printable(plan.sentence),
    asOf: app.host.now(),
    warnings: [],
    facts: [],
    changes: writeChanges(app, plan, stored),
    untouched: { fields: 0, unknown: 0, text: null },
    keptSecrets: [],
    request: body === null ? request : onTheWire(app, operation, request),
    body: body ?? {},
    query: {},
    risk,
    confirm: plan.confirmName,
    button: printable(plan.button),
    problems: [],
    nothing: false,
  };
}

/** Changes of a write without fields: those that its plan lists, or the comparison with each target's document. */
function writeChanges(app: App, plan: WritePlan, stored: Stored): readonly Change[] {
  const { before, changes = [], operation, targets } = plan;
  if (before === undefined || changes.length > 0) return changes;
  const bodyOf = (target: Target): BodyObject => plan.body?.(target) ?? {};
  const planOf = planOfWrite(operations[operation], before, bodyOf);
  return changesOfTargets(planOf, envOf(app), before, stored, targets, bodyOf);
}

const pathOf = (app: App, operation: Operation, params: Readonly<Record<string, string>>): string =>
  requestPath(operation, params, app.store.getState().session.dialect);

/** The request in the spelling of the current service. */
function onTheWire(app: App, operation: Operation, request: Review["request"]): Review["request"] {
  if (operation.body === null) return request;
  const json = inDialect(operation.body.shape, request.json, app.store.getState().session.dialect);
  return { ...request, text: printableLines(writeJson(json, 2)), json: isJsonObject(json) ? json : {} };
}

/** Opens the review of a write without fields. In a read-only profile it shows why and opens nothing. */
export function openWrite(app: App, plan: WritePlan): void {
  if (!refusesChange(app, () => plan.title)) openReviewOfWrite(app, plan);
}
