import { cellText, type DetailModel } from "../../areas/view.ts";
import { type Console, openMenu } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { showRaw } from "../list/bindings.ts";
import { currentLayout, openId, singleOf } from "../screen/panes.ts";
import { thingModel } from "../screen/thing.ts";
import { comeBackFrom, visit } from "../screen/visit.ts";
import type { MenuItem } from "../workspace.ts";
import { detailLines, type ShownLine, topOfDetail } from "./lines.ts";

/** The keys of the detail pane. */

/** The open thing as a model, or null while it is not read. */
export const openDetail = (console: Console): DetailModel | null => thingModel(console, console.store.getState());

function linesOf(console: Console): readonly ShownLine[] {
  const model = openDetail(console);
  const layout = currentLayout(console);
  if (model === null || layout.kind !== "panes") return [];
  return detailLines(model, layout.side, console.look.getState().symbols);
}

function moveBy(console: Console, by: number): void {
  const last = Math.max(0, linesOf(console).length - 1);
  console.workspace.setState(({ detailIndex }) => ({ detailIndex: Math.min(last, Math.max(0, detailIndex + by)) }));
}

/** Which line of the thing is shown so many rows under its title; null where none is. */
export function detailAt(console: Console, row: number, height: number): number | null {
  const { length } = linesOf(console);
  const at = topOfDetail(length, console.workspace.getState().detailIndex, height) + row;
  return at < length ? at : null;
}

/** Gives the keys to a line of the thing. */
export const moveDetailTo = (console: Console, at: number): void => console.workspace.setState({ detailIndex: at });

/** Goes to what the line under the mark names. */
function follow(console: Console): void {
  const { detailIndex } = console.workspace.getState();
  const link = linesOf(console)[detailIndex]?.link ?? null;
  if (link === null) {
    console.store.notices.say("info", "This line leads nowhere; lines with › do.");
    return;
  }
  visit(console, link);
}

/** Closes the detail; where a link led to it, goes back to where one was. */
function back(console: Console): void {
  const { navigation } = console.store;
  const state = console.store.getState();
  const { place } = state.navigation;
  if (comeBackFrom(console, place)) return;
  if (singleOf(state) !== null) {
    navigation.focus("sidebar");
    return;
  }
  navigation.open({ area: place.area, ids: [] });
  navigation.focus("main");
}

function openCopy(console: Console): void {
  const model = openDetail(console);
  const state = console.store.getState();
  const { area } = state.navigation.place;
  const id = openId(state, console.screens.list(state));
  if (model === null || id === null) return;
  const copy = (text: string) => (): void => console.store.notices.say("info", console.host.copy(text));
  const fields = model.lines.flatMap((line) =>
    line.kind === "field" ? [`${line.label}\t${cellText(line.value)}`] : [],
  );
  const line = linesOf(console)[console.workspace.getState().detailIndex];
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
  openMenu(console, "Copy", items);
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
      run: (console) => follow(console),
    },
    { id: "detail.down", keys: ["down", "j"], title: "Next line", scope, run: (console) => moveBy(console, 1) },
    { id: "detail.up", keys: ["up", "k"], title: "Previous line", scope, run: (console) => moveBy(console, -1) },
    { id: "detail.page-down", keys: ["pagedown"], title: "Page down", scope, run: (console) => moveBy(console, 10) },
    { id: "detail.page-up", keys: ["pageup"], title: "Page up", scope, run: (console) => moveBy(console, -10) },
    {
      id: "detail.first",
      keys: ["home", "g"],
      title: "First line",
      scope,
      run: (console) => moveBy(console, Number.NEGATIVE_INFINITY),
    },
    {
      id: "detail.last",
      keys: ["end", "G"],
      title: "Last line",
      scope,
      run: (console) => moveBy(console, Number.POSITIVE_INFINITY),
    },
    { id: "detail.copy", keys: ["y"], title: "Copy", hint: "copy", scope, run: (console) => openCopy(console) },
    { id: "detail.raw", keys: ["v"], title: "Show as JSON", hint: "raw", scope, run: (console) => showRaw(console) },
    { id: "detail.back", keys: ["escape"], title: "Close", hint: "close", scope, run: back },
  ];
}
