import { idInAll, isOfAll, thingIn } from "../../areas/all-projects.ts";
import { areaOf } from "../../areas/areas.ts";
import type { ConsoleState } from "../../state/store.ts";
import { type Layout, layoutOf } from "../layout.ts";
import { coveringLayer, type Workspace } from "../workspace.ts";
import type { CurrentList } from "./current.ts";
import { lastLines } from "./notice.ts";

/** The current layout. */
export function layoutFor(state: ConsoleState, workspace: Workspace): Layout {
  const { pane, fullScreen, place } = state.navigation;
  const warned = state.session.environment === "production";
  const last = lastLines(state, workspace);
  const covered = coveringLayer(workspace.layers) !== undefined;
  if (singleOf(state) !== null) {
    const whole = layoutOf({ ...workspace, pane, sideOpen: false, fullScreen, warned, last, covered });
    return whole.kind === "panes" ? { ...whole, main: 0, side: whole.main } : whole;
  }
  return layoutOf({
    columns: workspace.columns,
    rows: workspace.rows,
    pane,
    sideOpen: place.ids.length > 0,
    fullScreen,
    hideSidebar: workspace.hideSidebar,
    warned,
    last,
    covered,
  });
}

/** Rows of a list that fit under its title and column heads. */
export function listRoom(state: ConsoleState, workspace: Workspace): number {
  const layout = layoutFor(state, workspace);
  return layout.kind === "panes" ? Math.max(1, layout.body - 2) : 1;
}

/** The only thing of the current area, where it has one: it stands in place of a list. */
export const singleOf = (state: ConsoleState): string | null =>
  areaOf(state.navigation.place.area).screen.single ?? null;

/** The id of the thing whose detail is shown: beside a list that has the keys it follows the selection. */
export function openId(state: ConsoleState, list: CurrentList | null): string | null {
  const { pane, place } = state.navigation;
  const [id] = place.ids;
  const single = singleOf(state);
  if (single !== null) return single;
  if (id === undefined) return null;
  return pane === "main" ? (list?.view.selectedId ?? id) : idOnList(state, list, id);
}

/** In a list of all projects, an id without a project belongs to the current project. */
function idOnList({ session }: ConsoleState, list: CurrentList | null, id: string): string {
  const isAlone = list !== null && isOfAll(list.scope) && list.screen.showsAllProjects === true && !thingIn(id);
  return isAlone ? idInAll(session.groupId ?? "", id) : id;
}

/** True when an id names a single thing; a group of several has no answer of its own. */
export const hasDetail = (id: string): boolean => /^[\w-]+$/u.test(thingIn(id)?.id ?? id);
