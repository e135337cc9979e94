import { idInAll, isOfAll, paramsOfAll, paramsOfOne, thingIn } from "../../areas/all-projects.ts";
import { areaOf } from "../../areas/areas.ts";
import type { Scope } from "../../areas/model/context.ts";
import { lookupOfQueries, PROJECT_QUERIES } from "../../state/names/directory.ts";
import type { App } from "../app.ts";
import { keyOf } from "../keys/key-of.ts";
import { canShowAll, viewKeyOf } from "./scope.ts";

/** One project or all of them (`A`): stored per area; the selected row and the open thing stay. */

const scopeNow = (app: App): Scope | null => app.selectors.scope(app.store.getState());

/** Reason why the current area cannot show all projects, or null. */
export function whyNotAll(app: App): string | null {
  const { area } = app.store.getState().navigation.place;
  const scope = scopeNow(app);
  if (scope === null) return "no project loaded yet";
  if (!canShowAll(area)) {
    if (areaOf(area).scope === "organisation") return "this list is of the whole organisation";
    return `${areaOf(area).label} shows one project; ${keyOf(app)("project")} switches to another one`;
  }
  // While the projects are unknown, all can be shown: they appear once they are known.
  const isKnown = lookupOfQueries(app.store.getState(), PROJECT_QUERIES).kind !== "asking";
  return scope.projects.length < 2 && isKnown ? "only one project" : null;
}

/** Id of a thing after switching between one project and all; null if the list does not contain it then. */
function renamed(scope: Scope, id: string, isAll: boolean): string | null {
  const thing = thingIn(id);
  if (isAll) return thing === null ? idInAll(scope.groupId, id) : id;
  if (thing === null) return id;
  return thing.project === scope.groupId ? thing.id : null;
}

/** Switches the current area between all projects and the current one. */
export function toggleAllProjects(app: App): void {
  const { navigation, views } = app.store;
  const { place, pane } = app.store.getState().navigation;
  const before = scopeNow(app);
  if (before === null) return;
  const selected = app.selectors.list(app.store.getState())?.view.selectedId ?? null;
  const isAll = !isOfAll(before);
  // The list of all projects has its own view, whose key is the area alone.
  views.setParams(place.area, isAll ? paramsOfAll(before.params) : paramsOfOne(before.params));
  const after = scopeNow(app);
  if (after === null || areaOf(place.area).scope === "profile") return;
  const stays = selected === null ? null : renamed(after, selected, isAll);
  if (stays !== null) views.select(viewKeyOf(place.area, after), stays);
  const [open] = place.ids;
  if (open === undefined) return;
  const id = renamed(after, open, isAll);
  navigation.open({ area: place.area, ids: id === null ? [] : [id] });
  if (id === null && pane === "side") navigation.focus("main");
}
