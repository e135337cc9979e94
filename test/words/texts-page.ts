import { allStrings, isForPeople } from "./texts.ts";

const HEAD = `Every text that a person can see, read from the sources by "npm run docs": those of a file below its name, each once, in the
order of the alphabet. "…" is where a value is put in, "⏎" a new line.
`;

/** The page of all texts, to read them alone and to see in a change what it says differently. */
export function textsPage(): string {
  const byFile = Map.groupBy(
    allStrings().filter(({ text }) => isForPeople(text)),
    ({ file }) => file,
  );
  const parts = [...byFile].map(([file, texts]) => {
    const lines = new Set(texts.map(({ text }) => text.trim().replaceAll("\n", "⏎")));
    return `\n${file}\n${[...lines]
      .toSorted()
      .map((text) => `  ${text}\n`)
      .join("")}`;
  });
  return `${HEAD}${parts.join("")}`;
}
