import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import { type BodyObject, isBodyObject, textIn, writeJson } from "../../contract/json/json.ts";
import { formatScope } from "../../domain/alerts/alert.ts";
import { valuesOf } from "../../forms/plans.ts";
import { encodeWithoutSecrets } from "../../forms/settings-file/overlay.ts";
import { idOfRow, KIND_DEFAULTS, type SettingsKind, type SettingsReference } from "../model/settings-kind.ts";
import { projectArgs } from "../queries/args.ts";
import { rowsOfList } from "../queries/document.ts";
import { create, edit, remove } from "./actions.ts";
import { createPlan, nameIn, updatePlan } from "./form.ts";

/** Alert configurations in files. The service gives them no name: those that watch the same are taken as the same. */

const matchersIn = ({ matchers }: BodyObject): readonly BodyObject[] =>
  Array.isArray(matchers) ? matchers.filter(isBodyObject) : [];

/** The subject of a configuration: its event, its matchers, and its metric or count. The threshold and the recipients may differ. */
function watched(settings: BodyObject): string {
  const { eventTypeName = "", metricThreshold, threshold } = settings;
  const limit = isBodyObject(metricThreshold) ? (textIn(metricThreshold, "metricName") ?? "") : "";
  const matchers = matchersIn(settings)
    .map((matcher) => writeJson([matcher["fieldName"], matcher["operator"], matcher["value"]]))
    .toSorted();
  return writeJson(encodeWithoutSecrets({ eventTypeName, limit, hasThreshold: isBodyObject(threshold), matchers }));
}

function nameOf(settings: BodyObject): string {
  const matchers = matchersIn(settings).map((matcher) => ({
    fieldName: textIn(matcher, "fieldName"),
    operator: textIn(matcher, "operator"),
    value: textIn(matcher, "value"),
  }));
  const name = nameIn(valuesOf(createPlan, settings));
  return matchers.length === 0 ? name : `${name} · ${formatScope({ matchers })}`;
}

export const alertConfigurationKind: SettingsKind = {
  file: {
    ...KIND_DEFAULTS,
    name: "alert-configuration",
    title: "alert configuration",
    plural: "alert configurations",
    inCluster: false,
    plan: updatePlan,
    references: [{ path: "notifications[].teamId", to: "team" }],
    identityOf: watched,
    isExact: false,
    nameOf,
  },
  read: async (ask, scope) =>
    rowsOfList(await ask("listAlertConfigurations", projectArgs(scope))).map((document) => {
      const id = idOfRow(document, "id");
      return {
        id,
        cluster: null,
        document,
        change: (context) => ({ kind: "form", setup: edit(context, id) }),
        remove: (context) => ({ kind: "write", plan: remove(context, [id]) }),
      };
    }),
  create: (context) => ({ kind: "form", setup: create(context) }),
};

const teamsIn = ({ notifications }: AlertConfiguration) =>
  (notifications ?? []).flatMap((notification) => {
    const [id, name] = [textIn(notification, "teamId"), textIn(notification, "teamName")];
    return id === null || name === null ? [] : [{ id, name }];
  });

/** The API has no list of teams: only those that a configuration of the project names are known. */
export const teams: SettingsReference = {
  name: "team",
  read: async (ask, scope) => {
    const { data } = await ask("listAlertConfigurations", projectArgs(scope));
    return [...new Map(data.results.flatMap(teamsIn).map((team) => [team.id, team])).values()];
  },
};
