import { type App, changeLayer } from "../app.ts";
import { formText } from "../form/typing.ts";
import { retractRefusal } from "../keys/dispatch.ts";
import { filterOf, setFilter } from "../layers/filtered.ts";
import { takesName } from "../review/answer.ts";
import { takesProjectName } from "../settings-files/copy-question.ts";
import { type CaretMove, type Erased, erased, inserted } from "../text/caret.ts";
import { caretIn, moveCaretIn, type TypedText } from "../text/typed-text.ts";
import { type LayerOf, topLayer } from "../workspace.ts";

/** The focused text. */
function typedText(app: App): TypedText | undefined {
  const layer = topLayer(app.store.getState());
  switch (layer?.kind) {
    case "form":
      return formText(app);
    case "palette":
    case "picker": {
      const { kind, text } = layer;
      return line(layer.text, layer.caret, (edited) => {
        // A changed text changes the matches, so the selection returns to the first.
        const part = edited.text === text ? { caret: edited.caret } : { ...edited, index: 0 };
        changeLayer(app, kind, (now: LayerOf<typeof kind>) => ({ ...now, ...part }));
      });
    }
    case "review":
      if (!takesName(layer)) return undefined;
      return line(layer.typed, layer.caret, ({ text, caret }) =>
        changeLayer(app, "review", (now) => ({ ...now, typed: text, caret })),
      );
    case "copying":
      if (!takesProjectName(layer)) return undefined;
      return line(layer.typed, layer.caret, ({ text, caret }) =>
        changeLayer(app, "copying", (now) => ({ ...now, typed: text, caret })),
      );
    case "filter": {
      const { of } = layer;
      const filter = filterOf(app, of);
      if (filter === null) return undefined;
      return line(filter, layer.caret, ({ text, caret }) => {
        setFilter(app, of, text);
        changeLayer(app, "filter", (now) => ({ ...now, caret }));
      });
    }
    default:
      return undefined;
  }
}

/** A text of a single line. */
const line = (text: string, caret: number | undefined, put: TypedText["put"]): TypedText => ({
  text,
  caret: caretIn(text, caret),
  hasLines: false,
  isFresh: false,
  put,
});

/** Ink may pass one half of a surrogate pair, which is not text. Other control characters are not text either. */
const NOT_TEXT = /[\ud800-\udfff]|[^\P{Cc}\n]/gu;

/** Inserts typed or pasted text into the focused text. */
export function typeIn(app: App, what: string): void {
  const typed = typedText(app);
  const clean = what.replaceAll(/\r\n?/gu, "\n").replaceAll(NOT_TEXT, "");
  if (typed === undefined || clean === "") return;
  const put = typed.hasLines ? clean : clean.replaceAll("\n", " ");
  typed.put(typed.isFresh ? inserted("", 0, put) : inserted(typed.text, typed.caret, put));
  retractNotices(app);
}

/** Notice about a typed text that is not accepted as it stands. */
export const NOT_ACCEPTED = "not accepted";

/** Removes what was said about the text before it was changed. */
function retractNotices(app: App): void {
  app.store.notices.retract(NOT_ACCEPTED);
  retractRefusal(app);
}

/** Erases a part of the focused text; all of it if it was just focused and not edited yet. */
export function eraseIn(app: App, what: Erased): void {
  const typed = typedText(app);
  typed?.put(typed.isFresh ? { text: "", caret: 0 } : erased(typed.text, typed.caret, what));
  retractNotices(app);
}

/** Moves the cursor; false if there is no further line in that direction. */
export const moveCaret = (app: App, move: CaretMove): boolean => moveCaretIn(typedText(app), move);
