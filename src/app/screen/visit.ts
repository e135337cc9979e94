import { idInAll, isOfAll, thingIn } from "../../areas/all-projects.ts";
import { GroupId } from "../../contract/ids.ts";
import { type Place, samePlace } from "../../state/place.ts";
import type { App } from "../app.ts";
import { isPage } from "../workspace.ts";
import { canShowAll } from "./scope.ts";

/** Going to what a row, a link, an action or the palette leads to, and back to where one came from. */

/** Shows a place and gives the keys to it: to the one thing that it names, or to its list. What is only read goes away. */
export function show(app: App, place: Place): void {
  app.store.setState(({ layers }) => ({
    layers: layers.slice(0, layers.findLastIndex(({ kind }) => !isPage(kind)) + 1),
  }));
  app.store.navigation.open(place);
  app.store.navigation.focus(place.ids.length > 0 ? "side" : "main");
  app.store.setState({ detailIndex: 0 });
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
  const { navigation, session } = app.store;
  const state = app.store.getState();
  const place = placeIn(app, to, of ?? state.session.groupId);
  const project = showsAll(app, place) ? undefined : of;
  if (!samePlace(state.navigation.place, place)) {
    navigation.leaveTrace({
      to: place,
      groupId: state.session.groupId,
      line: app.store.getState().detailIndex,
    });
  }
  if (project !== undefined && project !== state.session.groupId) {
    // The list is left before the project is: what stood in it is remembered as looked at.
    navigation.open({ area: place.area, ids: [] });
    session.switchProject(GroupId.of(project));
  }
  show(app, place);
}

/** Goes back to where one came from, in the project of that time; false where one came from nowhere. */
export function comeBack(app: App): boolean {
  const { navigation, session } = app.store;
  const state = app.store.getState();
  const step = state.navigation.history.at(-1);
  if (step === undefined) return false;
  if (step.groupId !== null && step.groupId !== state.session.groupId) {
    navigation.open({ area: step.from.area, ids: [] });
    session.switchProject(step.groupId);
  }
  navigation.back();
  app.store.setState({ detailIndex: step.line });
  return true;
}

/** Goes back if what is shown is what one came to; whatever was opened there since is closed first. */
export function comeBackFrom(app: App, place: Place): boolean {
  const step = app.store.getState().navigation.history.at(-1);
  return step !== undefined && samePlace(step.to, place) && comeBack(app);
}
