import type { Effect } from "../../areas/model/effect.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import type { ConsoleState } from "../../state/store.ts";
import { type App, changeLayer, pushLayer } from "../app.ts";
import { errorText } from "../error-text.ts";
import type { PickerLayer } from "../workspace.ts";
import { entryValue, pickerEntries } from "./picker-entries.ts";

/** A choice before anything can be opened: the list of suggestions, without a form below. */

type Take = (value: string) => void;

const choice = (title: string, take: Take): PickerLayer => ({
  kind: "picker",
  title,
  target: { kind: "choice", take },
  text: "",
  index: 0,
  suggestions: null,
  failure: null,
  open: false,
  marked: null,
});

const isChoice = ({ target }: PickerLayer, take: Take): boolean => target.kind === "choice" && target.take === take;

/** Opens a choice whose suggestions are fetched. */
export function openChoice(
  app: App,
  {
    title,
    named,
    suggest,
    open = false,
  }: Pick<Extract<Effect, { kind: "pick" }>, "title" | "suggest" | "open"> & Pick<PickerLayer, "named">,
  take: Take,
): void {
  pushLayer(app, { ...choice(title, take), open, ...(named === undefined ? {} : { named }) });
  const put = (suggestions: Awaited<ReturnType<typeof suggest>>, failure: string | null): void =>
    changeLayer(app, "picker", (picker) =>
      isChoice(picker, take) && picker.suggestions === null ? { ...picker, suggestions, failure } : picker,
    );
  suggest(app.ask).then(
    (suggestions) => put(suggestions, null),
    (error: unknown) => put([], errorText(error)),
  );
}

const valueAt = (picker: PickerLayer): string | undefined => {
  const entry = pickerEntries(picker)[picker.index];
  return entry === undefined ? undefined : entryValue(entry);
};

/** The same choice with new suggestions: the selected entry stays selected, wherever it is now. */
function withSuggestions(picker: PickerLayer, suggestions: readonly Suggestion[]): PickerLayer {
  const value = valueAt(picker);
  const next = { ...picker, suggestions };
  const entries = pickerEntries(next);
  const index = entries.findIndex((entry) => entryValue(entry) === value);
  return { ...next, index: index === -1 ? Math.max(0, Math.min(picker.index, entries.length - 1)) : index };
}

/**
 * Opens a choice of data in the store. The list updates while it is open.
 *
 * @param known selects the suggestions; memoized, so that it returns the same list while nothing changes
 * @param first value that is selected first
 */
export function openChoiceOfKnown(
  app: App,
  {
    title,
    known,
    first,
  }: {
    readonly title: string;
    readonly known: (state: ConsoleState) => readonly Suggestion[];
    readonly first: string | null;
  },
  take: Take,
): void {
  let suggestions = known(app.store.getState());
  const index = suggestions.findIndex(({ value }) => value === first);
  pushLayer(app, { ...choice(title, take), suggestions, index: Math.max(0, index) });
  const stop = app.store.subscribe((state) => {
    const isOpen = state.layers.some((layer) => layer.kind === "picker" && isChoice(layer, take));
    if (!isOpen) return stop();
    const now = known(state);
    if (now !== suggestions) {
      suggestions = now;
      changeLayer(app, "picker", (picker) => (isChoice(picker, take) ? withSuggestions(picker, now) : picker));
    }
  });
}
