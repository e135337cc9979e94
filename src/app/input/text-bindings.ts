import type { Binding } from "../app.ts";
import type { CaretMove, Erased } from "../text/caret.ts";
import { eraseIn, moveCaret } from "./typed.ts";

/** Keys for editing a text, as in a shell. */

const moves = (id: string, keys: readonly string[], title: string, move: CaretMove): Binding => ({
  id: `text.${id}`,
  keys,
  title,
  scope: "text",
  run: (app) => void moveCaret(app, move),
});

const erases = (id: string, keys: readonly string[], title: string, what: Erased): Binding => ({
  id: `text.${id}`,
  keys,
  title,
  scope: "text",
  run: (app) => eraseIn(app, what),
});

export const textBindings: readonly Binding[] = [
  moves("left", ["left"], "Left", "left"),
  moves("right", ["right"], "Right", "right"),
  moves("start", ["ctrl+a", "home"], "Start of the line", "home"),
  moves("end", ["ctrl+e", "end"], "End of the line", "end"),
  moves("word-left", ["ctrl+left", "alt+b"], "Back one word", "word-left"),
  moves("word-right", ["ctrl+right", "alt+f"], "Forward one word", "word-right"),
  erases("erase", ["backspace"], "Erase the character before", "before"),
  erases("delete", ["delete"], "Erase the character under the caret", "behind"),
  erases("erase-chunk", ["ctrl+w"], "Erase back to a space", "chunk-before"),
  erases("erase-word", ["alt+backspace", "ctrl+backspace"], "Erase the word before", "word-before"),
  erases("delete-word", ["alt+d"], "Erase the word after", "word-behind"),
  erases("erase-line", ["ctrl+u"], "Erase back to the start of the line", "to-start"),
  erases("delete-line", ["ctrl+k"], "Erase to the end of the line", "to-end"),
];
