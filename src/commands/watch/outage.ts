import { notReadLines } from "../../app/screen/not-read.ts";
import { formatClock, withFullStop, type Zone } from "../../text/format.ts";
import { incompleteReason, isMissingClustersOnly, type PlaceResult, type ReadFailure } from "../show/unattended.ts";

/**
 * Reports once that a place cannot be read, or only in part, and once that it can again: an outage does not fill the output of a watch that runs all
 * night.
 */

/** Failure of the newest attempt and its start; null: not known. `isPartly`: the attempt succeeded, but part of the data could not be read. */
type Trouble = { readonly words: string; readonly since: number | null; readonly isPartly?: true };

/** Null when everything was read. */
export function troubleOf(found: PlaceResult | ReadFailure): Trouble | null {
  if ("words" in found) return { words: found.words, since: null };
  const { failure, failingSince, notRead } = found.fresh;
  const isRefusal = isMissingClustersOnly(found.fresh);
  const words = notRead.map(({ missing }) => ("why" in missing ? missing.why.words : null));
  if (failure !== null && !(isRefusal && words.includes(failure))) return { words: failure, since: failingSince };
  // Of one item too: its own list was read, and who waits for others of the cluster has to know.
  const lacking = isRefusal ? (notReadLines(notRead, found.list.scope)[0]?.text ?? null) : incompleteReason(found);
  return lacking === null ? null : { words: lacking, since: null, isPartly: true };
}

export function createOutage(zone: Zone, complain: (words: string) => void): (trouble: Trouble | null) => void {
  const said = (trouble: Trouble | null): string => {
    if (trouble === null) return `Read again at ${formatClock(Date.now(), zone)}.`;
    const { words, since, isPartly } = trouble;
    if (isPartly === true) return `Not all of it could be read. ${withFullStop(words)}`;
    return `Not read since ${formatClock(since ?? Date.now(), zone)}, trying again: ${withFullStop(words)}`;
  };
  const stateOf = (trouble: Trouble | null): string =>
    trouble === null ? "well" : trouble.isPartly === true ? "partly" : "out";
  let state = stateOf(null);
  return (trouble) => {
    if (stateOf(trouble) === state) return;
    state = stateOf(trouble);
    complain(said(trouble));
  };
}
