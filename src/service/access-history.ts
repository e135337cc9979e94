import type { accessHistoryOperations } from "../contract/access-history.ts";
import { clientAddress, MOST_ACCESS_LOGS } from "../contract/access-history.ts";
import { type JsonObject, writeJson } from "../contract/json/json.ts";
import { DAY } from "../text/durations.ts";
import { attemptsBetween, type StoredAttempt } from "./access-history/attempts.ts";
import { newestTime, trafficOf } from "./access-history/stored.ts";
import { clusterNamed, DATABASE_PORT, type NamedCluster, noCluster } from "./clusters.ts";
import { type Call, type HandlerAnswer, type HandlersOf, param, value } from "./requests/handler.ts";
import { notFound, refusal } from "./requests/http-error.ts";
import { replacementsOf } from "./restore-jobs/targets.ts";
import type { ReadTransaction } from "./storage/storage.ts";
import { isoTime } from "./storage/timeline.ts";

/** Access history: E1 and E2. Rows are kept for seven days; the newest come first. */

const KEPT = 7 * DAY;

export const accessHistoryHandlers: HandlersOf<keyof typeof accessHistoryOperations> = {
  async listAccessLogsByClusterName(transaction, call) {
    const [groupId, name] = [param(call, "groupId"), param(call, "clusterName")];
    const cluster = await clusterNamed(transaction, groupId, name);
    if (cluster === undefined) throw noCluster(groupId, name);
    return history(transaction, call, cluster, null);
  },
  async listAccessLogsByHostname(transaction, call) {
    const { cluster, hostname } = await hostNamed(transaction, call);
    return history(transaction, call, cluster, hostname);
  },
};

/** The process that a path names, with or without its port, and its cluster. */
async function hostNamed(
  transaction: ReadTransaction,
  call: Call,
): Promise<{ readonly cluster: NamedCluster; readonly hostname: string }> {
  const [groupId, given] = [param(call, "groupId"), param(call, "hostname")];
  const [, hostname = given, port = ""] = /^(.*):(\d+)$/u.exec(given) ?? [];
  const mark = hostname.lastIndexOf("-shard-");
  const cluster = mark < 0 ? undefined : await clusterNamed(transaction, groupId, hostname.slice(0, mark));
  if (cluster?.hosts.includes(hostname) !== true) {
    throw notFound("HOST_NOT_FOUND", `There is no host ${hostname} in project ${groupId}.`, hostname, groupId);
  }
  if (port !== "" && Number(port) !== DATABASE_PORT) {
    const detail = `There is no process ${given} in project ${groupId}.`;
    throw notFound("HOSTNAME_AND_PORT_NOT_FOUND", detail, given, groupId);
  }
  return { cluster, hostname };
}

async function history(
  transaction: ReadTransaction,
  call: Call,
  { groupId, name, kind }: NamedCluster,
  hostname: string | null,
): Promise<HandlerAnswer> {
  if (kind === "tenant") {
    const detail = `${name} is a shared cluster: access history requires a dedicated cluster (M10 or larger).`;
    throw refusal(400, "FEATURE_UNSUPPORTED", detail, name);
  }
  const traffic = await trafficOf(transaction, groupId, name);
  if (traffic === undefined) return value({ accessLogs: [] });
  const { start, end, ipAddress, authResult, nLogs } = call.query;
  const newest = await newestTime(transaction, call.now, call.quiet);
  const from = Math.max(call.now - KEPT, typeof start === "number" ? start : 0);
  const to = typeof end === "number" ? Math.min(end, newest) : newest;
  const most = typeof nLogs === "number" ? nLogs : MOST_ACCESS_LOGS;
  const client = typeof ipAddress === "string" ? clientAddress(ipAddress) : null;
  const replacements = await replacementsOf(transaction, groupId, name);
  const rows: JsonObject[] = [];
  if (most > 0) {
    for (const made of attemptsBetween(traffic, from, to)) {
      // No login succeeds while the cluster is being replaced.
      const isOut = replacements.some(({ from, until }) => made.at >= from && made.at < until);
      const attempt: StoredAttempt = isOut ? { ...made, failure: made.failure ?? "AuthenticationFailed" } : made;
      if (hostname !== null && attempt.hostname !== hostname) continue;
      if (client !== null && attempt.ipAddress !== client) continue;
      // Only `true` filters: `false` does not select failures (specification 4.1).
      if (authResult === true && attempt.failure !== null) continue;
      rows.push(rowOf(attempt, groupId));
      if (rows.length >= most) break;
    }
  }
  return value({ accessLogs: rows });
}

/** One row of the answer; a success has no reason. */
function rowOf(attempt: StoredAttempt, groupId: string): JsonObject {
  const { at, username, ipAddress, authSource, mechanism, hostname, failure, connection } = attempt;
  const timestamp = isoTime(at);
  const line = {
    t: { $date: timestamp },
    s: "I",
    c: "ACCESS",
    ctx: `conn${connection}`,
    msg: failure === null ? "authenticated" : "authentication failed",
    attr: {
      mechanism,
      user: username,
      db: authSource,
      remote: ipAddress.includes(":") ? `[${ipAddress}]:${connection}` : `${ipAddress}:${connection}`,
      ...(failure === null ? {} : { error: failure }),
    },
  };
  return {
    authResult: failure === null,
    authSource,
    ...(failure === null ? {} : { failureReason: failure }),
    groupId,
    hostname,
    ipAddress,
    logLine: writeJson(line),
    timestamp,
    username,
  };
}
