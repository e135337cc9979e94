import { idInAll, isOfAll } from "../../areas/all-projects.ts";
import { placeAfter } from "../../areas/builders/place-after.ts";
import type { Remedy } from "../../areas/model/effect.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import { isJson, isJsonObject, type JsonObject, pathText } from "../../contract/json/json.ts";
import { operations } from "../../contract/operations.ts";
import { refuse } from "../../forms/refusal.ts";
import { conflictOf } from "../../forms/review/conflict.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { RunbookChange } from "../../state/runbooks.ts";
import type { Renewed, SendItem, SendResult, Write } from "../../state/writes/send.ts";
import { type App, changeLayer, closeLayer, pushLayer } from "../app.ts";
import { errorText } from "../error-text.ts";
import { envOf } from "../form/env.ts";
import { forgetDraft, keepDraft, withState } from "../form/layer.ts";
import { remedyOfRemoved } from "../form/remedy.ts";
import { openPage } from "../layers/page.ts";
import { closeThing, openThing, placeIn, visit } from "../screen/visit.ts";
import { layerOf, type ResultLayer, type ReviewLayer } from "../workspace.ts";
import { missingAnswer } from "./answer.ts";
import { changesOfTargets, plainPlan } from "./before.ts";
import { formatDone } from "./done.ts";
import { isOldReview, judgedAgain } from "./judged-again.ts";
import { projectsOf } from "./projects.ts";
import { isRemoved, REMOVED_MESSAGE } from "./removed.ts";
import { type Source, targetsOf, writesOf } from "./source.ts";
import { noteWrite, UNDO_OFFER } from "./undo.ts";

/** Sending what was reviewed, once, and what becomes of the screen then. */

/** A write with what the journal is to say of it: what it changes at its own thing, and which write it takes back. */
function noted(app: App, { source, review, stored }: ReviewLayer, write: Write): Write {
  const target = targetsOf(source).find(({ params }) => params === write.params);
  if (target === undefined || review === null) return write;
  const { before, undoes } = source.kind === "write" ? source.plan : source.setup;
  const plan = source.kind === "write" ? plainPlan(operations[write.operation]) : source.setup.plan;
  const changes =
    before === undefined || targetsOf(source).length === 1
      ? review.changes
      : changesOfTargets(plan, envOf(app), before, stored, [target], () => write.body ?? {});
  const undone = undoes?.(target);
  return { ...write, changes, ...(undone === undefined ? {} : { undoes: undone }) };
}

/** Sends what the review shows, if it was answered as its risk asks. */
export function send(app: App): void {
  const layer = layerOf(app.store.getState(), "review");
  if (layer === undefined || layer.review === null || missingAnswer(layer) !== null) return;
  const { session } = app.store.getState();
  if (session.epoch !== layer.epoch) {
    fail(app, layer, "Not sent: the profile or the project changed since this was opened. Open it again.");
    return;
  }
  if (!isOldReview(app, layer)) sendNow(app, layer);
  else {
    void judgedAgain(app, layer).then((again) => {
      if (again !== null) sendNow(app, again);
    });
  }
}

/** Sends what a review shows that was read just now. */
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

/** Sends one write. */
async function sendOne(app: App, layer: ReviewLayer, reviewed: Write): Promise<void> {
  const write = await renewing(app, layer)(reviewed);
  if (typeof write === "string") fail(app, layer, write);
  else ended(app, layer, write, await app.store.send.one(write));
}

/** Whether the stored document is as the review says; if not, what became of it is shown, and nothing is sent. */
async function isStill(app: App, layer: ReviewLayer): Promise<boolean> {
  const { source } = layer;
  const form = layerOf(app.store.getState(), "form");
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
    if (isRemoved(error)) fail(app, layer, REMOVED_MESSAGE, remedyOfRemoved(source.setup, form.state));
    else fail(app, layer, errorText(error));
  }
  return false;
}

const fail = (app: App, layer: ReviewLayer, failure: string, remedy: Remedy | null = null): void =>
  changeLayer(app, "review", (now) =>
    now.source === layer.source ? { ...now, stage: "failed", failure, remedy, review: null } : now,
  );

