/** What the pages for developers name in code marks: files and folders of the checkout, and names of the sources. */

/** Text in code marks, outside fenced blocks. */
const codeOf = (markdown: string): readonly string[] =>
  [...markdown.replaceAll(/^```[\s\S]*?^```$/gmu, "").matchAll(/`([^`\n]+)`/gu)].map(([, code = ""]) => code);

/** Files and folders of the checkout that a text names. */
export const pathsIn = (markdown: string): readonly string[] =>
  codeOf(markdown).filter((code) =>
    /^(?:src|test|build|node|docs|themes|\.biome|\.ci)\/|^[\w.-]+\.(?:ts|json)$/u.test(code),
  );

/** Names of functions, classes and types that a text names: `createClient`, `ShownScreen`, and no words or options. */
export const symbolsIn = (markdown: string): readonly string[] =>
  codeOf(markdown).filter((code) => /^(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+(?:[A-Z][a-z]+)+)$/u.test(code));

/** A name, and the file that defines it. */
export type Step = { readonly file: string; readonly name: string };

/** Names with their files: `ShownScreen` in `src/…`. */
export const placedIn = (markdown: string): readonly Step[] =>
  [...markdown.matchAll(/`(\w+)` in\s+`(src\/[^`]+\.tsx?)`/gu)].map(([, name = "", file = ""]) => ({ file, name }));

/** The steps of the walks: rows of tables that begin with a number, a file and a name. */
export const stepsIn = (markdown: string): readonly Step[] =>
  [...markdown.matchAll(/^\| \d+ \| `([^`]+)` \| `([^`]+)` \|/gmu)].map(([, file = "", name = ""]) => ({ file, name }));

/** Links to files of the checkout, as they stand in the text. */
export const linksIn = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/\]\(([^)#:]+)\)/gu)].map(([, link = ""]) => link);
