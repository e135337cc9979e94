import type { FormRow } from "../../forms/row-types.ts";
import type { Console } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { openHelp } from "../shell/bindings.ts";
import { openForm, rowWithKeys } from "./layer.ts";
import { addTo, fold, goBy, isUnfolded, moveBy, openItem, putBack, remove, removeCarried } from "./moves.ts";

/** The keys of the rows that hold other rows: items of a list, and the row that adds one. */

const scope = "form-structure" as const;

const on =
  (kind: FormRow["row"]) =>
  (console: Console): boolean =>
    rowWithKeys(console)?.row === kind;

const withRow =
  (run: (console: Console, row: FormRow) => void) =>
  (console: Console): void => {
    const row = rowWithKeys(console);
    if (row !== undefined) run(console, row);
  };

const isOpen = (console: Console): boolean => {
  const row = rowWithKeys(console);
  return row?.row === "item" && isUnfolded(console, row);
};

/** A field that is not known here and was added or changed in an editor. */
const isAddedUnknown = (console: Console): boolean => {
  const row = rowWithKeys(console);
  return row?.row === "carried" && row.state !== "same";
};

export const structureBindings: readonly Binding[] = [
  {
    id: "form.open-item",
    keys: ["enter", "right", "space"],
    title: "Open its fields",
    hint: "open",
    scope,
    when: (console) => on("item")(console) && !isOpen(console),
    run: withRow(openItem),
  },
  {
    id: "form.fold-item",
    keys: ["enter", "left"],
    title: "Fold its fields away",
    hint: "fold",
    scope,
    when: isOpen,
    run: withRow((console, row) => fold(console, row, false)),
  },
  {
    id: "form.add",
    keys: ["enter", "space"],
    title: "Add one",
    hint: "add",
    scope,
    when: on("add"),
    run: withRow(addTo),
  },
  {
    id: "form.remove",
    keys: ["x", "delete"],
    title: "Take it out",
    hint: "take out",
    scope,
    when: (console) => on("item")(console) || isAddedUnknown(console),
    run: (console) => (isAddedUnknown(console) ? withRow(removeCarried)(console) : remove(console)),
  },
  {
    id: "form.order",
    keys: ["K"],
    title: "Move it up",
    hint: "move up",
    scope,
    when: on("item"),
    run: (console) => moveBy(console, -1),
  },
  {
    id: "form.order-down",
    keys: ["J"],
    title: "Move it down",
    scope,
    when: on("item"),
    run: (console) => moveBy(console, 1),
  },
  {
    id: "form.put-back",
    keys: ["u"],
    title: "Put back what was taken out",
    hint: "put back",
    scope,
    when: (console) => openForm(console)?.removed != null,
    run: putBack,
  },
  {
    id: "form.pass",
    keys: ["enter"],
    title: "Next field",
    scope,
    when: on("carried"),
    run: (console) => goBy(console, 1),
  },
  { id: "form.structure-help", keys: ["?"], title: "All keys", scope, run: openHelp },
];
