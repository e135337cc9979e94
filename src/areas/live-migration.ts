import type { KnownName } from "../state/names/names.ts";
import { ofAllProjects } from "./all-projects/area.ts";
import { actions } from "./live-migration/actions.ts";
import { check } from "./live-migration/check.ts";
import { detail, detailQueries } from "./live-migration/detail.ts";
import { COLUMNS, endTimes, list, listQueries, running } from "./live-migration/list.ts";
import { conditions, counts, fields } from "./live-migration/row-fields.ts";
import type { NamedPlace } from "./model/area.ts";

const thingOf = ({ name, id }: Pick<KnownName, "name" | "id">): NamedPlace => ({ ids: [id ?? name] });

/** Live migration into a cluster of the project: validations, migrations, and the cut-over (`domain.md` 14; E60 to E64). */
export const liveMigration = ofAllProjects({
  id: "live-migration",
  label: "Live migration",
  group: "Migrate",
  scope: "project",
  names: { migration: thingOf, validation: thingOf },
  screen: {
    queries: listQueries,
    running,
    columns: () => COLUMNS,
    list,
    fields,
    counts,
    conditions,
    check,
    endTimes,
    detailQueries,
    detail,
    actions,
    firstHelp: (key) =>
      `Migrations known to this console (the service has no list). ${key("action.new")} validates and starts one; ${key("action.menu")} opens one by id or cuts one over.`,
  },
});
