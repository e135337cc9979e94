import * as z from "zod";
import { operationTable } from "./operation.ts";
import type { Rule } from "./schema/body.ts";
import { flag, lines, many, text } from "./schema/fields.ts";

/** Database access history: specification 2.1 and 4.1 (E1, E2). */

/** Maximum rows of one answer, and the default (specification 8). */
export const MOST_ACCESS_LOGS = 20_000;

/**
 * Earliest time a request may name, in epoch milliseconds: 1 January 2008. The specification gives it in seconds, for points in time (8); for access
 * history it comes from the newer public description (`domain.md` 2.3), so it is on the list of assumptions.
 */
export const EARLIEST_ACCESS = 1_199_145_600_000;

const BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const CLIENT_ADDRESS = new RegExp(`^(?:(?:${BYTE}\\.){3}${BYTE}|(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4})$`, "u");

const IPV6 = z.ipv6();

/** Converts an IPv4 tail of an IPv6 address into two hexadecimal groups. */
const inGroups = (address: string): string =>
  address.replace(/(?<=:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/u, (_all, ...bytes: readonly unknown[]) => {
    const [first = 0, second = 0, third = 0, fourth = 0] = bytes.slice(0, 4).map(Number);
    return `${(first * 256 + second).toString(16)}:${(third * 256 + fourth).toString(16)}`;
  });

/** A client address in canonical form: IPv4, or IPv6 as eight groups without leading zeros. Null if the text is not an address. */
export function clientAddress(text: string): string | null {
  const address = text.trim().toLowerCase();
  if (!IPV6.safeParse(address).success) return CLIENT_ADDRESS.test(address) ? address : null;
  const [head = [], tail] = inGroups(address)
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  const missing = tail === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array.from({ length: missing }, () => "0"), ...(tail ?? [])];
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}

/** Error message for a text that is not an IP address. */
export const ADDRESS_HELP = "enter an IPv4 address such as 203.0.113.66, or an IPv6 address such as 2001:db8::2a";

/** Error message for a time before `EARLIEST_ACCESS`. */
export const EARLIEST_HELP = `enter a time in ${new Date(EARLIEST_ACCESS).getUTCFullYear()} or later`;

const timeParam = (title: string, help: string) =>
  z
    .int("enter a whole number of epoch milliseconds")
    .min(EARLIEST_ACCESS, `${EARLIEST_HELP} (${EARLIEST_ACCESS} epoch milliseconds)`)
    .optional()
    .meta({
      title,
      help,
      example: "1763733972000",
      unit: "ms",
      assumes: `start and end of access history: ${EARLIEST_ACCESS} or later`,
    });

const query = {
  authResult: z.boolean("true or false").optional().meta({
    title: "Only successes",
    help: "Only attempts that succeeded; off does not mean failures only",
    example: "on",
    ghost: "off",
  }),
  start: timeParam("From", "Start of the time range; requires the end"),
  end: timeParam("To", "End of the time range; requires the start"),
  ipAddress: z
    .string()
    .regex(CLIENT_ADDRESS, "enter an IPv4 address such as 203.0.113.66, or an IPv6 address as eight groups")
    .optional()
    .meta({
      title: "Client address",
      help: "Only attempts from this address",
      example: "203.0.113.66",
      assumes: "an IPv6 address written as eight groups is accepted beside IPv4",
    }),
  nLogs: z
    .int("enter a whole number")
    .min(0, `from 0 to ${MOST_ACCESS_LOGS}`)
    .max(MOST_ACCESS_LOGS, `from 0 to ${MOST_ACCESS_LOGS}`)
    .optional()
    .meta({
      title: "Max rows",
      help: "Maximum number of rows, 0 to 20000",
      example: "1000",
      ghost: String(MOST_ACCESS_LOGS),
    }),
};

const queryRules: readonly Rule[] = [
  {
    name: "start-with-end",
    path: ["start"],
    message: "required with end",
    test: ({ start, end }) => start !== undefined || end === undefined,
  },
  {
    name: "end-with-start",
    path: ["end"],
    message: "required with start",
    test: ({ start, end }) => end !== undefined || start === undefined,
  },
  {
    name: "start-before-end",
    path: ["end"],
    message: "must be later than start",
    test: ({ start, end }) => typeof start !== "number" || typeof end !== "number" || start < end,
  },
];

/** One attempt to log in to a database. */
export const AccessLog = z.looseObject({
  authResult: flag(),
  authSource: text(),
  failureReason: text(),
  groupId: text(),
  hostname: text(),
  ipAddress: text(),
  logLine: lines(),
  timestamp: text(),
  username: text(),
});
export type AccessLog = z.output<typeof AccessLog>;

export const AccessLogs = z.looseObject({ accessLogs: many(AccessLog) });
export type AccessLogs = z.output<typeof AccessLogs>;

const common = {
  area: "access-history",
  query,
  queryRules,
  response: AccessLogs,
  kind: "list",
  roles: ["Project Monitoring Admin", "Project Database Access Admin", "Project Owner", "Organization Owner"],
  budget: "access-logs",
} as const;

export const accessHistoryOperations = operationTable({
  listAccessLogsByClusterName: {
    ...common,
    spec: "E1",
    aliases: ["getGroupDbAccessHistoryCluster"],
    title: "List access logs by cluster",
    path: "/groups/{groupId}/dbAccessHistory/clusters/{clusterName}",
    assumes: [
      "rows come newest first",
      "both ends of the time range are included, and start is earlier than end",
      "the history of a serverless instance can be read too",
      "a tenant-tier cluster is refused with 400 FEATURE_UNSUPPORTED",
      "rows are kept for seven days",
    ],
  },
  listAccessLogsByHostname: {
    ...common,
    spec: "E2",
    aliases: ["getGroupDbAccessHistoryProcess"],
    title: "List access logs by host name",
    path: "/groups/{groupId}/dbAccessHistory/processes/{hostname}",
    assumes: [
      "path: processes/{hostname}",
      "the host can be given with or without its port",
      "an absent host is 404 HOST_NOT_FOUND, another port of it 404 HOSTNAME_AND_PORT_NOT_FOUND",
    ],
  },
});
