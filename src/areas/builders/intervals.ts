import { formatFrequency, INTERVALS } from "../../domain/backup/schedule-items.ts";
import type { Suggestion } from "../../forms/types.ts";
import { capitalized } from "../../text/format.ts";

/** The intervals of a frequency by their names; the numbers are the service's business. */
export const intervalSuggestions = ({
  frequencyType = "",
}: {
  readonly frequencyType?: string;
}): readonly Suggestion[] =>
  (INTERVALS[frequencyType] ?? [1]).map((frequencyInterval) => ({
    value: String(frequencyInterval),
    label: capitalized(formatFrequency({ frequencyType, frequencyInterval })),
  }));
