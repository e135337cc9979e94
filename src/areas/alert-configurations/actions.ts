import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import type { BodyObject, JsonObject } from "../../contract/json/json.ts";
import { formatScope, formatTargets } from "../../domain/alerts/alert.ts";
import { copyOf, newBodyFrom } from "../../forms/open.ts";
import { formatNumber, pluralize, timeOf } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { actionOn } from "../builders/one-thing.ts";
import type { Action } from "../model/area.ts";
import type { Ask, Context } from "../model/context.ts";
import {
  createAnew,
  type FormSetup,
  goTo,
  NO_PREFLIGHT,
  nameOrCount,
  type Preflight,
  REMOVED_REMEDY,
  type ReviewSources,
  type Target,
  type WritePlan,
} from "../model/effect.ts";
import { configurationArgs } from "../queries/args.ts";
import { type ConfigurationValues, createPlan, updatePlan, withTeams } from "./form.ts";
import { cachedConfigurations, openByConfiguration, rawConfiguration, storedConfiguration, targetsOf } from "./list.ts";
import { keysInUse, rotate } from "./rotate.ts";
import { configurationSuggestions, teamsOf } from "./suggest.ts";

/** Actions on alert configurations: E5, E6, E8, E9 (`domain.md` 3.3 and 3.4). */

const configurationsOf = (context: Context, ids: readonly string[]): readonly AlertConfiguration[] => {
  const wanted = new Set(ids);
  return cachedConfigurations(context).filter(({ id }) => wanted.has(id));
};

/** The form for a new configuration. */
export function create(context: Context, initial?: BodyObject, variant?: string): FormSetup<ConfigurationValues> {
  return {
    plan: withTeams(createPlan, teamsOf(context)),
    targets: [{ id: "", name: "new alert configuration", params: { groupId: context.scope.groupId } }],
    initial: initial ?? { enabled: true },
    suggest: configurationSuggestions(context),
    preflight: async () => NO_PREFLIGHT,
    ...(variant === undefined ? {} : { variant }),
  };
}

