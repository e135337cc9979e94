import { idInAll, isOfAll, ownPlaceOf, thingIn } from "../../areas/all-projects.ts";
import { areaOf } from "../../areas/areas.ts";
import { GroupId } from "../../contract/schema/ids.ts";
import { lookupOfQueries, PROJECT_QUERIES } from "../../state/names/directory.ts";
import { isGone } from "../../state/navigation/gone.ts";
import { type Place, samePlace } from "../../state/navigation/place.ts";
import { nextOn, type Stop, type TrailWay } from "../../state/navigation/trail.ts";
import { viewOf } from "../../state/store.ts";
import { shortId } from "../../text/format.ts";
import type { App } from "../app.ts";
import { isPage } from "../workspace.ts";
import { type KnownThing, thingsLeft } from "./known-things.ts";
import { openId } from "./panes.ts";
import { canShowAll, viewKeyOf } from "./scope.ts";
import { toggleAllProjects } from "./show-all.ts";

/** Going to what a row, a link, an action or the palette leads to, and back and forward through where one was. */

const closePages = (app: App): void =>
  app.store.setState(({ layers }) => ({
    layers: layers.slice(0, layers.findLastIndex(({ kind }) => !isPage(kind)) + 1),
  }));

/** Shows a place and gives the keys to it: to the one thing that it names, or to its list. What is only read goes away. */
export function show(app: App, place: Place): void {
  closePages(app);
  app.store.navigation.open(place);
  app.store.navigation.focus(place.ids.length > 0 ? "side" : "main");
  app.store.setState({ detailIndex: 0 });
}

/** Where one is, with all that it takes to be there again. */
export function stopHere(app: App): Stop {
  const state = app.store.getState();
  const { place, followedTo, pane, cluster } = state.navigation;
  const { groupId, groupName } = state.session;
  const scope = app.selectors.plainScope(state);
  const view = scope && viewKeyOf(place.area, scope);
  // Beside a list that has the keys, the detail is that of the selected row.
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

/** Goes over to another project; what was read of the one that is left can still be found. */
function switchProject(app: App, groupId: GroupId): void {
  const state = app.store.getState();
  const leftThings = thingsLeft(state, app.areas, state.session.groupId, state.leftThings);
  app.store.setState({ leftThings });
  app.store.session.switchProject(groupId);
}

/** Whether the detail that is shown was opened from its own list, which is the place before it. */
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

/** Opens a thing of the list that is shown; one that takes the place of another one is no further step. */
export function openThing(app: App, place: Place): void {
  if (app.store.getState().navigation.place.ids.length === 0) app.store.navigation.leave(stopHere(app));
  show(app, place);
}

/** Closes the thing that is open beside its list. */
export function closeThing(app: App): void {
  const { navigation } = app.store;
  const { place, cluster } = app.store.getState().navigation;
  closePages(app);
  // The list stays as it is looked at now, and narrowed as it is now.
  if (place.ids.length > 0 && isOfOwnList(app)) {
    navigation.step("back", stopHere(app));
    navigation.narrowTo(cluster);
  } else navigation.open({ area: place.area, ids: [] });
  navigation.focus("main");
}

/** The place of a thing of a project, as the list there calls it: among those of all projects where it shows them. */
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
 * Goes somewhere else; Esc comes back from there. Where the list there shows all projects, the thing is shown among them.
 *
 * @param of the project that the place belongs to, where it may be another one
 */
export function visit(app: App, to: Place, of?: string): void {
  const { navigation } = app.store;
  const state = app.store.getState();
  const place = placeIn(app, to, of ?? state.session.groupId);
  const project = showsAll(app, place) ? undefined : of;
  const isElsewhere = project !== undefined && project !== state.session.groupId;
  if (isElsewhere || !samePlace(state.navigation.place, place)) navigation.leave(stopHere(app), place);
  if (isElsewhere) {
    // The list is left before the project is: what stood in it is remembered as looked at.
    navigation.open({ area: place.area, ids: [] });
    switchProject(app, GroupId.of(project));
  }
  show(app, place);
}

/** Shows a thing that was found by its name, however its list is looked at now. */
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

/** Looks at a project, and at this one only, from the area where one is. */
export function enterProject(app: App, groupId: string): void {
  const isOther = groupId !== app.store.getState().session.groupId;
  if (isOther) app.store.navigation.leave(stopHere(app), null);
  if (app.selectors.isOfAllProjects(app.store.getState())) toggleAllProjects(app);
  if (isOther) switchProject(app, GroupId.of(groupId));
}

/** Whether the project of a place is known to be gone: the list of them was read and does not name it. */
function isProjectGone(app: App, { groupId }: Stop): boolean {
  const state = app.store.getState();
  const { projects } = state.session;
  if (groupId === null || groupId === state.session.groupId) return false;
  return lookupOfQueries(state, PROJECT_QUERIES).kind === "read" && !projects.some(({ id }) => id === groupId);
}

/** What is said of a place that is skipped because it is gone; null where it is there as far as is known. */
function formatRemoved(app: App, stop: Stop): string | null {
  if (isProjectGone(app, stop)) return `Project ${stop.groupName ?? stop.groupId} is gone`;
  const { place, groupId } = ownPlaceOf(stop.place, stop.groupId);
  if (!isGone(app.store.getState(), place, groupId)) return null;
  return `${areaOf(place.area).label}: ${shortId(place.ids[0] ?? "")} is gone`;
}

/** The next place of a way that is still there, and what is said of those before it, which are gone. */
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

/** Shows a place as it was left. */
function returnTo(app: App, way: TrailWay, { place, groupId, selection, line }: Stop): void {
  const { navigation, views } = app.store;
  const here = stopHere(app);
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

/** Goes one place along a way, past those that are gone, and says so; at its end that is said. */
export function go(app: App, way: TrailWay): void {
  const { stop, skipped } = nextPlace(app, way);
  if (stop !== undefined) returnTo(app, way, stop);
  const said = skipped.length > 0 ? [`${skipped.join("; ")}: skipped.`] : [];
  if (stop === undefined) said.push(END[way]);
  if (said.length > 0) app.store.notices.say(skipped.length > 0 ? "warning" : "info", said.join(" "));
}

/** Esc: back to where a link was followed from; false where the area was opened anew. */
export function comeBack(app: App): boolean {
  const { followedTo, trail } = app.store.getState().navigation;
  if (followedTo === null || trail.past.length === 0) return false;
  go(app, "back");
  return true;
}

/** Esc on a thing: back if it is what a link led to; what was opened since is closed first. */
export function comeBackFromThing(app: App): boolean {
  const { followedTo, place } = app.store.getState().navigation;
  return followedTo !== null && samePlace(followedTo, place) && comeBack(app);
}
