import * as z from "zod";
import {
  ADDRESS_HELP,
  clientAddress,
  EARLIEST_ACCESS,
  EARLIEST_HELP,
  MOST_ACCESS_LOGS,
} from "../../contract/access-history.ts";
import { body } from "../../contract/schema/body.ts";
import { Hostname } from "../../contract/schema/ids.ts";
import type { FormPlan } from "../../forms/form-plan.ts";
import type { FormValues } from "../../forms/schema/form-values.ts";
import type { Query } from "../../state/answers/query.ts";
import { timeOf, withoutPort } from "../../text/format.ts";
import { unsharedClusters } from "../builders/clusters.ts";
import { localForm } from "../builders/local-form.ts";
import { seenNames } from "../builders/seen-names.ts";
import type { Context, ListParams, Scope } from "../model/context.ts";
import { type Effect, type FormSetup, NO_PREFLIGHT } from "../model/effect.ts";
import { clusterParams } from "../queries/args.ts";

/** Filters of the list of attempts: time range, host, address, number of rows (`domain.md` 2, fields). */

const SHOW = ["all", "successes", "failures"] as const;

/** Rows per cluster with several clusters, and with one. 20,000 rows would be megabytes on every request (`domain.md` 2.3). */
const ROWS_OF_MANY = 500;
const ROWS_OF_ONE = 2000;

const Filter = body(
  z.strictObject({
    show: z
      .enum(SHOW)
      .optional()
      .meta({
        title: "Show",
        help: "All attempts, successes only, or failures only (filtered by the console)",
        example: "failures",
        ghost: "all",
        words: { all: "all attempts", successes: "successes only", failures: "failures only" },
      }),
    from: z.iso.datetime().optional().meta({
      title: "From",
      help: "Start of the time range, at most 7 days ago; empty for the newest rows",
      example: "-1h",
    }),
    to: z.iso.datetime().optional().meta({ title: "To", help: "End of the time range", example: "now" }),
    ipAddress: z.string().optional().meta({
      title: "Client address",
      help: "Only attempts from this address, IPv4 or IPv6",
      example: "203.0.113.66",
    }),
    hostname: z.string().optional().meta({
      title: "Host",
      help: "One database host instead of all clusters",
      example: "prod-eu-shard-00-01.x7k2p.example.net",
    }),
    nLogs: z
      .int("enter a whole number")
      .min(1, "from 1 to 20000")
      .max(MOST_ACCESS_LOGS, "from 1 to 20000")
      .optional()
      .meta({
        title: "Max rows",
        help: "Maximum number of rows per cluster, 1 to 20000",
        example: "1000",
        ghost: `${ROWS_OF_ONE} for one cluster, ${ROWS_OF_MANY} each for several`,
      }),
  }),
);

/** The operation of a local form, none of the service: it writes nothing. */
const asking = localForm("accessHistoryFilter", "access-history", "Filter the access history", Filter);

/** @param now time at which the form opens: a range whose end is not given ends there */
const planAt = (now: number): FormPlan<FormValues<typeof Filter>> => ({
  operation: asking,
  title: () => "Filter login attempts",
  sentence: ({ body: { show, ipAddress, hostname } }) => {
    const what =
      show === "failures"
        ? "Failed login attempts"
        : show === "successes"
          ? "Successful login attempts"
          : "All login attempts";
    const from = ipAddress === undefined ? "" : ` from ${ipAddress}`;
    const host = hostname === undefined ? "" : ` at ${hostname}`;
    return `${what}${from}${host}. Changes nothing at the service.`;
  },
  button: () => "Apply filter",
  fields: [
    { path: "show" },
    {
      path: "from",
      past: true,
      required: ({ body: values }) => (values.to === undefined ? false : "enter a start time"),
      choices: () => [
        { value: "-15m", label: "15 minutes ago" },
        { value: "-1h", label: "1 hour ago" },
        { value: "-1d", label: "1 day ago" },
        { value: "-7d", label: "7 days ago: the full history" },
      ],
      check: (value) => ((timeOf(value) ?? 0) < EARLIEST_ACCESS ? EARLIEST_HELP : null),
      brings: (_value, { body: values }) => (values.to === undefined ? { to: new Date(now).toISOString() } : {}),
    },
    {
      path: "to",
      past: true,
      required: ({ body: values }) => (values.from === undefined ? false : "enter an end time"),
      choices: () => [{ value: "now", label: "now" }],
      fits: (value, { body: values }) =>
        values.from !== undefined && value <= values.from ? "enter a time after the start" : null,
    },
    {
      path: "ipAddress",
      suggest: "addresses",
      check: (value) => (clientAddress(value) === null ? ADDRESS_HELP : null),
    },
    { path: "hostname", suggest: "hosts" },
    { path: "nLogs" },
  ],
});

