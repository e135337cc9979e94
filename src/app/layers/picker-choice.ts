import type { Effect } from "../../areas/effect.ts";
import { type App, changeLayer, pushLayer } from "../app.ts";
import { errorText } from "../error-text.ts";

/** Something that has to be chosen before anything can be opened: the list of suggestions, without a form below it. */
export function openChoice(
  app: App,
  { title, suggest, open }: Pick<Extract<Effect, { kind: "pick" }>, "title" | "suggest" | "open">,
  take: (value: string) => void,
): void {
  pushLayer(app, {
    kind: "picker",
    title,
    target: { kind: "choice", take },
    text: "",
    index: 0,
    suggestions: null,
    failure: null,
    open,
    marked: null,
  });
  const put = (suggestions: Awaited<ReturnType<typeof suggest>>, failure: string | null): void =>
    changeLayer(app, "picker", (picker) =>
      picker.target.kind === "choice" && picker.target.take === take && picker.suggestions === null
        ? { ...picker, suggestions, failure }
        : picker,
    );
  suggest(app.ask).then(
    (suggestions) => put(suggestions, null),
    (error: unknown) => put([], errorText(error)),
  );
}
