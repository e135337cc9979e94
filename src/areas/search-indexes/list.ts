import { formatIndex, indexCounts, type SearchIndex, upToDateHosts } from "../../domain/search/search-index.ts";
import { present } from "../../text/present.ts";
import { accent, bad, DASH, warn } from "../builders/cells.ts";
import { ageColumn, column, isUnseen, type ListColumn, rowsOf } from "../builders/columns.ts";
import { count } from "../builders/count.ts";
import type { Cell } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { ListModel } from "../model/view.ts";
import { searchableClusters } from "../queries/search-indexes.ts";
import { collectionInParams } from "./collections.ts";
import { type Generation, listedIndexes } from "./generation.ts";
import { statusCell } from "./labels.ts";

/** The list of search indexes of either generation (`domain.md` 5.6). */

type IndexColumn = ListColumn<SearchIndex>;

export const nameColumn = (min: number): IndexColumn =>
  column({ id: "name", title: "INDEX", min, grow: 3, max: 48, priority: 1, truncate: "middle" }, formatIndex);

export const clusterColumn = (min: number): IndexColumn =>
  column(
    { id: "cluster", title: "CLUSTER", min, grow: 1, max: 24, priority: 2, truncate: "middle" },
    ({ cluster }) => cluster,
  );

export const KIND_COLUMN: IndexColumn = column({ id: "kind", title: "KIND", min: 6, priority: 3 }, ({ kind }) => kind);

/** The number of hosts that serve the newest definition, out of all. */
function hostsCell(index: SearchIndex): Cell {
  const [fresh, all] = [upToDateHosts(index).length, index.hosts.length];
  if (all === 0) return DASH;
  return fresh === all ? `${fresh}/${all}` : warn(`${fresh}/${all}`);
}

function synonymCell({ synonyms }: SearchIndex): Cell {
  if (synonyms.length === 0) return DASH;
  const broken = synonyms.filter(({ queryable }) => !queryable).length;
  return broken === 0 ? String(synonyms.length) : warn(`${synonyms.length}, ${broken} not ready`);
}

/** The columns of the current generation. */
export const CURRENT_COLUMNS: readonly IndexColumn[] = [
  nameColumn(24),
  column(
    {
      id: "status",
      title: "STATUS",
      min: 25,
      grow: 1,
      max: 36,
      priority: 1,
      whole: true,
      sort: ({ status }) => status.rank,
    },
    ({ status }) => statusCell(status),
  ),
  column(
    {
      id: "hosts",
      title: "HOSTS",
      min: 5,
      priority: 3,
      align: "right",
      sort: (index) => (index.hosts.length === 0 ? 0 : upToDateHosts(index).length / index.hosts.length),
    },
    hostsCell,
  ),
  clusterColumn(8),
  ageColumn(3, ({ changedAt }, { now }) => (changedAt === null ? null : now - changedAt), { unknown: DASH }),
  KIND_COLUMN,
  column(
    { id: "version", title: "VER", min: 3, priority: 4, align: "right", sort: ({ version }) => version ?? -1 },
    ({ version }) => (version === null ? "" : String(version)),
  ),
  column({ id: "queryable", title: "QUERIES", min: 7, priority: 4 }, ({ isQueryable }) =>
    isQueryable === null ? warn("?") : isQueryable ? "yes" : bad("no"),
  ),
  column({ id: "synonyms", title: "SYNONYMS", min: 8, max: 16, priority: 5 }, synonymCell),
];

function emptyText({ scope, key }: Context, { list }: Generation): string {
  const namespace = collectionInParams(scope);
  if (namespace !== null) {
    const { cluster, database, collection } = namespace;
    return `${database}.${collection} on ${cluster} has no search index. ${list.emptyCollection(key)}`;
  }
  return searchableClusters(scope).length === 0
    ? "No cluster in this project supports search indexes."
    : list.empty(key);
}

export function list(context: Context, generation: Generation): ListModel {
  const { columns, notes, silentWord } = generation.list;
  const only = collectionInParams(context.scope);
  const indexes = listedIndexes(context, generation).toSorted((left, right) =>
    formatIndex(left).localeCompare(formatIndex(right)),
  );
  const { all, silent, moving } = indexCounts(indexes);
  return {
    summary: present(
      only !== null && accent(`only ${only.database}.${only.collection}`),
      ...notes(context),
      count("all", [all], String),
      silent !== 0 && count("silent", [silent], (sum) => bad(`${sum} ${silentWord}`)),
      moving !== 0 && count("changing", [moving], (sum) => accent(`${sum} changing`)),
    ),
    rows: rowsOf(columns, indexes, context, ({ id }) => ({ id, isNew: isUnseen(context, id) })),
    sections: [],
    defaultSort: { column: "status", descending: false },
    empty: emptyText(context, generation),
  };
}