const texts = (values: Readonly<Record<string, string | number | undefined>>): ListParams =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, String(value)]],
    ),
  );

/** The form for the filter, starting from the current one. */
export const filterForm = (context: Context, addresses: readonly string[]): FormSetup<FormValues<typeof Filter>> => {
  const { groupId, cluster, params } = context.scope;
  const { group, follow, nLogs, ...filters } = params;
  return {
    plan: planAt(context.now),
    targets: [{ id: "", name: "access history", params: { groupId, ...(cluster === null ? {} : { cluster }) } }],
    initial: { ...filters, ...(nLogs === undefined ? {} : { nLogs: Number(nLogs) }) },
    suggest: {
      // The history names a process without its port.
      hosts: async () => seenNames(context, "host", withoutPort),
      addresses: async () => addresses.map((address) => ({ value: address, label: address })),
    },
    preflight: async () => NO_PREFLIGHT,
    // A time range gets no new attempts, so it is not followed.
    applies: (body): Effect => ({
      kind: "params",
      params: texts({ ...body, group, follow: body.from === undefined ? follow : undefined }),
    }),
  };
};

const queryOf = ({ params }: Scope, rows: number) => {
  const [start, end] = [timeOf(params["from"]), timeOf(params["to"])];
  const { ipAddress } = params;
  return {
    nLogs: params["nLogs"] === undefined ? rows : Number(params["nLogs"]),
    ...(params["show"] === "successes" ? { authResult: true } : {}),
    // Normalised to the form that the API takes; the service refuses an invalid address with a message.
    ...(ipAddress === undefined ? {} : { ipAddress: clientAddress(ipAddress) ?? ipAddress }),
    ...(start === null || end === null ? {} : { start, end }),
  };
};

/** Maximum number of rows in one answer. */
export const cap = (scope: Scope): number => queryOf(scope, rowsEach(scope)).nLogs;

const rowsEach = (scope: Scope): number =>
  scope.params["hostname"] !== undefined || unsharedClusters(scope).length === 1 ? ROWS_OF_ONE : ROWS_OF_MANY;

export const clusterArgs = (scope: Scope, cluster: string) => ({
  params: clusterParams(scope, cluster),
  query: queryOf(scope, rowsEach(scope)),
});

export const hostArgs = (scope: Scope, hostname: string) => ({
  params: { groupId: scope.groupId, hostname: Hostname.of(hostname) },
  query: queryOf(scope, rowsEach(scope)),
});

/** The queries of the list: one per cluster (E1), or one for a host (E2). Polled only while the list is followed. */
export function queries(scope: Scope): readonly Query[] {
  const poll = scope.params["follow"] === "on" ? "access-history" : "once";
  const { hostname } = scope.params;
  if (hostname !== undefined) return [{ operation: "listAccessLogsByHostname", args: hostArgs(scope, hostname), poll }];
  return unsharedClusters(scope).map(({ name }) => ({
    operation: "listAccessLogsByClusterName",
    args: clusterArgs(scope, name),
    poll,
    optional: true,
  }));
}
