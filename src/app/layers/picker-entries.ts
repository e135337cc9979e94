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

/** Suggestions with every word of a text, in any order, best first. */
const matching = (
  suggestions: readonly Suggestion[],
  text: string,
  selector: (suggestion: Suggestion) => string,
): readonly Suggestion[] =>
  new Fzf(suggestions, { selector, casing: "case-insensitive", match: extendedMatch, tiebreakers: [byLengthAsc] })
    .find(text)
    .map(({ item }) => item);

/** True when a text looks like a literal value (`DISK_ON_FIRE`, `10.0.0.7`) and no suggestion contains its words: the text itself is meant. */
const isMeant = (text: string, found: readonly Suggestion[]): boolean => {
  const words = text.toLowerCase().split(/\s+/u);
  const has = (suggestion: Suggestion): boolean =>
    words.every((word) => searchTextOf(suggestion).toLowerCase().includes(word));
  return /[^\p{Ll}\s]/u.test(text) && !found.some(has);
};

/**
 * Entries that match the typed text, best first: an exact match, then matches of the label, then matches of value or note; the free text is last, or
 * first if it looks like a literal value.
 */
export function pickerEntries(layer: PickerLayer): readonly PickerEntry[] {
  const text = layer.text.trim();
  const all = [...(layer.suggestions ?? []), ...markedOnly(layer)];
  const found =
    text === "" ? all : new Set([...matching(all, text, ({ label }) => label), ...matching(all, text, searchTextOf)]);
  const isExact = (suggestion: Suggestion): boolean => text !== "" && isNamed(suggestion, text);
  const ordered = [...found].toSorted((one, other) => Number(isExact(other)) - Number(isExact(one)));
  const entries = ordered.map((suggestion): PickerEntry => ({ kind: "suggestion", suggestion }));
  const isNew = layer.open && text !== "" && !all.some(({ value }) => value === text);
  if (!isNew) return entries;
  const free: PickerEntry = { kind: "free", text };
  return isMeant(text, ordered) ? [free, ...entries] : [...entries, free];
}
