import type { Context } from "../../areas/context.ts";
import type { DetailLine, DetailModel } from "../../areas/view.ts";
import type { ConsoleState } from "../../state/store.ts";
import { type Span, span } from "../../text/spans.ts";
import { fitText, widthOf } from "../../text/width.ts";
import type { App } from "../app.ts";
import { type CurrentList, detailContext } from "./current.ts";
import { type Freshness, freshness, thingFreshness } from "./freshness.ts";
import { notReadLines } from "./not-read.ts";
import { openId } from "./panes.ts";

/** The one thing that is shown, with what could not be read of it. */

type Made = {
  readonly context: Context;
  readonly id: string;
  readonly notRead: Freshness["notRead"];
  readonly model: DetailModel | null;
};

/** An id that somebody pasted may be of any length. */
const LONGEST_ID = 60;

/** Made again only when the data, the minute or the thing changed. */
let made: Made | null = null;

/** What was asked for this thing alone and failed, below what is known of it. */
function noted(model: DetailModel, notRead: Freshness["notRead"]): DetailModel {
  const lines = notReadLines(notRead.filter(({ missing }) => missing.kind !== "asking"));
  if (lines.length === 0) return model;
  const notes = lines.map(({ text }): DetailLine => ({ kind: "text", value: { text: `! ${text}`, tone: "warn" } }));
  return { ...model, lines: [...model.lines, ...notes] };
}

/** The open thing as a model, or null while it is not known. */
export function thingModel(app: App, state: ConsoleState): DetailModel | null {
  const list = app.screens.list(state);
  const id = openId(state, list);
  if (list === null || id === null) return null;
  const context = detailContext(app, state, list, id);
  if (context === null) return null;
  const ofList = freshness(state, list);
  const { notRead } = thingFreshness(app, state, list);
  // Of a thing that is asked nothing of its own, the list says it.
  const own = notRead === ofList.notRead ? [] : notRead;
  if (made?.context === context && made.id === id && isSameList(made.notRead, own)) return made.model;
  const model = list.screen.detail(context, id);
  made = { context, id, notRead: own, model: model === null ? null : noted(model, own) };
  return made.model;
}

/** An empty list is like any other. */
const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one === other || (one.length === 0 && other.length === 0);

/** Why there is nothing to show of a thing: it is on its way, it could not be read, or it is not there. */
export function noThingWords(
  id: string | null,
  list: CurrentList | null,
  ofList: Freshness,
  ofThing: Freshness,
): readonly Span[] {
  if (list === null || id === null) return [span("Loading…", "dim")];
  const again = span("Esc goes to the list, r tries again now.", "dim");
  const ofOwn = ofThing.notRead.filter(({ missing }) => missing.kind !== "asking");
  const ofOthers = ofList.notRead.filter(({ missing }) => missing.kind !== "asking");
  if (ofOthers.length > 0) return [...notReadLines([...new Set([...ofOthers, ...ofOwn])]), again];
  if (!ofList.loaded || (ofThing.notRead.length > 0 && ofOwn.length === 0)) return [span("Loading…", "dim")];
  const name = widthOf(id) > LONGEST_ID ? `${fitText(id, LONGEST_ID).trimEnd()} (${id.length} characters)` : id;
  return [span(`Not in this list: ${name}`, "warn"), ...notReadLines(ofOwn), again];
}
