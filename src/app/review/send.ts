import { idInAll, isOfAll } from "../../areas/all-projects.ts";
import { placeAfter } from "../../areas/builders/place-after.ts";
import type { Remedy } from "../../areas/model/effect.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import { type BodyObject, type JsonObject, jsonObjectIn } from "../../contract/json/json.ts";
import { operations } from "../../contract/operations.ts";
import { refuse, refusedFields } from "../../forms/refusal.ts";
import { conflictOf } from "../../forms/review/conflict.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { RunbookChange } from "../../state/runbooks.ts";
import type { Renewed, SendItem, SendResult, Write } from "../../state/writes/send.ts";
import { present } from "../../text/present.ts";
import { type App, changeLayer, closeLayer, layerNow, pushLayer } from "../app.ts";
import { errorText } from "../error-text.ts";
import { envOf } from "../form/env.ts";
import { forgetDraft, keepDraft, withState } from "../form/layer.ts";
import { remedyOfRemoved } from "../form/remedy.ts";
import { keyOf } from "../keys/key-of.ts";
import { openPage } from "../layers/page.ts";
import { refusesChange } from "../read-only.ts";
import { closeThing, openThing, placeIn, visit } from "../screen/visit.ts";
import type { ResultLayer, ReviewLayer } from "../workspace.ts";
import { missingAnswer } from "./answer.ts";
import { changesOfTargets, planOfWrite } from "./before.ts";
import { formatDone } from "./done.ts";
import { projectsOf } from "./projects.ts";
import { isRemoved, removedText } from "./removed.ts";
import { isOldReview, rereadIfOld } from "./reread.ts";
import { commonOf, type Source, targetsOf, writesOf } from "./source.ts";
import { noteWrite, UNDO_OFFER } from "./undo.ts";

/** Sends a reviewed write, once, and updates the screen afterwards. */

/** A write with its additions for the journal: the changes at its target, and the id of the write that it undoes. */
function noted(app: App, { source, review, stored }: ReviewLayer, write: Write): Write {
  const target = targetsOf(source).find(({ params }) => params === write.params);
  if (target === undefined || review === null) return write;
  const { before, undoes } = commonOf(source);
  const undone = undoes?.(target);
  const whole = { ...write, changes: review.changes, ...(undone === undefined ? {} : { undoes: undone }) };
  if (before === undefined || targetsOf(source).length === 1) return whole;
  const bodyOf = (): BodyObject => write.body ?? {};
  const planOf =
    source.kind === "write" ? planOfWrite(operations[write.operation], before, bodyOf) : () => source.setup.plan;
  return { ...whole, changes: changesOfTargets(planOf, envOf(app), before, stored, [target], bodyOf) };
}

/** Sends the reviewed write if it was confirmed as its risk requires. */
export function send(app: App): void {
  const layer = layerNow(app, "review");
  if (layer === undefined || layer.review === null || missingAnswer(layer, keyOf(app)) !== null) return;
  const { session } = app.store.getState();
  if (session.epoch !== layer.epoch) {
    fail(app, layer, "Not sent: the profile or the project changed since this was opened. Open it again.");
    return;
  }
  // Changes may have been locked again since it was opened.
  if (refusesChange(app, () => layer.title)) return;
  if (!isOldReview(app, layer)) sendNow(app, layer);
  else {
    void rereadIfOld(app, layer).then((again) => {
      if (again !== null) sendNow(app, again);
    });
  }
}

/** Sends a review that was read just now. */
function sendNow(app: App, layer: ReviewLayer): void {
  if (layer.review === null) return;
  const writes = writesOf(layer.source, layer.review, layer.current).map((write) => noted(app, layer, write));
  const [only] = writes;
  if (layer.source.kind === "write" && layer.source.plan.confirms !== undefined) {
    app.store.names.remember(layer.source.plan.confirms);
  }
  if (only === undefined) {
    fail(app, layer, "Nothing was sent: no target.");
    return;
  }
  if (writes.length > 1) {
    void sendEach(app, layer, writes);
    return;
  }
  const sending: ReviewLayer = { ...layer, stage: "sending" };
  changeLayer(app, "review", (now) => (now === layer ? sending : now));
  void sendOne(app, sending, only);
}

/** Sends a single write. */
async function sendOne(app: App, layer: ReviewLayer, reviewed: Write): Promise<void> {
  const write = await renewing(app, layer)(reviewed);
  if (typeof write === "string") fail(app, layer, write);
  else ended(app, layer, write, await app.store.send.one(write));
}

