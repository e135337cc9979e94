import { idInAll, isOfAll, ownPlaceOf, thingIn } from "../../areas/all-projects.ts";
import { areaOf } from "../../areas/areas.ts";
import { GroupId } from "../../contract/schema/ids.ts";
import { lookupOfQueries, PROJECT_QUERIES } from "../../state/names/directory.ts";
import { type Place, samePlace } from "../../state/navigation/place.ts";
import { isRemovedPlace } from "../../state/navigation/removed-place.ts";
import { nextOn, type Stop, type TrailWay } from "../../state/navigation/trail.ts";
import { viewOf } from "../../state/navigation/views.ts";
import { shortId } from "../../text/format.ts";
import type { App } from "../app.ts";
import { SCOPES } from "../keys/scopes.ts";
import { type KnownThing, thingsLeft } from "./known-things.ts";
import { openId } from "./panes.ts";
import { canShowAll, viewKeyOf } from "./scope.ts";
import { toggleAllProjects } from "./show-all.ts";

/** Visits the target of a row, a link, an action or the palette, and goes back and forward through visited places. */

const closePages = (app: App): void =>
  app.store.setState(({ layers }) => ({
    layers: layers.slice(0, layers.findLastIndex(({ kind }) => !SCOPES[kind].isPage) + 1),
  }));

/** Shows a place and focuses it: its thing, or its list. Read-only layers are closed. */
export function show(app: App, place: Place): void {
  closePages(app);
  app.store.navigation.open(place);
  app.store.navigation.focus(place.ids.length > 0 ? "side" : "main");
  app.store.setState({ detailIndex: 0 });
}

/** The current place with everything needed to restore it. */
export function currentStop(app: App): Stop {
  const state = app.store.getState();
  const { place, followedTo, pane, cluster } = state.navigation;
  const { groupId, groupName } = state.session;
  const scope = app.selectors.plainScope(state);
  const view = scope && viewKeyOf(place.area, scope);
  // Beside a focused list, the detail is that of the selected row.
  const open = place.ids.length === 0 ? null : openId(state, app.selectors.list(state));
  return {
    place: open === null ? place : { area: place.area, ids: [open] },
    followedTo,
    pane: pane === "sidebar" ? "main" : pane,
    cluster,
    groupId,
    groupName,
    line: state.detailIndex,
    selection: view === null ? null : { view, ...selectionOf(viewOf(state, view)) },
  };
}

const selectionOf = ({ selectedId, anchor }: ReturnType<typeof viewOf>) => ({ selectedId, anchor });

/** Switches to another project; things of the previous one can still be found. */
function switchProject(app: App, groupId: GroupId): void {
  const state = app.store.getState();
  const leftThings = thingsLeft(state, app.areas, state.session.groupId, state.leftThings);
  app.store.setState({ leftThings });
  app.store.session.switchProject(groupId);
}

/** True when the detail was opened from its own list, which is the previous place. */
function isOfOwnList(app: App): boolean {
  const { navigation, session } = app.store.getState();
  const before = navigation.trail.past.at(-1);
  return (
    before !== undefined &&
    before.place.ids.length === 0 &&
    before.place.area === navigation.place.area &&
    before.groupId === session.groupId
  );
}

/** Opens a thing of the current list; replacing an open thing adds no step to the history. */
export function openThing(app: App, place: Place): void {
  if (app.store.getState().navigation.place.ids.length === 0) app.store.navigation.leave(currentStop(app));
  show(app, place);
}

/** Closes the thing that is open beside its list. */
export function closeThing(app: App): void {
  const { navigation } = app.store;
  const { place, cluster } = app.store.getState().navigation;
  closePages(app);
  // The list keeps its current view and cluster filter.
  if (place.ids.length > 0 && isOfOwnList(app)) {
    navigation.step("back", currentStop(app));
    navigation.narrowTo(cluster);
  } else navigation.open({ area: place.area, ids: [] });
  navigation.focus("main");
}

/** The place of a thing with the id that its list uses: with the project if the list shows all projects. */
export function placeIn(app: App, place: Place, project: string | null): Place {
  const [id, ...others] = place.ids;
  const scope = app.selectors.scopeOf(app.store.getState(), place.area);
  if (id === undefined || project === null || scope === null || !isOfAll(scope) || thingIn(id) !== null) return place;
  return canShowAll(place.area) ? { ...place, ids: [idInAll(project, id), ...others] } : place;
}

const showsAll = (app: App, { area }: Place): boolean => {
  const scope = app.selectors.scopeOf(app.store.getState(), area);
  return scope !== null && isOfAll(scope) && canShowAll(area);
};

/**
 * Visits another place; Esc returns from there. If the list there shows all projects, the thing is shown in it.
 *
 * @param of the project of the place, if it may be another one
 */
