import { formatAlert, formatPlace } from "../../domain/alerts/alert.ts";
import type { AreaCheck } from "../model/check.ts";
import type { Context } from "../model/context.ts";
import { createdAt, rankOf } from "./alike.ts";
import { alertsInList } from "./row-fields.ts";

/** Open alerts for monitoring; acknowledged ones do not count. */

/** The most severe first, of equal ones the oldest. */
const problems = (context: Context): readonly string[] =>
  alertsInList(context)
    .filter(({ state }) => state === "open")
    .toSorted((left, right) => rankOf(right) - rankOf(left) || createdAt(left) - createdAt(right))
    .map(({ alert, configuration }) => `${formatAlert(alert, configuration)} on ${formatPlace(alert)}`);

export const check: AreaCheck = {
  name: "alerts",
  figures: [
    { id: "critical", words: "critical", critical: "0" },
    { id: "error", words: "error", several: "errors", warning: "0" },
    { id: "warning", words: "warning", several: "warnings", warning: "0" },
    { id: "info", words: "info" },
    { id: "acknowledged", words: "acknowledged" },
    { id: "oldest", words: "oldest" },
  ],
  nothing: "no open alerts",
  problems,
};
