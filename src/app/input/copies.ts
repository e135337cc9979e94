import { thingIn } from "../../areas/all-projects.ts";
import { groupIdOf, type Query } from "../../state/answers/query.ts";
import { textsOf } from "../../state/journal/noted-request.ts";
import { pluralize } from "../../text/format.ts";
import type { App } from "../app.ts";
import { copyText } from "../copy.ts";
import { errorText } from "../error-text.ts";
import { jsonText } from "../layers/raw.ts";
import type { CurrentList } from "../screen/current.ts";
import { queriesOf } from "../screen/scope.ts";
import type { MenuItem } from "../workspace.ts";

/** Copies by `y`, for rows and for an open thing (`design.md`, keys: id, JSON, TSV, curl, link). */

/** A thing as received from the service, fetched if it is not cached; null if no answer describes it. */
async function receivedOf(app: App, list: CurrentList, id: string): Promise<unknown> {
  const context = app.selectors.detailContext(app.store.getState(), list, id);
  if (context === null) return null;
  const cached = list.screen.detail(context, id)?.raw ?? null;
  const [own] = list.screen.detailQueries(context, id);
  return cached === null && own !== undefined ? (await app.ask(own.operation, own.args)).raw : cached;
}

/** Upper bound: more things do not make a useful clipboard text, and each may need a request. */
const MOST = 100;

/** Copies things as received, as `v` shows each: a single one by itself, several as an array; all of them or none. */
async function copyJson(app: App, list: CurrentList, ids: readonly string[]): Promise<void> {
  const { notices } = app.store;
  try {
    const found: unknown[] = [];
    for (const id of ids) found.push(await receivedOf(app, list, id));
    const missing = found.filter((raw) => raw === null).length;
    const text = missing > 0 ? null : jsonText(ids.length === 1 ? found[0] : found);
    if (text !== null) copyText(app, text);
    else notices.say("info", `Nothing copied: there is no JSON of ${pluralize(missing, "selected row")}.`);
  } catch (error) {
    notices.say("warning", `Nothing copied: ${errorText(error)}`);
  }
}

export const jsonItem = (app: App, list: CurrentList, ids: readonly string[]): MenuItem => ({
  id: "json",
  title: ids.length === 1 ? "JSON" : `JSON (${ids.length})`,
  disabled: ids.length > MOST ? `${MOST} rows at most` : null,
  run: () => void copyJson(app, list, ids),
});

/** Requests as curl commands, one per line. */
const curlOf = (app: App, queries: readonly Query[]): string =>
  queries
    .map(({ operation, args }) =>
      app.host.curl({ operation, params: args.params, query: textsOf("query" in args ? args.query : {}), body: null }),
    )
    .join("\n");

/** First query of the list; in a list of all projects, that of each project with chosen rows. */
export function listCurl(app: App, list: CurrentList, ids: readonly string[]): string {
  const queries = queriesOf(list.screen, list.scope);
  const projects = [...new Set(ids.flatMap((id) => thingIn(id)?.project ?? []))];
  const wanted =
    projects.length === 0
      ? queries.slice(0, 1)
      : projects.flatMap((id) => queries.find(({ args }) => groupIdOf(args) === id) ?? []);
  return curlOf(app, wanted);
}

/** Query for an open thing: its own, or that of the list that contains it. */
export function detailCurl(app: App, list: CurrentList, id: string): string {
  const context = app.selectors.detailContext(app.store.getState(), list, id);
  const own = context === null ? [] : list.screen.detailQueries(context, id).slice(0, 1);
  return own.length === 0 ? listCurl(app, list, [id]) : curlOf(app, own);
}
