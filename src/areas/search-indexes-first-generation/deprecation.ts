import { operations } from "../../contract/operations.ts";
import { formatDay, timeOf } from "../../text/format.ts";
import { bad, warn } from "../builders/cells.ts";
import type { Cell } from "../model/cell.ts";
import type { Context } from "../model/context.ts";

/** End of the first generation of operations, as the service announces it in its answers (`domain.md` 1.3). */

const { deprecated } = operations.listServiceSearchIndexesDeprecated;

const dayText = (day: string): string => {
  const time = timeOf(day);
  return time === null ? "an unknown date" : formatDay(time, "utc");
};

/** `1 Jul 2027` */
const SUNSET = dayText(deprecated.sunset);
const SINCE = dayText(deprecated.since);

const isOver = (now: number): boolean => now >= (timeOf(deprecated.sunset) ?? Number.POSITIVE_INFINITY);

/** For a title: `ends 1 Jul 2027`. */
export const endCell = ({ now }: Pick<Context, "now">): Cell =>
  isOver(now) ? bad(`ended ${SUNSET}`) : warn(`ends ${SUNSET}`);

/** For a detail and a review. */
export const formatDeprecationEnd = ({ now }: Pick<Context, "now">): string =>
  isOver(now)
    ? `These API operations ended on ${SUNSET}: the service may refuse them.`
    : `These API operations are deprecated since ${SINCE} and end on ${SUNSET}; use Indexes instead.`;
