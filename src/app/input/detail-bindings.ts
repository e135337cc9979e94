import { cellText, type DetailModel } from "../../areas/view.ts";
import { type App, openMenu } from "../app.ts";
import { detailLines, type ShownLine, topOfDetail } from "../detail/lines.ts";
import type { Binding } from "../keys/binding.ts";
import { currentLayout, openId, singleOf } from "../screen/panes.ts";
import { thingModel } from "../screen/thing.ts";
import { comeBackFrom, visit } from "../screen/visit.ts";
import type { MenuItem } from "../workspace.ts";
import { showRaw } from "./list-bindings.ts";

/** The keys of the detail pane. */

/** The open thing as a model, or null while it is not read. */
export const openDetail = (app: App): DetailModel | null => thingModel(app, app.store.getState());

function linesOf(app: App): readonly ShownLine[] {
  const model = openDetail(app);
  const layout = currentLayout(app);
  if (model === null || layout.kind !== "panes") return [];
  return detailLines(model, layout.side, app.look.getState().symbols);
}

function moveBy(app: App, by: number): void {
  const last = Math.max(0, linesOf(app).length - 1);
  app.workspace.setState(({ detailIndex }) => ({ detailIndex: Math.min(last, Math.max(0, detailIndex + by)) }));
}

/** Which line of the thing is shown so many rows under its title; null where none is. */
export function detailAt(app: App, row: number, height: number): number | null {
  const { length } = linesOf(app);
  const at = topOfDetail(length, app.workspace.getState().detailIndex, height) + row;
  return at < length ? at : null;
}

/** Gives the keys to a line of the thing. */
export const moveDetailTo = (app: App, at: number): void => app.workspace.setState({ detailIndex: at });

/** Goes to what the line under the mark names. */
function follow(app: App): void {
  const { detailIndex } = app.workspace.getState();
  const link = linesOf(app)[detailIndex]?.link ?? null;
  if (link === null) {
    app.store.notices.say("info", "This line leads nowhere; lines with › do.");
    return;
  }
  visit(app, link);
}

/** Closes the detail; where a link led to it, goes back to where one was. */
function back(app: App): void {
  const { navigation } = app.store;
  const state = app.store.getState();
  const { place } = state.navigation;
  if (comeBackFrom(app, place)) return;
  if (singleOf(state) !== null) {
    navigation.focus("sidebar");
    return;
  }
  navigation.open({ area: place.area, ids: [] });
  navigation.focus("main");
}

function openCopy(app: App): void {
  const model = openDetail(app);
  const state = app.store.getState();
  const { area } = state.navigation.place;
  const id = openId(state, app.screens.list(state));
  if (model === null || id === null) return;
  const copy = (text: string) => (): void => app.store.notices.say("info", app.host.copy(text));
  const fields = model.lines.flatMap((line) =>
    line.kind === "field" ? [`${line.label}\t${cellText(line.value)}`] : [],
  );
  const line = linesOf(app)[app.workspace.getState().detailIndex];
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
      id: "line",
      title: "The value of this line",
      keys: "",
      disabled: shown === "" ? "nothing on this line" : null,
      run: copy(shown),
    },
    { id: "id", title: "Id", keys: "", disabled: null, run: copy(id) },
    { id: "text", title: "All lines as text with tabs", keys: "", disabled: null, run: copy(fields.join("\n")) },
    { id: "link", title: "Place in this console", keys: "", disabled: null, run: copy(`${area}/${id}`) },
  ];
  openMenu(app, "Copy", items);
}

/** The keys of any detail. */
export function detailBindings(): readonly Binding[] {
  const scope = "detail" as const;
  return [
    {
      id: "detail.follow",
      keys: ["enter"],
      title: "Go to what the line names",
      hint: "follow ›",
      scope,
      run: (app) => follow(app),
    },
    { id: "detail.down", keys: ["down", "j"], title: "Next line", scope, run: (app) => moveBy(app, 1) },
    { id: "detail.up", keys: ["up", "k"], title: "Previous line", scope, run: (app) => moveBy(app, -1) },
    { id: "detail.page-down", keys: ["pagedown"], title: "Page down", scope, run: (app) => moveBy(app, 10) },
    { id: "detail.page-up", keys: ["pageup"], title: "Page up", scope, run: (app) => moveBy(app, -10) },
    {
      id: "detail.first",
      keys: ["home", "g"],
      title: "First line",
      scope,
      run: (app) => moveBy(app, Number.NEGATIVE_INFINITY),
    },
    {
      id: "detail.last",
      keys: ["end", "G"],
      title: "Last line",
      scope,
      run: (app) => moveBy(app, Number.POSITIVE_INFINITY),
    },
    { id: "detail.copy", keys: ["y"], title: "Copy", hint: "copy", scope, run: (app) => openCopy(app) },
    { id: "detail.raw", keys: ["v"], title: "Show as JSON", hint: "raw", scope, run: (app) => showRaw(app) },
    { id: "detail.back", keys: ["escape"], title: "Close", hint: "close", scope, run: back },
  ];
}
