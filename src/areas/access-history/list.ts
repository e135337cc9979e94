import { lruMemoize } from "reselect";
import type { Attempt, Burst } from "../../domain/login-attempts.ts";
import { formatDuration, pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { accent, bad, dim, warn } from "../builders/cells.ts";
import type { Cell } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { ListModel, Row } from "../model/view.ts";
import { cachedAttempts, isCapped, isSilent, memoizedBursts, undatedAttempts } from "./attempts.ts";
import { formatNotReported, type Grouping, groupedRows, haveSucceeded, resultsOf, singleRows } from "./rows.ts";

/** The list of login attempts (E1, E2; `domain.md` 2.6), single or grouped. */

const groupingOf = (text: string | undefined): Grouping | null =>
  text === "user" || text === "address" || text === "reason" ? text : null;

/**
 * Rows are recomputed every quarter of an hour, which includes the start of the day in every time zone: recomputing them every minute would change
 * nothing.
 */
const QUARTER = 15 * 60_000;

const byTheQuarter = lruMemoize(
  (context: Context): Context => ({ ...context, now: Math.floor(context.now / QUARTER) * QUARTER }),
  { resultEqualityCheck: (one: Context, other: Context) => one.now === other.now && one.zone === other.zone },
);

/** The filters of the list, for its title. */
function paramCells({ params: { follow, show, ipAddress, hostname, from } }: Context["scope"]): Cell[] {
  const parts = present(
    follow === "on" && "following",
    show !== "all" && show,
    ipAddress !== undefined && `from ${ipAddress}`,
    hostname,
    from !== undefined && "time range",
  );
  return parts.map((text) => accent(text));
}

const burstCells = (bursts: readonly Burst[]): Cell[] => {
  const [newest] = bursts;
  if (newest === undefined) return [];
  const more = bursts.length > 1 ? `, ${bursts.length - 1} more` : "";
  const often = `${newest.failures} failures in ${formatDuration(newest.to - newest.from)}${more}`;
  // In two parts: where there is little room, the address stays.
  return [bad(`! burst: ${newest.address}`), bad(often)];
};

const SECTIONS = [
  { id: "failed", title: "" },
  { id: "succeeded", title: "succeeded" },
];

/** The rows; the same array until an answer or the quarter of an hour changes. */
const rowsOf = lruMemoize((attempts: readonly Attempt[], grouping: Grouping | null, time: Context): readonly Row[] => {
  const bursts = memoizedBursts(attempts);
  return grouping === null ? singleRows(attempts, time, bursts) : groupedRows(attempts, grouping, time, bursts);
});

function emptyText(context: Context, undated: number): string {
  const { scope, key } = context;
  if (isSilent(context)) return "The service does not report its login attempts here.";
  if (undated > 0)
    return `No login attempt has a time that this console can read. ${key("list.raw")} shows the API response.`;
  return Object.keys(scope.params).length > 0
    ? `No login attempts match this filter. Press ${key("action.menu")} to change or clear the filter.`
    : "No login attempts. The history covers 7 days and lags by minutes; a new cluster has none.";
}

export function list(context: Context): ListModel {
  const attempts = cachedAttempts(context);
  const bursts = memoizedBursts(attempts);
  const { failed, unknown } = resultsOf(attempts);
  const undated = undatedAttempts(context);
  const grouping = groupingOf(context.scope.params["group"]);
  return {
    summary: present(
      ...burstCells(bursts),
      ...paramCells(context.scope),
      pluralize(attempts.length, "attempt"),
      failed !== 0 && warn(`${failed} failed`),
      unknown !== 0 && warn(formatNotReported(unknown)),
      undated !== 0 && warn(`! ${pluralize(undated, "attempt")} without a time`),
      isSilent(context) && warn("! some not reported"),
      isCapped(context) && dim("older attempts omitted"),
    ),
    rows: rowsOf(attempts, grouping, byTheQuarter(context)),
    sections: grouping !== null || haveSucceeded(attempts) ? [] : SECTIONS,
    defaultSort: { column: "time", descending: true },
    empty: emptyText(context, undated),
  };
}