/** True when the stored document is still as the review shows it; otherwise the conflict or the error is shown, and nothing is sent. */
async function isStill(app: App, layer: ReviewLayer): Promise<boolean> {
  const { source } = layer;
  const form = layerNow(app, "form");
  if (source.kind !== "form" || source.setup.base === undefined || form?.setup !== source.setup) return true;
  try {
    const { document } = await source.setup.base(app.ask);
    const conflict = conflictOf(source.setup.plan, form.state, document, envOf(app));
    if (conflict === null) return true;
    changeLayer(app, "review", (now) =>
      now.source === source
        ? { ...now, stage: "conflict", review: null, conflict, current: document, choices: {} }
        : now,
    );
  } catch (error) {
    if (isRemoved(error)) fail(app, layer, removedText(app), remedyOfRemoved(source.setup, form.state));
    else fail(app, layer, errorText(error));
  }
  return false;
}

const fail = (app: App, layer: ReviewLayer, failure: string, remedy: Remedy | null = null): void =>
  changeLayer(app, "review", (now) =>
    now.source === layer.source ? { ...now, stage: "failed", failure, remedies: present(remedy), review: null } : now,
  );

function ended(app: App, layer: ReviewLayer, write: Write, result: SendResult): void {
  switch (result.kind) {
    case "done":
      void finish(app, layer, [{ write, result }], jsonObjectIn(result.answer.raw));
      return;
    case "refused":
      void refused(app, layer, result);
      return;
    case "unknown":
      doubt(app, layer, write, result);
      return;
    case "not-sent":
      fail(app, layer, result.words);
  }
}

/** After completed writes: closes the layers, and goes to the place where the result is visible. */
async function finish(
  app: App,
  layer: ReviewLayer,
  items: readonly SendItem[],
  answer: JsonObject | null,
): Promise<void> {
  const { source } = layer;
  const marks = marksOf(source, answer);
  if (marks !== null) await markStep(app, marks);
  close(app, source);
  if (source.kind === "form") forgetDraft(app, source.setup);
  const canUndo = noteWrite(app, layer, items);
  unmark(app, items);
  const offer = canUndo ? ` Press ${keyOf(app)("undo")} to undo.` : "";
  app.store.notices.say("good", `${formatDone(layer.title)}.${offer}`, { about: UNDO_OFFER });
  goTo(app, placeAfter(source, answer), projectsOf(source));
  const page = commonOf(source).resultPage?.(answer) ?? null;
  if (page !== null) openPage(app, page);
}

const marksOf = (source: Source, answer: JsonObject | null): RunbookChange | null =>
  commonOf(source).marks?.(answer) ?? null;

/** Marks the runbook step as done: resolves once that is on disk, so that the step is not done twice. */
function markStep(app: App, marks: RunbookChange): Promise<void> {
  app.store.runbooks.change(marks);
  return app.store.runbooks.settled();
}

/** Closes the review and its form. */
function close(app: App, source: Source): void {
  closeLayer(app, source.kind === "form" ? "form" : "review");
}

/** Goes to the written thing, in the project of the write; a list of all projects stays one. */
export function goTo(app: App, place: Place, projects: readonly string[]): void {
  const [project] = projects;
  const state = app.store.getState();
  const to = placeIn(app, place, project ?? state.session.groupId);
  const isHere = project === undefined || project === state.session.groupId || app.selectors.isOfAllProjects(state);
  if (!isHere || to.area !== state.navigation.place.area) visit(app, to, project);
  else if (to.ids.length > 0) openThing(app, to);
  else closeThing(app);
}

/** Unmarks completed rows: the next key must not apply to them again. Refused or unsent ones stay marked. */
function unmark(app: App, items: readonly SendItem[]): void {
  const list = app.selectors.list(app.store.getState());
  if (list === null || list.view.marks.size === 0) return;
  const isAll = isOfAll(list.scope);
  const done = new Set(
    items.flatMap(({ write: { params }, result }) => {
      const ids = result.kind === "done" ? Object.values(params) : [];
      return isAll ? ids.map((id) => idInAll(params["groupId"] ?? "", id)) : ids;
    }),
  );
  const left = [...list.view.marks].filter((id) => !done.has(id));
  if (left.length < list.view.marks.size) app.store.views.setMarks(list.viewKey, left);
}