export function visit(app: App, to: Place, of?: string): void {
  const { navigation } = app.store;
  const state = app.store.getState();
  const place = placeIn(app, to, of ?? state.session.groupId);
  const project = showsAll(app, place) ? undefined : of;
  const isElsewhere = project !== undefined && project !== state.session.groupId;
  if (isElsewhere || !samePlace(state.navigation.place, place)) navigation.leave(currentStop(app), place);
  if (isElsewhere) {
    // The list is left before the project, so that its rows are stored as seen.
    navigation.open({ area: place.area, ids: [] });
    switchProject(app, GroupId.of(project));
  }
  show(app, place);
}

/** Shows a thing that was found by name, whatever filter its list has. */
export function openKnown(app: App, thing: KnownThing): void {
  const { place, project, params, filter, cluster, narrows } = thing;
  visit(app, place, project ?? undefined);
  const { navigation, views } = app.store;
  const narrowed = app.store.getState().navigation.cluster;
  if (narrows === true || (narrowed !== null && cluster !== narrowed))
    navigation.narrowTo(narrows === true ? cluster : null);
  const scope = app.selectors.plainScope(app.store.getState());
  if (scope === null) return;
  const view = viewKeyOf(place.area, scope);
  if (params !== undefined) views.setParams(view, params);
  if (filter !== undefined) views.setFilter(view, filter);
}

/** Switches to a project, and shows only that one in the current area. */
export function enterProject(app: App, groupId: string): void {
  const isOther = groupId !== app.store.getState().session.groupId;
  if (isOther) app.store.navigation.leave(currentStop(app), null);
  if (app.selectors.isOfAllProjects(app.store.getState())) toggleAllProjects(app);
  if (isOther) switchProject(app, GroupId.of(groupId));
}

/** True when the project of a place is known to have been removed: the list of projects was read and does not contain it. */
function isProjectGone(app: App, { groupId }: Stop): boolean {
  const state = app.store.getState();
  const { projects } = state.session;
  if (groupId === null || groupId === state.session.groupId) return false;
  return lookupOfQueries(state, PROJECT_QUERIES).kind === "read" && !projects.some(({ id }) => id === groupId);
}

/** Text about a skipped place that was removed; null if it exists as far as is known. */
function formatRemoved(app: App, stop: Stop): string | null {
  if (isProjectGone(app, stop)) return `Project ${stop.groupName ?? stop.groupId} is gone`;
  const { place, groupId } = ownPlaceOf(stop.place, stop.groupId);
  if (!isRemovedPlace(app.store.getState(), place, groupId)) return null;
  return `${areaOf(place.area).label}: ${shortId(place.ids[0] ?? "")} is gone`;
}

/** The next existing place in a direction, and texts about the removed ones before it. */
function nextPlace(app: App, way: TrailWay): { readonly stop: Stop | undefined; readonly skipped: readonly string[] } {
  const skipped: string[] = [];
  for (;;) {
    const stop = nextOn(app.store.getState().navigation.trail, way);
    const gone = stop === undefined ? null : formatRemoved(app, stop);
    if (gone === null) return { stop, skipped };
    skipped.push(gone);
    app.store.navigation.skip(way);
  }
}

/** Restores a place as it was left. */
function returnTo(app: App, way: TrailWay, { place, groupId, selection, line }: Stop): void {
  const { navigation, views } = app.store;
  const here = currentStop(app);
  if (groupId !== null && groupId !== app.store.getState().session.groupId) {
    navigation.open({ area: place.area, ids: [] });
    switchProject(app, groupId);
  }
  if (selection !== null) views.select(selection.view, selection.selectedId, selection.anchor);
  navigation.step(way, here);
  app.store.setState({ detailIndex: line });
}

const END: Readonly<Record<TrailWay, string>> = {
  back: "No earlier place: this is where you started.",
  forward: "No later place.",
};

/** Goes one place back or forward, skipping removed places; a notice tells what was skipped, or that there are no more places. */
export function go(app: App, way: TrailWay): void {
  const { stop, skipped } = nextPlace(app, way);
  if (stop !== undefined) returnTo(app, way, stop);
  const said = skipped.length > 0 ? [`${skipped.join("; ")}: skipped.`] : [];
  if (stop === undefined) said.push(END[way]);
  if (said.length > 0) app.store.notices.say(skipped.length > 0 ? "warning" : "info", said.join(" "));
}

/** Esc: back to the place whose link was followed; false if the area was opened directly. */
export function followBack(app: App): boolean {
  const { followedTo, trail } = app.store.getState().navigation;
  if (followedTo === null || trail.past.length === 0) return false;
  go(app, "back");
  return true;
}

/** Esc on a thing: back if a link led to it; otherwise false, as a thing opened since is closed first. */
export function followBackFromThing(app: App): boolean {
  const { followedTo, place } = app.store.getState().navigation;
  return followedTo !== null && samePlace(followedTo, place) && followBack(app);
}
