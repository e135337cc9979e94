import type { AreaId } from "../../contract/area-ids.ts";
import type { App } from "../app.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { moveBindings } from "../keys/move-bindings.ts";
import { openPalette } from "../palette/open.ts";
import { currentStop } from "../screen/visit.ts";
import { areaAtOffset } from "../shell/sidebar.ts";

/** Keys of the sidebar. */

/** The marked area of the sidebar. */
const markedArea = ({ store }: App): AreaId => {
  const { marked, place } = store.getState().navigation;
  return marked ?? place.area;
};

/** Moves the mark; the current area stays open until another one is opened. */
const markAway = (app: App, by: number): void => app.store.navigation.markArea(areaAtOffset(markedArea(app), by));

/** Opens an area at its list: Esc leads from there to the sidebar, and no further back. */
export function openArea(app: App, area: AreaId): void {
  const { navigation } = app.store;
  if (area !== app.store.getState().navigation.place.area) {
    navigation.leave(currentStop(app), null);
    navigation.open({ area, ids: [] });
  }
  navigation.focus("main");
}

export const sidebarBindings = bindingsIn("sidebar", [
  {
    id: "sidebar.open",
    keys: ["enter", "right", "l"],
    title: "Open the area",
    hint: "open",
    run: (app) => openArea(app, markedArea(app)),
  },
  ...moveBindings("sidebar", markAway, [
    ["down", ["down", "j"], "Next area", 1, "next"],
    ["up", ["up", "k"], "Previous area", -1],
    ["first", ["home", "g"], "First area", Number.NEGATIVE_INFINITY],
    ["last", ["end", "G"], "Last area", Number.POSITIVE_INFINITY],
  ]),
  {
    id: "sidebar.find",
    keys: ["/"],
    title: "Find an area by name",
    hint: "find",
    run: (app) => openPalette(app, "areas"),
  },
  {
    id: "sidebar.back",
    keys: ["escape"],
    title: "Back to the list",
    run: (app) => app.store.navigation.focus("main"),
  },
]);
