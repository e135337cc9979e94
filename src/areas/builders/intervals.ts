import { formatFrequency, INTERVALS } from "../../domain/backup/schedule-items.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { capitalized } from "../../text/format.ts";

/** Intervals of a frequency as suggestions; the service defines the numbers. */
export const intervalSuggestions = ({
  frequencyType = "",
}: {
  readonly frequencyType?: string;
}): readonly Suggestion[] =>
  (INTERVALS[frequencyType] ?? [1]).map((frequencyInterval) => ({
    value: String(frequencyInterval),
    label: capitalized(formatFrequency({ frequencyType, frequencyInterval })),
  }));
