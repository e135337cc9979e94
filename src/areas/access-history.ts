import { withoutPort } from "../text/format.ts";
import { cachedAttempts } from "./access-history/attempts.ts";
import { detail } from "./access-history/detail.ts";
import { list } from "./access-history/list.ts";
import { filterForm, queries } from "./access-history/questions.ts";
import { COLUMNS, GROUPINGS, type Grouping } from "./access-history/rows.ts";
import { clusterLookups } from "./builders/lookup.ts";
import { actionOn } from "./builders/one-thing.ts";
import type { Action, Area } from "./model/area.ts";
import type { Context } from "./model/context.ts";
import type { Effect } from "./model/effect.ts";

/** Login attempts at the databases, successful and failed (`domain.md` 2; E1, E2). */

const asking = (context: Context, change: Readonly<Record<string, string | undefined>>): Effect => ({
  kind: "params",
  params: Object.fromEntries(
    Object.entries({ ...context.scope.params, ...change }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  ),
});

const grouping = (id: Grouping): Action => ({
  id: `access-history.by-${id}`,
  title: `Group by ${GROUPINGS[id]}`,
  operation: "listAccessLogsByClusterName",
  disabled: ({ scope }) => (scope.params["group"] === id ? "already grouped this way" : null),
  open: (context) => asking(context, { group: id }),
});

const addressesOf = (context: Context): readonly string[] => [
  ...new Set(cachedAttempts(context).map(({ address }) => address)),
];

const onAttempt = actionOn("access-history", (context, id) => cachedAttempts(context).find((each) => each.id === id));

const actions: readonly Action[] = [
  {
    id: "access-history.filter",
    title: "Filter: time, result, address, host…",
    operation: "listAccessLogsByHostname",
    standard: "edit",
    hint: "more filters",
    open: (context) => ({ kind: "form", setup: filterForm(context, addressesOf(context)) }),
  },
  {
    id: "access-history.follow",
    title: "Follow: refresh every 30 s",
    operation: "listAccessLogsByClusterName",
    disabled: ({ scope }) =>
      scope.params["from"] !== undefined
        ? "a time range cannot be followed"
        : scope.params["follow"] === "on"
          ? "already following"
          : null,
    open: (context) => asking(context, { follow: "on" }),
  },
  {
    id: "access-history.still",
    title: "Stop following",
    operation: "listAccessLogsByClusterName",
    disabled: ({ scope }) => (scope.params["follow"] === "on" ? null : "not following"),
    open: (context) => asking(context, { follow: undefined }),
  },
  grouping("user"),
  grouping("address"),
  grouping("reason"),
  {
    id: "access-history.ungrouped",
    title: "Ungroup",
    operation: "listAccessLogsByClusterName",
    disabled: ({ scope }) => (scope.params["group"] === undefined ? "not grouped" : null),
    open: (context) => asking(context, { group: undefined }),
  },
  onAttempt({
    id: "access-history.this-address",
    title: "Filter by this address",
    operation: "listAccessLogsByClusterName",
    disabled: ({ address }) => (address === "" ? "no address recorded" : null),
    open: ({ address }, context) => asking(context, { ipAddress: address }),
  }),
  onAttempt({
    id: "access-history.this-host",
    title: "Filter by this host",
    operation: "listAccessLogsByHostname",
    disabled: ({ host }) => (host === "" ? "no host recorded" : null),
    open: ({ host }, context) => asking(context, { hostname: withoutPort(host) }),
  }),
  {
    id: "access-history.everything",
    title: "Clear filter and grouping",
    operation: "listAccessLogsByClusterName",
    disabled: ({ scope }) => (Object.keys(scope.params).length === 0 ? "no filter or grouping" : null),
    open: () => ({ kind: "params", params: {} }),
  },
];

export const accessHistory: Area = {
  id: "access-history",
  label: "Access history",
  group: "Monitor",
  scope: "cluster",
  names: { host: ({ name }) => ({ params: { hostname: withoutPort(name) } }) },
  screen: {
    queries,
    lookups: clusterLookups,
    columns: () => COLUMNS,
    list,
    detailQueries: () => [],
    detail,
    actions,
    firstHelp: (key) =>
      `Database login attempts, newest first. ${key("action.edit")} filters by time, address and host; ${key("action.menu")} follows or groups them.`,
  },
};
