import type { InputOptions } from "../../terminal/input/input.ts";
import { refusalText } from "../../text/format.ts";
import type { ActiveKeys, App, Binding, KeyScope } from "../app.ts";
import { isFrozen, setFrozen } from "../freezing.ts";
import { instead } from "../guard.ts";
import { ownKeysOf, WAY_OUT } from "./chosen-keys.ts";
import { keyLabel } from "./key-label.ts";

/** The active binding of a key or of a chord (`ctrl+x ctrl+e`), if there is one. */
const bindingFor = (app: App, keys: ActiveKeys, name: string): Binding | undefined =>
  firstOf(app, keys, ({ keys: names }) => names.includes(name));

/** The active binding with this default key, whatever keys a person chose. */
export const bindingForOwn = (app: App, keys: ActiveKeys, name: string): Binding | undefined =>
  firstOf(app, keys, (binding) => ownKeysOf(binding).includes(name));

/** Notice with the new key of a command whose default key was pressed. */
function sayMoved(app: App, keys: ActiveKeys, name: string): void {
  const moved = bindingForOwn(app, keys, name);
  const [key] = moved?.keys ?? [];
  if (moved === undefined || key === undefined) return;
  app.store.notices.say("info", `${keyLabel(name)} is free; “${moved.title}” is ${keyLabel(key)} (your preferences).`);
}

/** True when a key begins the chord of an active binding. */
const beginsChord = (app: App, keys: ActiveKeys, name: string): boolean =>
  firstOf(app, keys, ({ keys: names }) => names.some((chord) => chord.startsWith(`${name} `))) !== undefined;

function firstOf(app: App, keys: ActiveKeys, isMeant: (binding: Binding) => boolean): Binding | undefined {
  for (const scope of keys.scopes) {
    const found = keys.bindings.find(
      (binding) => binding.scope === scope.id && isMeant(binding) && (binding.when === undefined || binding.when(app)),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Takes the pending first key of a chord; any next key ends it. */
function takeChord({ store }: App): string | null {
  const { chord } = store.getState();
  if (chord !== null) store.setState({ chord: null });
  return chord;
}

/** Use of a key without a binding. */
const takesOf = (keys: ActiveKeys): KeyScope["takes"] => keys.scopes[0]?.takes ?? "nothing";

/** Subject (`about`) of a notice that says why a binding is unavailable. */
const refusalOf = ({ id }: Binding): string => `refused ${id}`;

/** Removes the notice on an unavailable key once it is available. */
export function retractRefusal(app: App): void {
  const about = app.store.getState().notices.current?.about;
  const refused = about === undefined ? undefined : app.keys.all.find((binding) => refusalOf(binding) === about);
  if (refused !== undefined && (refused.disabledReason?.(app) ?? null) === null) {
    app.store.notices.retract(refusalOf(refused));
  }
}

/** Runs a binding, or shows why it is unavailable. `key`: the pressed one, if it was run by a key. */
export function runBinding(app: App, binding: Binding, key = binding.keys[0] ?? ""): void {
  const reason = binding.disabledReason?.(app) ?? null;
  if (reason !== null) {
    app.store.notices.say("warning", refusalText(binding.title, reason), { about: refusalOf(binding) });
    return;
  }
  binding.run(app, key);
  retractRefusal(app);
}

/**
 * Callbacks of the console's input. It comes before Ink: a bound key is handled here and never reaches Ink; typed text reaches Ink only while a text
 * field or an open choice takes it (`design.md`, keys, text and paste).
 */
export const inputOf = (app: App): Required<Pick<InputOptions, "dispatch" | "mode" | "pasteKind" | "isBound">> => ({
  dispatch: createDispatch(app),
  mode: () => (takesOf(app.keys.active()) === "text" ? "text" : "keys"),
  pasteKind: () => (app.keys.active().scopes[0]?.lines === true ? "text" : "line"),
  isBound: (name) =>
    app.guard("Key bindings", () => bindingFor(app, app.keys.active(), name) !== undefined, instead(false)),
});

function createDispatch(app: App): InputOptions["dispatch"] {
  const done: InputOptions["dispatch"] = (event, isAlone) => {
    const keys = app.keys.active();
    const takes = takesOf(keys);
    const chord = takeChord(app);
    if (app.store.getState().isFirstStart) app.store.setState({ isFirstStart: false });
    if (event.type === "paste") {
      if (takes === "text") return false;
      app.store.notices.say("info", "Paste ignored: no text field has focus.");
      return true;
    }
    if (event.type === "text") return takes !== "text";
    const takeKey = keys.scopes[0]?.takeKey;
    if (takeKey !== undefined && event.name !== WAY_OUT) {
      takeKey(app, event.name);
      return true;
    }
    if (app.store.getState().notices.current !== null && event.name === "escape") app.store.notices.dismiss();
    const binding =
      (chord === null ? undefined : bindingFor(app, keys, `${chord} ${event.name}`)) ??
      bindingFor(app, keys, event.name);
    if (binding === undefined && beginsChord(app, keys, event.name)) {
      app.store.setState({ chord: event.name });
      return true;
    }
    if (binding === undefined && isFrozen(app)) {
      setFrozen(app, false);
      app.store.notices.say(
        "info",
        `The screen was frozen; it is up to date now. Press ${keyLabel(event.name)} again.`,
      );
      return true;
    }
    if (binding === undefined && takes === "nothing") sayMoved(app, keys, event.name);
    if (binding === undefined) return takes === "nothing";
    if (binding.confirms === true && !isAlone) {
      app.store.notices.say(
        "warning",
        `${keyLabel(event.name)} ignored: it arrived together with other keys, like pasted text. Press it again.`,
      );
    } else {
      runBinding(app, binding, event.name);
    }
    return true;
  };
  return (event, isAlone) => {
    app.store.keyPressed();
    const about = event.type === "key" ? `Key ${event.name}` : "Typed text";
    return app.guard(about, () => done(event, isAlone), instead(true));
  };
}
