import type { Remedy } from "../../areas/model/effect.ts";
import { type App, type Binding, layerNow } from "../app.ts";
import { submit } from "../effects/submit.ts";
import { takeRemedy } from "../effects/take-remedy.ts";
import { findField } from "../form/find.ts";
import { openForm, rowWithKeys } from "../form/layer.ts";
import {
  goVertically,
  hasInput,
  hasRemoved,
  leave,
  moveBy,
  moveFocusBy,
  openEditor,
  restoreRemoved,
  startOver,
} from "../form/moves.ts";
import { retryReading } from "../form/open.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { moveBindings } from "../keys/move-bindings.ts";
import { structureBindings } from "./form-structure-bindings.ts";
import { fieldBindings } from "./form-text-bindings.ts";
import { valueBindings } from "./form-value-bindings.ts";
import { openHelp } from "./global-bindings.ts";

/** Keys of a form. Those of the focused row's kind come first, in the hint line and for the dispatcher. */

const FAR = 8;

const isFilling = (app: App): boolean => openForm(app) !== undefined;

const savesDraft = (app: App): boolean => layerNow(app, "form")?.setup.keepsDraft !== false;

const isUnreadable = (app: App): boolean => layerNow(app, "form")?.stage === "unreadable";

/** True for a local form, which writes nothing. */
const isQuestion = (app: App): boolean => openForm(app)?.setup.applies !== undefined;

/** The remedy offered when the form cannot be sent. */
const offered = (app: App): Remedy | undefined => layerNow(app, "form")?.message?.remedy;

const canMove = (app: App): boolean => {
  const row = rowWithKeys(app);
  return row !== undefined && (row.row === "item" || row.parent !== null);
};

const common = bindingsIn("form", [
  {
    id: "form.review",
    keys: ["ctrl+s"],
    title: "Review the request",
    hint: "review",
    when: (app) => isFilling(app) && !isQuestion(app),
    run: submit,
  },
  {
    id: "form.apply",
    keys: ["ctrl+s"],
    title: "Continue (changes nothing)",
    hint: "continue",
    when: (app) => isFilling(app) && isQuestion(app),
    run: submit,
  },
  ...moveBindings(
    "form",
    (app, by) => moveFocusBy(app, by, true),
    [
      ["next", ["tab"], "Next field", 1, "next"],
      ["previous", ["shift+tab"], "Previous field", -1],
    ],
    { when: isFilling },
  ),
  {
    id: "form.down",
    keys: ["down"],
    title: "Down",
    when: isFilling,
    run: (app) => goVertically(app, 1),
  },
  {
    id: "form.up",
    keys: ["up"],
    title: "Up",
    when: isFilling,
    run: (app) => goVertically(app, -1),
  },
  {
    id: "form.find",
    keys: ["ctrl+f"],
    title: "Go to a field by name",
    hint: "find",
    when: isFilling,
    run: findField,
  },
  {
    id: "form.editor",
    keys: ["ctrl+o", "ctrl+x ctrl+e"],
    title: "Edit the form as JSON in $EDITOR",
    hint: "in $EDITOR",
    when: isFilling,
    run: openEditor,
  },
  {
    id: "form.again",
    keys: ["r"],
    title: "Reload",
    hint: "try again",
    when: isUnreadable,
    run: (app) => {
      const layer = layerNow(app, "form");
      if (layer !== undefined) retryReading(app, layer);
    },
  },
  {
    id: "form.leave",
    keys: ["escape"],
    title: "Close; the input is saved as a draft",
    hint: "close, save draft",
    when: savesDraft,
    run: leave,
  },
  {
    id: "form.leave-unsaved",
    keys: ["escape"],
    title: "Close; the input is discarded where a form saves no draft",
    hint: "close, discard",
    risk: "destructive",
    when: (app) => !savesDraft(app),
    run: leave,
  },
  ...moveBindings(
    "form",
    moveFocusBy,
    [
      ["page-down", ["pagedown"], "Half a page down", FAR],
      ["page-up", ["pageup"], "Half a page up", -FAR],
      ["first", ["ctrl+home"], "First field", Number.NEGATIVE_INFINITY],
      ["last", ["ctrl+end"], "Last field", Number.POSITIVE_INFINITY],
    ],
    { when: isFilling },
  ),
  {
    id: "form.move-up",
    keys: ["alt+up"],
    title: "Move this group up",
    when: canMove,
    run: (app) => moveBy(app, -1),
  },
  {
    id: "form.move-down",
    keys: ["alt+down"],
    title: "Move this group down",
    when: canMove,
    run: (app) => moveBy(app, 1),
  },
  {
    id: "form.put-back-typing",
    keys: ["alt+u"],
    title: "Restore the removed entry (also while typing)",
    hint: "restore",
    when: hasRemoved,
    run: restoreRemoved,
  },
  {
    id: "form.remedy",
    keys: ["ctrl+g"],
    title: "Use the suggested alternative",
    hint: "use alternative",
    when: (app) => offered(app) !== undefined,
    run: (app) => {
      const remedy = offered(app);
      if (remedy !== undefined) takeRemedy(app, remedy);
    },
  },
  {
    id: "form.start-over",
    keys: ["ctrl+r"],
    title: "Discard the draft (asks first)",
    when: isFilling,
    disabledReason: (app) => (hasInput(app) ? null : "nothing was changed since this form was opened"),
    run: startOver,
  },
  { id: "form.help", keys: ["f1"], title: "All keys", run: openHelp },
]);

export const formBindings: readonly Binding[] = [...fieldBindings, ...valueBindings, ...structureBindings, ...common];
