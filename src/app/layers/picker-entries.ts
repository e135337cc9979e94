import { byLengthAsc, extendedMatch, Fzf } from "fzf";
import type { Suggestion } from "../../forms/suggestion.ts";
import type { PickerLayer } from "../workspace.ts";

/** A line of the picker: a suggestion, or the typed text itself if any value is accepted. */
export type PickerEntry =
  | { readonly kind: "suggestion"; readonly suggestion: Suggestion }
  | { readonly kind: "free"; readonly text: string };

/** Number of entries that are real choices: without the typed text and without links to elsewhere. */
export const countThings = (entries: readonly PickerEntry[]): number =>
  entries.filter((entry) => entry.kind === "suggestion" && entry.suggestion.isBesides !== true).length;

export const entryValue = (entry: PickerEntry): string => (entry.kind === "free" ? entry.text : entry.suggestion.value);

const searchTextOf = ({ value, label, note }: Suggestion): string =>
  [...new Set([label, value, note ?? ""])].filter((part) => part !== "").join(" ");

/** Marked values that are not suggested: they are listed so that they can be unmarked. */
const markedOnly = ({ marked, suggestions }: PickerLayer): readonly Suggestion[] => {
  const known = new Set((suggestions ?? []).map(({ value }) => value));
  return (marked ?? []).filter((value) => !known.has(value)).map((value) => ({ value, label: value }));
};

/** True when a text is exactly the value or the label of a suggestion, ignoring case. */
export function isNamed({ value, label }: Suggestion, text: string): boolean {
  const named = text.trim().toLowerCase();
  return value.toLowerCase() === named || label.toLowerCase() === named;
}

/** True when a text occurs at the beginning of a word. */
function beginsWord(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return true;
  }
  return false;
}

/**
 * Ranks of a match, best first: the whole value or label, the start of one, beginnings of words of the label, of any text, and parts of words, but not
 * of a note's.
 */
const RANKS = ["named", "starts", "shown", "known", "inside"] as const;

function rankOf(suggestion: Suggestion, text: string, words: readonly string[]): (typeof RANKS)[number] | null {
  if (isNamed(suggestion, text)) return "named";
  const [label, value] = [suggestion.label.toLowerCase(), suggestion.value.toLowerCase()];
  if (label.startsWith(text) || value.startsWith(text)) return "starts";
  if (words.every((word) => beginsWord(label, word))) return "shown";
  const all = searchTextOf(suggestion).toLowerCase();
  if (words.every((word) => beginsWord(all, word))) return "known";
  return words.every((word) => label.includes(word) || value.includes(word)) ? "inside" : null;
}

/** Suggestions with every word of a text, in any order, best first, in a rank in their given order. */
function matchesOf(suggestions: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const text = typed.toLowerCase();
  const words = text.split(/\s+/u);
  const ranked = suggestions.flatMap((suggestion) => {
    const rank = rankOf(suggestion, text, words);
    return rank === null ? [] : [{ suggestion, order: RANKS.indexOf(rank) }];
  });
  return ranked.toSorted((one, other) => one.order - other.order).map(({ suggestion }) => suggestion);
}

/** Suggestions with the letters of a text in their order, for a name that was typed with a letter missing. */
const scatteredMatches = (suggestions: readonly Suggestion[], text: string): readonly Suggestion[] =>
  new Fzf(suggestions, {
    selector: searchTextOf,
    casing: "case-insensitive",
    match: extendedMatch,
    tiebreakers: [byLengthAsc],
  })
    .find(text)
    .map(({ item }) => item);

/** True for a text that looks like a literal value: `DISK_ON_FIRE`, `10.0.0.7`. */
const looksLiteral = (text: string): boolean => /[^\p{Ll}\s]/u.test(text);

/**
 * Entries that match the typed text, best first. Scattered letters match only where no entry has the words: a typed name finds what has it. The text
 * itself comes last where it is accepted, or first where it looks like a literal value that no entry has.
 */
export function pickerEntries(layer: PickerLayer): readonly PickerEntry[] {
  const text = layer.text.trim();
  const all = [...(layer.suggestions ?? []), ...markedOnly(layer)];
  const exact = text === "" ? all : matchesOf(all, text);
  const found = exact.length > 0 ? exact : scatteredMatches(all, text);
  const entries = found.map((suggestion): PickerEntry => ({ kind: "suggestion", suggestion }));
  const isNew = layer.open && text !== "" && !all.some(({ value }) => value === text);
  if (!isNew) return entries;
  const free: PickerEntry = { kind: "free", text };
  return exact.length === 0 && looksLiteral(text) ? [free, ...entries] : [...entries, free];
}
