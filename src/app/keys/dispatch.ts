import type { InputOptions } from "../../terminal/input.ts";
import { refusalText } from "../../text/format.ts";
import type { Console } from "../console.ts";
import { type Binding, keyLabel } from "./binding.ts";
import type { KeyScope } from "./scopes.ts";

/** The scopes that have the keys now, innermost first, and their bindings. */
export type ActiveKeys = {
  readonly scopes: readonly KeyScope[];
  readonly bindings: readonly Binding[];
};

/** The binding that a key, or a chord of two (`ctrl+x ctrl+e`), has now, if any. */
export const bindingFor = (console: Console, keys: ActiveKeys, name: string): Binding | undefined =>
  firstOf(console, keys, ({ keys: names }) => names.includes(name));

/** Whether a key begins a chord that means something now. */
const beginsChord = (console: Console, keys: ActiveKeys, name: string): boolean =>
  firstOf(console, keys, ({ keys: names }) => names.some((chord) => chord.startsWith(`${name} `))) !== undefined;

function firstOf(console: Console, keys: ActiveKeys, isMeant: (binding: Binding) => boolean): Binding | undefined {
  for (const scope of keys.scopes) {
    const found = keys.bindings.find(
      (binding) =>
        binding.scope === scope.id && isMeant(binding) && (binding.when === undefined || binding.when(console)),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What was begun as a chord, which is over with the next key whatever that is. */
function takeChord({ workspace }: Console): string | null {
  const { chord } = workspace.getState();
  if (chord !== null) workspace.setState({ chord: null });
  return chord;
}

/** What becomes of a key that no scope binds. */
export const takesOf = (keys: ActiveKeys): KeyScope["takes"] => keys.scopes[0]?.takes ?? "nothing";

/** Runs a binding, or says why it cannot be done now. `key`: the one that was pressed, where it was done by a key. */
export function runBinding(console: Console, binding: Binding, key = binding.keys[0] ?? ""): void {
  const reason = binding.disabledReason?.(console) ?? null;
  if (reason !== null) {
    console.store.notices.say("warning", refusalText(binding.title, reason));
    return;
  }
  binding.run(console, key);
}

/**
 * What the console's input asks. It stands before Ink: a bound key is done here and Ink never sees it; what is typed reaches Ink only
 * while a text field or an open choice takes it (`design.md`, keys, text and paste).
 */
export const inputOf = (
  console: Console,
): Required<Pick<InputOptions, "dispatch" | "mode" | "pasteKind" | "isBound">> => ({
  dispatch: createDispatch(console),
  mode: () => (takesOf(console.keys.active()) === "text" ? "text" : "keys"),
  pasteKind: () => (console.keys.active().scopes[0]?.lines === true ? "text" : "line"),
  isBound: (name) =>
    console.guard(
      "The keys",
      () => bindingFor(console, console.keys.active(), name) !== undefined,
      () => false,
    ),
});

function createDispatch(console: Console): InputOptions["dispatch"] {
  const done: InputOptions["dispatch"] = (event, isAlone) => {
    const keys = console.keys.active();
    const takes = takesOf(keys);
    const chord = takeChord(console);
    if (event.type === "paste") {
      if (takes === "text") return false;
      console.store.notices.say("info", "A paste was dropped: no text field has the keys.");
      return true;
    }
    if (event.type === "text") return takes !== "text";
    if (console.store.getState().notices.current !== null && event.name === "escape") console.store.notices.dismiss();
    const binding =
      (chord === null ? undefined : bindingFor(console, keys, `${chord} ${event.name}`)) ??
      bindingFor(console, keys, event.name);
    if (binding === undefined && beginsChord(console, keys, event.name)) {
      console.workspace.setState({ chord: event.name });
      return true;
    }
    if (binding === undefined) return takes === "nothing";
    if (binding.confirms === true && !isAlone) {
      console.store.notices.say(
        "warning",
        `${keyLabel(event.name)} came together with other keys, as pasted text does. Press it again.`,
      );
    } else {
      runBinding(console, binding, event.name);
    }
    return true;
  };
  return (event, isAlone) =>
    console.guard(
      event.type === "key" ? `Key ${event.name}` : "What was typed",
      () => done(event, isAlone),
      () => true,
    );
}
