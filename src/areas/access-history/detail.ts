import type { Attempt } from "../../domain/login-attempts.ts";
import { formatAge, formatClock, formatLongDuration, pluralize, zoneName } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { bad, good, warn } from "../builders/cells.ts";
import { field, fieldIfAny, heading, textLine, timeField } from "../builders/lines.ts";
import type { Cell } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { DetailModel } from "../model/view.ts";
import { cachedAttempts, memoizedBursts } from "./attempts.ts";
import { formatNotReported, resultsOf } from "./rows.ts";

/** The detail of one login attempt. */

function loginCell({ ok }: Attempt): Cell {
  if (ok === null) return warn("result not reported by the service");
  return ok ? good("succeeded") : bad("FAILED");
}

export function detail(context: Context, id: string): DetailModel | null {
  const attempts = cachedAttempts(context);
  const attempt = attempts.find((each) => each.id === id);
  if (attempt === undefined) return null;
  const { now, zone } = context;
  const burst = memoizedBursts(attempts).find(
    ({ address, from, to }) => address === attempt.address && attempt.at >= from && attempt.at <= to,
  );
  const same = (of: (each: Attempt) => string): readonly Attempt[] =>
    attempts.filter((each) => of(each) === of(attempt));
  const byUser = same(({ user }) => user);
  const byAddress = same(({ address }) => address);
  const failures = (all: readonly Attempt[]): string => {
    const { failed, unknown } = resultsOf(all);
    return present(
      pluralize(all.length, "attempt"),
      `${failed} failed`,
      unknown > 0 && formatNotReported(unknown),
      `first ${formatAge(now - (all.at(-1)?.at ?? now))} ago`,
    ).join(", ");
  };
  return {
    title: `${attempt.user || "no user"} from ${attempt.address || "no address"}`,
    raw: attempt.record,
    lines: present(
      field("Login", loginCell(attempt)),
      attempt.reason !== "" && field("Reason", bad(attempt.reason)),
      timeField("Time", attempt.at, context),
      field("User", attempt.user || "–"),
      fieldIfAny("Auth database", attempt.record.authSource),
      field("From", attempt.address || "–"),
      fieldIfAny("Cluster", attempt.cluster),
      field("Host", attempt.host || "–"),
      burst !== undefined &&
        field(
          "Burst",
          bad(
            `1 of ${burst.failures} failures for ${pluralize(burst.users, "user")} within ${formatLongDuration(burst.to - burst.from)}, from ${formatClock(burst.from, zone)} ${zoneName(zone)}`,
          ),
        ),
      heading("In this list"),
      field("This user", failures(byUser)),
      field("This address", failures(byAddress)),
      heading("Database log line"),
      textLine(attempt.record.logLine ?? "unknown"),
    ),
  };
}
