import { PROCESS_TYPES } from "../../contract/alert-configurations.ts";
import { isObject } from "../../contract/json/json.ts";
import { CLUSTER_KINDS } from "../../domain/cluster.ts";
import type { ItemAt } from "../../forms/schema/form-values.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { withoutPort } from "../../text/format.ts";
import { suggestClusters } from "../builders/clusters.ts";
import { seenNames } from "../builders/seen-names.ts";
import type { Ask, Context } from "../model/context.ts";
import type { FormSetup, Suggest } from "../model/effect.ts";
import { type ConfigurationValues, eventSuggestions, matcherFieldSuggestions, type Teams } from "./form.ts";
import { cachedConfigurations } from "./list.ts";

/** Suggestions in the form of an alert configuration: only values that fit the other fields (field table of `domain.md` 3). */

type MatcherValues = ItemAt<ConfigurationValues, "matchers">;
type NotificationValues = ItemAt<ConfigurationValues, "notifications">;

type Suggestions = readonly Suggestion[];

/** The notifications of the project's configurations. */
const knownNotifications = (context: Context) =>
  cachedConfigurations(context).flatMap(({ notifications }) => (notifications ?? []).filter(isObject));

/** The teams that are notified in the project, by id: names come from nowhere else. */
export const teamsOf = (context: Context): Teams =>
  new Map(
    knownNotifications(context).flatMap(({ teamId, teamName }): [string, string][] =>
      typeof teamId === "string" && typeof teamName === "string" && teamName !== "" ? [[teamId, teamName]] : [],
    ),
  );

/** Values of a field in other notifications of the same channel: an address is picked, not typed again. */
const usedValues =
  (
    context: Context,
    field: string,
    words: (value: string) => Pick<Suggestion, "label" | "note"> = (value) => ({ label: value }),
  ): Suggest<ConfigurationValues, NotificationValues> =>
  async (_ask, _body, { typeName }) => {
    const values = knownNotifications(context).flatMap((item) => {
      const value = item["typeName"] === typeName ? item[field] : undefined;
      return typeof value === "string" && !value.startsWith("*") ? [value] : [];
    });
    return [...new Set(values)].map((value) => ({ value, ...words(value) }));
  };

const portIn = (host: string): string | null => /:(\d+)$/u.exec(host)?.[1] ?? null;

/** Possible values of a matcher field; none for an unknown field. */
async function valuesOfField(fieldName: string, ask: Ask, context: Context): Promise<Suggestions> {
  switch (fieldName) {
    case "CLUSTER_NAME":
      // The cluster list is outside the specification: without it, the names that were seen remain.
      return suggestClusters(ask, context, CLUSTER_KINDS).catch(() => seenNames(context, "cluster"));
    case "HOSTNAME":
      return seenNames(context, "host", withoutPort);
    case "HOSTNAME_AND_PORT":
      return seenNames(context, "host", (name) => (portIn(name) === null ? null : name));
    case "PORT":
      return seenNames(context, "host", portIn);
    case "REPLICA_SET_NAME":
    case "SHARD_NAME":
      return seenNames(context, "replica-set");
    case "TYPE_NAME":
      return PROCESS_TYPES.map((value) => ({ value, label: value }));
    default:
      return [];
  }
}

/** Values for a matcher: only those of its own field, as the service and its answers name them, and as other matchers have them. */
const matcherValues =
  (context: Context): Suggest<ConfigurationValues, MatcherValues> =>
  async (ask, _body, { fieldName = "" }) => {
    const used = cachedConfigurations(context).flatMap(({ matchers }) =>
      (matchers ?? []).flatMap((matcher) =>
        matcher.fieldName === fieldName && matcher.value !== null && matcher.value !== undefined
          ? [{ value: matcher.value, label: matcher.value, note: "used in another configuration" }]
          : [],
      ),
    );
    const known = await valuesOfField(fieldName, ask, context);
    return [...known, ...used.filter(({ value }) => !known.some((one) => one.value === value))];
  };

export function configurationSuggestions(context: Context): NonNullable<FormSetup<ConfigurationValues>["suggest"]> {
  const teams = teamsOf(context);
  return {
    events: async () => eventSuggestions(cachedConfigurations(context)),
    matcherFields: async (ask, body) =>
      matcherFieldSuggestions((await ask("listAlertConfigurationMatchersFieldNames", { params: {} })).data, body),
    matcherValues: matcherValues(context),
    emailAddress: usedValues(context, "emailAddress"),
    channelName: usedValues(context, "channelName"),
    username: usedValues(context, "username"),
    teamId: usedValues(context, "teamId", (id) => {
      const name = teams.get(id);
      return name === undefined ? { label: id } : { label: name, note: id };
    }),
    mobileNumber: usedValues(context, "mobileNumber"),
    integrationId: usedValues(context, "integrationId"),
  };
}
