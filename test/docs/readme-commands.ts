/** The commands of README.md, as a person would copy them. */

export type Fence = { readonly language: string; readonly text: string };

/** Every fenced block of a Markdown text. */
export const fences = (markdown: string): readonly Fence[] =>
  [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)\n```$/gmu)].map(([, language = "", text = ""]) => ({ language, text }));

/**
 * How a block of commands is run: `console` opens the console, `service` runs until it is told to end, `tests` is the suite, and
 * `command` ends by itself.
 */
export type Kind = "console" | "service" | "tests" | "command";

/** One block of commands. `installs` when it begins with `npm ci`, which is then not part of the script. */
export type Script = { readonly kind: Kind; readonly installs: boolean; readonly text: string };

const INSTALL = "npm ci && ";

/** Commands that end by themselves. */
const ENDING: readonly string[] = ["run", "show", "activity"];

const kindOf = (text: string): Kind => {
  const last = text.split("\n").at(-1) ?? "";
  const started = /^npm start(?: --silent)?(?: -- (.*))?$/u.exec(last);
  if (last === "npm test") return "tests";
  if (started === null) return "command";
  const [first = ""] = (started[1] ?? "").split(" ");
  if (first === "serve") return "service";
  return ENDING.includes(first) ? "command" : "console";
};

/** The blocks of commands of a Markdown text, in its order. */
export function scriptsOf(markdown: string): readonly Script[] {
  return fences(markdown)
    .filter(({ language }) => language === "sh")
    .map(({ text }) => {
      const installs = text.startsWith(INSTALL);
      const script = installs ? text.slice(INSTALL.length) : text;
      return { kind: kindOf(script), installs, text: script };
    });
}
