import type { Binding } from "../../src/app/app.ts";
import { keyLabel } from "../../src/app/keys/key-label.ts";
import { SCOPES, type ScopeId } from "../../src/app/keys/scopes.ts";

/** What `docs/keys.md` and the table in README.md are made of: the bindings themselves. */

/** The scopes in the order of the page. */
const ORDER: readonly ScopeId[] = [
  "global",
  "sidebar",
  "list",
  "filter",
  "detail",
  "menu",
  "palette",
  "raw",
  "page",
  "activity",
  "writes",
  "write",
  "comparison",
  "difference",
  "copying",
  "help",
  "columns",
  "form",
  "form-text",
  "form-value",
  "form-structure",
  "text",
  "picker",
  "review",
  "result",
];

/** The bindings of the README's table, by id: ten that are enough for the first hour. */
const FIRST_KEYS: readonly string[] = [
  "list.down",
  "list.open",
  "list.back",
  "list.filter",
  "palette.open",
  "help.open",
  "action.menu",
  "action.edit",
  "form.review",
  "quit",
];

const escaped = (text: string): string => text.replaceAll("|", "\\|");

const keysOf = ({ keys }: Binding): string => keys.map((name) => `\`${escaped(keyLabel(name))}\``).join(" ");

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/**
 * The whole of `docs/keys.md`.
 *
 * @throws when a binding has a scope that the page does not order: it would be missing there
 */
export function keysPage(bindings: readonly Binding[]): string {
  const left = bindings.find(({ scope }) => !ORDER.includes(scope));
  if (left !== undefined) throw new Error(`The page of keys has no place for the scope ${left.scope} (${left.id}).`);
  const sections = ORDER.flatMap((scope) => {
    const own = bindings.filter((binding) => binding.scope === scope);
    if (own.length === 0) return [];
    const rows = own.map((binding) => [keysOf(binding), escaped(binding.title), `\`${binding.id}\``]);
    return [`## ${SCOPES[scope].title}`, table(["Keys", "What it does", "Id"], rows)];
  });
  return `${[
    "# Keys",
    "Generated from the console's own bindings by `npm run docs`; a test fails when this page is out of date. The first " +
      "key of a row is the one that the hint line shows. Keys of the innermost place win, those that hold everywhere " +
      "come last; while a text is typed, letters are typed.",
    ...sections,
  ].join("\n\n")}\n`;
}

/**
 * The table of keys in README.md.
 *
 * @throws when one of its bindings is no longer there
 */
export function firstKeys(bindings: readonly Binding[]): string {
  const rows = FIRST_KEYS.map((id) => {
    const binding = bindings.find((candidate) => candidate.id === id);
    if (binding === undefined) throw new Error(`The README shows the key of ${id}, and there is no such binding.`);
    return [keysOf(binding), escaped(binding.title), SCOPES[binding.scope].title];
  });
  return table(["Keys", "What it does", "Where"], rows);
}
