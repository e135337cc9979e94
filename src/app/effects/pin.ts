import { thingIn } from "../../areas/all-projects.ts";
import { cellText } from "../../areas/model/cell.ts";
import type { Row } from "../../areas/model/view.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import { getOperationsOf } from "../../contract/entities.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import type { PlainRead } from "../../state/answers/read-query.ts";
import type { Resource } from "../../state/answers/resource.ts";
import type { Place } from "../../state/navigation/place.ts";
import { isPinned, MOST_PINS, type Pin, pinsIn } from "../../state/pins.ts";
import { shortId } from "../../text/format.ts";
import type { App } from "../app.ts";
import { keyOf } from "../keys/key-of.ts";
import { selectedRow } from "../screen/current.ts";
import { rowOfPlace } from "../screen/known-things.ts";
import { openId, singleOf } from "../screen/panes.ts";

/** Pins the focused row, the target of its link, or the open thing. Works in any area. */

type PinSubject = { readonly place: Place; readonly project: string | null; readonly row: Row | null };

/** A thing of a list, which may be a list of all projects. */
function subjectIn(area: AreaId, id: string, here: string | null, row: Row | null): PinSubject {
  const thing = thingIn(id);
  return { place: { area, ids: [thing?.id ?? id] }, project: thing?.project ?? here, row };
}

/** The thing to pin, or the reason why there is none. */
function subjectOf(app: App): PinSubject | string {
  const state = app.store.getState();
  const { pane, place } = state.navigation;
  const { area } = place;
  const project = state.session.groupId;
  if (pane === "sidebar") return `the sidebar has focus; ${keyOf(app)("sidebar.open")} opens the list`;
  const list = app.selectors.list(state);
  if (singleOf(state) !== null) return { place: { area, ids: [] }, project, row: null };
  if (pane === "side") {
    const id = openId(state, list);
    return id === null ? "nothing is open" : subjectIn(area, id, project, null);
  }
  const row = list === null ? undefined : selectedRow(list);
  if (row === undefined) return "nothing is selected";
  if (row.members !== undefined) return `this row stands for several; ${keyOf(app)("list.open")} expands it`;
  if (row.link === undefined) return subjectIn(area, row.id, project, row);
  if (row.link.area === area && row.link.ids.length === 0) return "this row leads to a list, not to one thing";
  return { place: row.link, project: row.project ?? project, row };
}

/** Reason why nothing can be pinned now, or null. */
export function whyNoPin(app: App): string | null {
  const subject = subjectOf(app);
  if (typeof subject === "string") return subject;
  const { pins } = app.store.getState();
  const isFull = !isPinned(pins, subject) && pinsIn(pins).length >= MOST_PINS;
  return isFull ? `${MOST_PINS} things are pinned; unpin one first` : null;
}

const textsOf = (params: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

/** The read of a single thing: the list's own operation if it gets one, or a matching get operation for a row of the list. */
function readOf({ operation, args }: Resource<OperationId>, id: string): PlainRead | null {
  const known = textsOf(args.params);
  if (operations[operation].entityUse === "get") return { operation, params: known };
  for (const get of getOperationsOf(operation)) {
    const [missing, ...others] = Object.keys(operations[get].params).filter((name) => known[name] === undefined);
    if (missing !== undefined && others.length === 0) return { operation: get, params: { ...known, [missing]: id } };
  }
  return null;
}

/** Title of a thing: from the detail or the answer, otherwise a short id. */
function titleOf(app: App, { place, row }: PinSubject, known: string | null): string {
  const state = app.store.getState();
  const [id] = place.ids;
  const isHere = place.area === state.navigation.place.area;
  const open = isHere && row === null ? app.selectors.thing(state) : null;
  const words = known ?? (open === null ? null : cellText(open.title));
  if (words !== null && words !== "") return words;
  return id === undefined ? app.areas.of(place.area).label : shortId(id);
}

function pinOf(app: App, subject: PinSubject): Omit<Pin, "pinnedAt"> {
  const state = app.store.getState();
  const { place, project } = subject;
  const found = rowOfPlace(state, app.areas, place, project);
  const [id] = place.ids;
  return {
    place,
    project,
    kind: found?.thing.kind ?? app.areas.of(place.area).label.toLowerCase(),
    title: titleOf(app, subject, found?.thing.title ?? null),
    read: found === null || id === undefined ? null : readOf(found.resource, id),
  };
}

/** Pins the focused thing or removes its pin, and shows a notice. */
export function togglePin(app: App): void {
  const subject = subjectOf(app);
  if (typeof subject === "string") return;
  const pin = pinOf(app, subject);
  const isNow = app.store.pins.toggle(pin);
  app.store.notices.say(
    "info",
    isNow ? `Pinned: ${pin.title}. ${keyOf(app)("pin")} removes it.` : `Unpinned: ${pin.title}.`,
  );
}
