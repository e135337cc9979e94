import { ownIdOf } from "../../areas/all-projects.ts";
import { cellText } from "../../areas/model/cell.ts";
import type { DetailModel } from "../../areas/model/view.ts";
import { type App, type Binding, openMenu } from "../app.ts";
import { copyItem } from "../copy.ts";
import { type DrawnDetailLine, detailLines, topOfDetail } from "../detail/lines.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { moveBindings, movedIndex } from "../keys/move-bindings.ts";
import { currentLayout, focusSidebar } from "../screen/focus.ts";
import { openId, singleOf } from "../screen/panes.ts";
import { closeThing, followBackFromThing, visit } from "../screen/visit.ts";
import type { MenuItem } from "../workspace.ts";
import { detailCurl, jsonItem } from "./copies.ts";
import { showRaw } from "./list-bindings.ts";

/** Keys of the detail pane. */

/** The open thing as a model, or null until it is loaded. */
const openDetail = (app: App): DetailModel | null => app.selectors.thing(app.store.getState());

function linesOf(app: App): readonly DrawnDetailLine[] {
  const model = openDetail(app);
  const layout = currentLayout(app);
  if (model === null || layout.kind !== "panes") return [];
  return detailLines(model, layout.side, app.store.getState().look.symbols);
}

function moveBy(app: App, by: number): void {
  const count = linesOf(app).length;
  app.store.setState(({ detailIndex }) => ({ detailIndex: movedIndex(detailIndex, by, count) }));
}

/** Index of the detail line at a row below the title; null if there is none. */
export function detailAt(app: App, row: number, height: number): number | null {
  const { length } = linesOf(app);
  const at = topOfDetail(length, app.store.getState().detailIndex, height) + row;
  return at < length ? at : null;
}

/** Selects a line of the detail. */
export const moveDetailTo = (app: App, at: number): void => app.store.setState({ detailIndex: at });

/** Visits the link of the selected line. */
function follow(app: App): void {
  const { detailIndex } = app.store.getState();
  const { link = null, project } = linesOf(app)[detailIndex] ?? {};
  if (link === null) {
    const isAny = linesOf(app).some((line) => line.link !== null);
    app.store.notices.say("info", `No link on this line${isAny ? ". Links end with ›." : ", and on no other here."}`);
    return;
  }
  visit(app, link, project);
}

/** Goes back if a link led to this thing, otherwise closes it. */
function back(app: App): void {
  if (followBackFromThing(app)) return;
  if (singleOf(app.store.getState()) === null) closeThing(app);
  else focusSidebar(app);
}

function openCopy(app: App): void {
  const model = openDetail(app);
  const state = app.store.getState();
  const { area } = state.navigation.place;
  const list = app.selectors.list(state);
  const id = openId(state, list);
  if (model === null || list === null || id === null) return;
  const fields = model.lines.flatMap((line) =>
    line.kind === "field" ? [`${line.label}\t${cellText(line.value)}`] : [],
  );
  const line = linesOf(app)[app.store.getState().detailIndex];
  const shown =
    line === undefined
      ? ""
      : line.spans
          .slice(3)
          .map(({ text }) => text)
          .join("")
          .trim();
  const items: readonly MenuItem[] = [
    {
      ...copyItem(app, "line", "Value of this line", () => shown),
      disabled: shown === "" ? "nothing on this line" : null,
    },
    copyItem(app, "id", "Id", () => ownIdOf(id)),
    jsonItem(app, list, [id]),
    copyItem(app, "text", "All fields, tab-separated", () => fields.join("\n")),
    copyItem(app, "link", "Place in this console", () => `${area}/${id}`),
    copyItem(app, "curl", "Request as curl", () => detailCurl(app, list, id)),
  ];
  openMenu(app, "Copy", items);
}

/** Keys of every detail. */
export function detailBindings(): readonly Binding[] {
  const scope = "detail" as const;
  return bindingsIn(scope, [
    {
      id: "detail.follow",
      keys: ["enter"],
      title: "Follow the link of the line",
      hint: "follow ›",
      isUseful: (app) => linesOf(app).some(({ link }) => link !== null),
      run: (app) => follow(app),
    },
    ...moveBindings(scope, moveBy, [
      ["down", ["down", "j"], "Next line", 1],
      ["up", ["up", "k"], "Previous line", -1],
      ["page-down", ["pagedown"], "Page down", 10],
      ["page-up", ["pageup"], "Page up", -10],
      ["first", ["home", "g"], "First line", Number.NEGATIVE_INFINITY],
      ["last", ["end", "G"], "Last line", Number.POSITIVE_INFINITY],
    ]),
    { id: "detail.copy", keys: ["y"], title: "Copy", hint: "copy", run: (app) => openCopy(app) },
    {
      id: "detail.raw",
      keys: ["v"],
      title: "Show as JSON",
      hint: "JSON",
      isUseful: (app) => (openDetail(app)?.raw ?? null) !== null,
      run: (app) => showRaw(app),
    },
    {
      id: "detail.back",
      keys: ["escape"],
      title: "Close",
      hint: "close",
      // A page for a single thing is not closed: Esc leaves it.
      hintNow: (app) => (singleOf(app.store.getState()) === null ? undefined : "back"),
      run: back,
    },
  ]);
}
