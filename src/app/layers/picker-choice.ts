import type { Opening } from "../../areas/effect.ts";
import { type Console, changeLayer, pushLayer } from "../console.ts";
import { errorWords } from "../form/words.ts";

/** Something that has to be chosen before anything can be opened: the list of suggestions, without a form below it. */
export function openChoice(
  console: Console,
  { title, suggest, open }: Pick<Extract<Opening, { kind: "pick" }>, "title" | "suggest" | "open">,
  take: (value: string) => void,
): void {
  pushLayer(console, {
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
    changeLayer(console, "picker", (picker) =>
      picker.target.kind === "choice" && picker.target.take === take && picker.suggestions === null
        ? { ...picker, suggestions, failure }
        : picker,
    );
  suggest(console.ask).then(
    (suggestions) => put(suggestions, null),
    (error: unknown) => put([], errorWords(error)),
  );
}
