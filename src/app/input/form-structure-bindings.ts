import type { FormRow } from "../../forms/row-types.ts";
import type { App } from "../app.ts";
import { rowWithKeys } from "../form/layer.ts";
import {
  addTo,
  fold,
  hasRemoved,
  isUnfolded,
  moveBy,
  moveFocusBy,
  openItem,
  remove,
  removeCarried,
  restoreRemoved,
} from "../form/moves.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { openHelp } from "./global-bindings.ts";

/** Keys of rows that contain other rows: items of a list, and the row that adds one. */

const scope = "form-structure" as const;

const on =
  (kind: FormRow["row"]) =>
  (app: App): boolean =>
    rowWithKeys(app)?.row === kind;

const withRow =
  (run: (app: App, row: FormRow) => void) =>
  (app: App): void => {
    const row = rowWithKeys(app);
    if (row !== undefined) run(app, row);
  };

const isOpen = (app: App): boolean => {
  const row = rowWithKeys(app);
  return row?.row === "item" && isUnfolded(app, row);
};

/** Place of the focused item in its list. */
function placeOf(app: App): { readonly index: number; readonly count: number } {
  const row = rowWithKeys(app);
  return row?.row === "item" ? row : { index: 0, count: 0 };
}

/** True for an unknown field that was added or changed in an editor. */
const isAddedUnknown = (app: App): boolean => {
  const row = rowWithKeys(app);
  return row?.row === "carried" && row.state !== "same";
};

export const structureBindings = bindingsIn(scope, [
  {
    id: "form.open-item",
    keys: ["enter", "right", "space"],
    title: "Expand the group",
    hint: "open",
    when: (app) => on("item")(app) && !isOpen(app),
    run: withRow(openItem),
  },
  {
    id: "form.fold-item",
    keys: ["enter", "left"],
    title: "Collapse the group",
    hint: "collapse",
    when: isOpen,
    run: withRow((app, row) => fold(app, row, false)),
  },
  {
    id: "form.add",
    keys: ["enter", "space"],
    title: "Add an entry",
    hint: "add",
    when: on("add"),
    run: withRow(addTo),
  },
  {
    id: "form.remove",
    keys: ["x", "delete"],
    title: "Remove the entry",
    hint: "remove",
    when: (app) => on("item")(app) || isAddedUnknown(app),
    run: (app) => (isAddedUnknown(app) ? withRow(removeCarried)(app) : remove(app)),
  },
  {
    id: "form.order",
    keys: ["K"],
    title: "Move the entry up",
    hint: "move up",
    when: on("item"),
    isUseful: (app) => placeOf(app).index > 0,
    run: (app) => moveBy(app, -1),
  },
  {
    id: "form.order-down",
    keys: ["J"],
    title: "Move the entry down",
    hint: "move down",
    when: on("item"),
    // One of the two keys is enough to find the other.
    isUseful: (app) => placeOf(app).index === 0 && placeOf(app).count > 1,
    run: (app) => moveBy(app, 1),
  },
  {
    id: "form.put-back",
    keys: ["u"],
    title: "Restore the removed entry",
    when: hasRemoved,
    run: restoreRemoved,
  },
  {
    id: "form.pass",
    keys: ["enter"],
    title: "Next field",
    when: on("carried"),
    run: (app) => moveFocusBy(app, 1),
  },
  { id: "form.structure-help", keys: ["?"], title: "All keys", run: openHelp },
]);