/** The number of open alerts of these configurations, requested for the review. */
async function openNow({ ask, context }: ReviewSources, ids: readonly string[]): Promise<number> {
  const counts = await Promise.all(
    ids.map((id) =>
      ask("listAlertsByAlertConfigurationId", configurationArgs(context, id)).then(({ data }) => data.results.length),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Reads the stored configurations of several targets. */
async function storedOf(
  ask: Ask,
  context: Context,
  targets: readonly Target[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const found = await Promise.all(targets.map(({ id }) => storedConfiguration(ask, context, id)));
  return new Map(targets.flatMap(({ id }, index) => (found[index] === undefined ? [] : [[id, found[index].document]])));
}

/** The form for a stored configuration. */
export function edit(context: Context, id: string): FormSetup<ConfigurationValues> {
  return {
    plan: withTeams(updatePlan, teamsOf(context)),
    targets: targetsOf(context, [id]),
    base: (ask) => storedConfiguration(ask, context, id),
    suggest: configurationSuggestions(context),
    preflight: async (review, body): Promise<Preflight> => {
      const open = await openNow(review, [id]);
      // Disabling a configuration cancels its alerts (`domain.md` 3.4).
      const after = body.enabled === false ? "cancelled" : "not affected";
      const value = open === 0 ? "none" : `${pluralize(open, "alert")}, ${after}`;
      return { warnings: [], facts: [{ label: "Open alerts", value }] };
    },
    remedies: {
      [REMOVED_REMEDY]: (body) =>
        createAnew("Create a new configuration from this draft", create(context, newBodyFrom(createPlan, body))),
    },
  };
}

function toggle(context: Context, ids: readonly string[], enabled: boolean): WritePlan {
  const targets = targetsOf(context, ids);
  const what = nameOrCount(targets, "configuration");
  return {
    operation: "toggleAlertConfiguration",
    title: `Turn ${enabled ? "on" : "off"}: ${what}`,
    sentence: enabled
      ? `${what} raises alerts and sends notifications again. Only this setting changes.`
      : `${what} raises no alerts and sends no notifications. Only this setting changes.`,
    button: enabled ? "Turn on" : "Turn off",
    targets,
    body: () => ({ enabled }),
    risk: enabled ? "reversible" : "disruptive",
    confirmName: what,
    preflight: async (review) => {
      const open = await openNow(review, ids);
      return {
        warnings: !enabled && open > 0 ? [`${pluralize(open, "open alert")} will be cancelled.`] : [],
        facts: [{ label: "Open alerts", value: formatNumber(open) }],
      };
    },
    before: {
      read: (ask, target) => storedOf(ask, context, target),
      action: (of, body) => ({
        kind: "write",
        plan: toggle(
          context,
          of.map(({ id }) => id),
          body["enabled"] === true,
        ),
      }),
    },
  };
}

/** Default configurations are created with the project: only their age identifies them (ms). */
const WITH_PROJECT = 86_400_000;

function mayBeDefault(context: Context, { created }: AlertConfiguration): boolean {
  const times = cachedConfigurations(context).flatMap((one) => timeOf(one.created) ?? []);
  const made = timeOf(created);
  return made === null || made - Math.min(...times) < WITH_PROJECT;
}

/** The write that deletes configurations. */
export function remove(context: Context, ids: readonly string[]): WritePlan {
  const targets = targetsOf(context, ids);
  const what = nameOrCount(targets, "configuration");
  return {
    operation: "deleteAlertConfiguration",
    title: `Delete alert config: ${what}`,
    sentence: `${what} ${targets.length === 1 ? "is deleted permanently and raises" : "are deleted permanently and raise"} no more alerts.`,
    button: targets.length === 1 ? "Delete alert configuration" : "Delete alert configurations",
    targets,
    risk: "disruptive",
    confirmName: what,
    preflight: async (review) => {
      const open = await openNow(review, ids);
      const configurations = configurationsOf(review.context, ids);
      return {
        warnings: present(
          open > 0 && `${pluralize(open, "open alert")} will be cancelled.`,
          configurations.some((one) => mayBeDefault(review.context, one)) &&
            "The service does not recreate the default configurations of a project.",
        ),
        facts: [
          ...configurations.map((configuration) => ({
            label: "Notifications",
            value: formatTargets(configuration) || "none",
          })),
          ...configurations.map((configuration) => ({ label: "Applies to", value: formatScope(configuration) })),
          { label: "Open alerts", value: pluralize(open, "alert") },
        ],
      };
    },
  };
}

/** Ids of the given rows that are not known to be on, or off. */
const idsNotTurned = (context: Context, ids: readonly string[], on: boolean): readonly string[] =>
  configurationsOf(context, ids).flatMap(({ id, enabled }) => (enabled === on ? [] : [id]));

const duplicate = (context: Context, id: string): FormSetup => {
  const stored = rawConfiguration(context, id);
  const initial = stored === null ? undefined : copyOf(createPlan, stored);
  return create(context, initial, `copy/${id}`);
};

const onConfiguration = actionOn("alert-configurations", (_context, id) => id);

const turn = (isOn: boolean): Action => ({
  id: `alert-configurations.turn-${isOn ? "on" : "off"}`,
  title: `Turn ${isOn ? "on" : "off"}…`,
  operation: "toggleAlertConfiguration",
  on: "many",
  appliesTo: (context, ids) => idsNotTurned(context, ids, isOn),
  disabled: (context, ids) => (idsNotTurned(context, ids, isOn).length > 0 ? null : `already ${isOn ? "on" : "off"}`),
  open: (context, ids) => ({ kind: "write", plan: toggle(context, ids, isOn) }),
});

export const actions: readonly Action[] = [
  {
    id: "alert-configurations.create",
    title: "New alert configuration…",
    operation: "createAlertConfiguration",
    standard: "new",
    open: (context) => ({ kind: "form", setup: create(context) }),
  },
  onConfiguration({
    id: "alert-configurations.update",
    title: "Edit…",
    operation: "updateAlertConfiguration",
    standard: "edit",
    open: (id, context) => ({ kind: "form", setup: edit(context, id) }),
  }),
  turn(true),
  turn(false),
  onConfiguration({
    id: "alert-configurations.duplicate",
    title: "Duplicate…",
    operation: "createAlertConfiguration",
    open: (id, context) => ({ kind: "form", setup: duplicate(context, id) }),
  }),
  {
    id: "alert-configurations.rotate",
    title: "Replace a notification key everywhere…",
    operation: "updateAlertConfiguration",
    disabled: (context) => (keysInUse(context).length === 0 ? "no known configuration has a key" : null),
    open: (context) => rotate(context),
  },
  {
    id: "alert-configurations.delete",
    title: "Delete…",
    operation: "deleteAlertConfiguration",
    standard: "delete",
    on: "many",
    open: (context, ids) => ({ kind: "write", plan: remove(context, ids) }),
  },
  {
    id: "alert-configurations.alerts",
    title: "Show alerts of this project",
    operation: "listAlertsByAlertConfigurationId",
    disabled: (context) => (openByConfiguration(context).size === 0 ? "no open alerts" : null),
    open: () => goTo("alerts"),
  },
];