function ended(app: App, layer: ReviewLayer, write: Write, result: SendResult): void {
  switch (result.kind) {
    case "done":
      void finish(app, layer, [{ write, result }], rawOf(result));
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

function rawOf(result: Extract<SendResult, { kind: "done" }>): JsonObject | null {
  const { raw } = result.answer;
  return isJson(raw) && isJsonObject(raw) ? raw : null;
}

/** All was done: nothing of it stays open, and one lands where it can be seen. */
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
  app.store.notices.say("good", `${formatDone(layer.title)}.${canUndo ? " Press u to undo." : ""}`, {
    about: UNDO_OFFER,
  });
  goTo(app, placeAfter(source, answer), projectsOf(source));
  const pageOf = source.kind === "write" ? source.plan.resultPage : source.setup.resultPage;
  const page = pageOf?.(answer) ?? null;
  if (page !== null) openPage(app, page);
}

function marksOf(source: Source, answer: JsonObject | null): RunbookChange | null {
  const { marks } = source.kind === "write" ? source.plan : source.setup;
  return marks?.(answer) ?? null;
}

/** Says to the runbook that it belongs to that its step is done: on disk before it is on screen, or it would be done once more. */
function markStep(app: App, marks: RunbookChange): Promise<void> {
  app.store.runbooks.change(marks);
  return app.store.runbooks.settled();
}

/** Takes away the review and the form that it belongs to. */
function close(app: App, source: Source): void {
  closeLayer(app, source.kind === "form" ? "form" : "review");
}

/** Goes to what was written, in the project that it was written to: the list that one stands in goes on showing as many projects. */
export function goTo(app: App, place: Place, projects: readonly string[]): void {
  const [project] = projects;
  const state = app.store.getState();
  const to = placeIn(app, place, project ?? state.session.groupId);
  const isHere = project === undefined || project === state.session.groupId || app.selectors.isOfAllProjects(state);
  if (!isHere || to.area !== state.navigation.place.area) visit(app, to, project);
  else if (to.ids.length > 0) openThing(app, to);
  else closeThing(app);
}

/** Marks go with what was done: the next key must not be meant for it. What was refused or not sent stays marked. */
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

/** The service said no: back to the form with all that was filled in, at the field it complains of. */
async function refused(app: App, layer: ReviewLayer, { error, words }: { error: Error; words: string }): Promise<void> {
  const { source } = layer;
  // Something is not there: it may be what is edited, or something that the body names.
  if (isRemoved(error) && !(await isStill(app, layer))) return;
  const form = layerOf(app.store.getState(), "form");
  const said = error instanceof ServiceError ? errorText(error) : words;
  if (source.kind === "write" || form === undefined || form.setup !== source.setup) {
    fail(app, layer, said);
    return;
  }
  const fields =
    error instanceof ServiceError
      ? [...error.fields, ...error.violations].map(({ path, message }) => ({ field: pathText(path), message }))
      : [];
  closeLayer(app, "review");
  const state = refuse(source.setup.plan, form.state, fields, said);
  const next = withState(form, envOf(app), state);
  changeLayer(app, "form", (now) => (now === form ? next : now));
  keepDraft(app, next);
}

/** Nobody knows whether it happened: it is said, and never sent again by itself. */
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

/** After a result that nobody knows: to the place where it would be seen, asked anew. What was filled in stays a draft. */
export function lookNow(app: App): void {
  const layer = layerOf(app.store.getState(), "review");
  if (layer === undefined) return;
  const { source } = layer;
  close(app, source);
  const look = source.kind === "write" ? source.plan.look : source.setup.look;
  goTo(app, look ?? placeAfter(source, null), projectsOf(source));
  void app.store.resources.refresh("main");
  void app.store.resources.refresh("side");
}

/** A group, one after another, with a line for each. */
async function sendEach(app: App, layer: ReviewLayer, writes: readonly Write[]): Promise<void> {
  const { source, title } = layer;
  closeLayer(app, "review");
  const group = { title, after: placeAfter(source, null), marks: marksOf(source, null), review: layer };
  const items = await sendGroup(app, group, writes);
  const isDone = items.every(({ result }) => result.kind === "done");
  if (source.kind === "form" && isDone) forgetDraft(app, source.setup);
  if (noteWrite(app, layer, items))
    app.store.notices.say("info", "u undoes the completed changes.", { about: UNDO_OFFER });
}

/** Makes each write of a plan that replaces a whole of what is stored just before it is sent; others are as they were reviewed. */
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

/** Sends writes with their results on screen as they come, after those that are there already. */
export async function sendGroup(
  app: App,
  { title, after, marks, review }: Pick<ResultLayer, "title" | "after" | "marks" | "review">,
  writes: readonly Write[],
  before: readonly SendItem[] = [],
): Promise<readonly SendItem[]> {
  const known = new Set(app.store.getState().sending.groups.map(({ id }) => id));
  const total = before.length + writes.length;
  pushLayer(app, { kind: "result", title, items: before, running: true, total, top: 0, after, marks, review });
  const stop = app.store.subscribe(({ sending }, { sending: earlier }) => {
    const group = sending === earlier ? undefined : sending.groups.findLast(({ id }) => !known.has(id));
    if (group === undefined) return;
    changeLayer(app, "result", (layer) => ({ ...layer, items: [...before, ...group.items] }));
  });
  try {
    const items = await app.store.send.each(title, writes, renewing(app, review, " Press R to retry."));
    const all = [...before, ...items];
    const isMarked = marks !== null && all.every(({ result }) => result.kind === "done");
    const kept = isMarked ? markStep(app, marks) : undefined;
    changeLayer(app, "result", (layer) => ({ ...layer, items: all, running: false }));
    unmark(app, items);
    await kept;
    return items;
  } finally {
    stop();
  }
}