/** The service refused: back to the form with all entered values, at the field that it rejects. */
async function refused(app: App, layer: ReviewLayer, { error, words }: { error: Error; words: string }): Promise<void> {
  const { source } = layer;
  // A thing is missing: either the edited one, or one that the body names.
  if (isRemoved(error) && !(await isStill(app, layer))) return;
  const form = layerNow(app, "form");
  const said = error instanceof ServiceError ? errorText(error) : words;
  if (source.kind === "write" || form === undefined || form.setup !== source.setup) {
    fail(app, layer, said);
    return;
  }
  const fields = error instanceof ServiceError ? refusedFields([...error.fields, ...error.violations]) : [];
  closeLayer(app, "review");
  const state = refuse(source.setup.plan, form.state, fields, said);
  const next = withState(form, envOf(app), state);
  changeLayer(app, "form", (now) => (now === form ? next : now));
  keepDraft(app, next);
}

/** Unknown result: it is shown, and never sent again automatically. */
function doubt(app: App, layer: ReviewLayer, write: Write, result: Extract<SendResult, { kind: "unknown" }>): void {
  const { error } = result;
  noteWrite(app, layer, [{ write, result }]);
  changeLayer(app, "review", (now) =>
    now.source === layer.source ? { ...now, stage: "unknown", failure: errorText(error) } : now,
  );
  changeLayer(app, "form", (form) => ({
    ...form,
    message: {
      tone: "bad",
      text: "Sent once, and may have succeeded. Check the current state before you send it again.",
    },
  }));
}

/** After an unknown result: goes to the place where it would be visible, and reads that again. The entered values stay a draft. */
export function lookNow(app: App): void {
  const layer = layerNow(app, "review");
  if (layer === undefined) return;
  const { source } = layer;
  close(app, source);
  goTo(app, commonOf(source).look ?? placeAfter(source, null), projectsOf(source));
  void app.store.resources.refresh("main");
  void app.store.resources.refresh("side");
}

/** Sends a group of writes, one after another, with a line for each. */
async function sendEach(app: App, layer: ReviewLayer, writes: readonly Write[]): Promise<void> {
  const { source, title } = layer;
  closeLayer(app, "review");
  const group = { title, after: placeAfter(source, null), marks: marksOf(source, null), review: layer };
  const items = await sendGroup(app, group, writes);
  const isDone = items.every(({ result }) => result.kind === "done");
  if (source.kind === "form" && isDone) forgetDraft(app, source.setup);
  if (noteWrite(app, layer, items))
    app.store.notices.say("info", `${keyOf(app)("undo")} undoes the completed changes.`, { about: UNDO_OFFER });
}

/** Builds the body just before sending for a plan that replaces a whole stored document; other writes are sent as reviewed. */
const renewing =
  (app: App, { source }: ReviewLayer, retry = ""): Renewed =>
  async (write) => {
    const replaces = source.kind === "write" ? source.plan.replaces : undefined;
    const target = targetsOf(source).find(({ params }) => params === write.params);
    if (replaces === undefined || target === undefined) return write;
    try {
      const received = await replaces.read(app.ask, target);
      const body = replaces.bodyOf(target, received);
      return typeof body === "string" ? `Not sent: ${body}` : { ...write, body, received };
    } catch (error) {
      return isRemoved(error)
        ? "Not sent: deleted by somebody else in the meantime."
        : `Not sent, because its current state could not be read: ${errorText(error)}${retry}`;
    }
  };

/** Sends writes and shows each result as it arrives, after the results in `before`. */
export async function sendGroup(
  app: App,
  { title, after, marks, review }: Pick<ResultLayer, "title" | "after" | "marks" | "review">,
  writes: readonly Write[],
  before: readonly SendItem[] = [],
): Promise<readonly SendItem[]> {
  const total = before.length + writes.length;
  pushLayer(app, { kind: "result", title, items: before, running: true, total, top: 0, after, marks, review });
  const items = await app.store.send.each(
    writes,
    renewing(app, review, ` Press ${keyOf(app)("result.again")} to retry.`),
    (sent) => changeLayer(app, "result", (layer) => ({ ...layer, items: [...before, ...sent] })),
  );
  const all = [...before, ...items];
  const isMarked = marks !== null && all.every(({ result }) => result.kind === "done");
  const kept = isMarked ? markStep(app, marks) : undefined;
  changeLayer(app, "result", (layer) => ({ ...layer, items: all, running: false }));
  unmark(app, items);
  await kept;
  return items;
}
