import { areaOf } from "../../src/areas/areas.ts";
import { cellText } from "../../src/areas/model/cell.ts";
import type { Ask, Context, Scope } from "../../src/areas/model/context.ts";
import { defaultKeyNames } from "../../src/areas/model/key-names.ts";
import type { DetailModel, ListModel, Row } from "../../src/areas/model/view.ts";
import type { Json } from "../../src/contract/json/json.ts";
import { type AnswerOf, type ArgsOf, type OperationId, operations } from "../../src/contract/operations.ts";
import { GroupId } from "../../src/contract/schema/ids.ts";
import type { Misfit } from "../../src/contract/schema/tolerant.ts";
import type { Cluster } from "../../src/domain/cluster.ts";
import type { Unread } from "../../src/state/answers/lookup.ts";
import { omissionsOf } from "../../src/state/answers/omissions.ts";
import { resourceKey } from "../../src/state/answers/query.ts";
import type { ResourceTables } from "../../src/state/answers/resource.ts";
import { afterAnswer, emptyResource, find, withResource } from "../../src/state/answers/tables.ts";
import { serviceError } from "../state/fake-client.ts";

/** Contexts in which given answers are held, and models as plain text. */

/** Whatever else is asked is not there. */
export const NOT_THERE = (): Unread => ({
  words: "absent",
  reason: "absent",
  status: 404,
  code: "RESOURCE_NOT_FOUND",
  isAbsent: true,
});

export const NOW = Date.UTC(2026, 10, 21, 14, 6, 0);
export const GROUP = GroupId.of("65f000000000000000000001");

export const id = (number: number): string => number.toString(16).padStart(24, "0");
export const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

/** Answers as the service writes them, parsed by the contract, under the questions that they answer. */
export class Answers {
  #tables: ResourceTables = {};

  /** Holds an answer, and as it was received where that counts. */
  add<Id extends OperationId>(
    operation: Id,
    args: ArgsOf<Id>,
    data: AnswerOf<Id>,
    raw: Json = null,
    misfits: readonly Misfit[] = [],
    complete = true,
  ): this {
    const arrived = { at: NOW, complete, raw, data, misfits };
    this.#tables = withResource(this.#tables, afterAnswer(emptyResource(operation, args), 1, arrived));
    return this;
  }

  context(change: Partial<Omit<Context, "scope">> & { readonly scope?: Partial<Scope> } = {}): Context {
    const { scope, ...rest } = change;
    return {
      scope: {
        groupId: GROUP,
        groupName: "Payments",
        orgId: null,
        orgName: null,
        cluster: null,
        clusters: [],
        projects: [],
        unlisted: [],
        params: {},
        ...scope,
      },
      unread: () => null,
      asOf: (operation, args) => find(this.#tables, operation, resourceKey(operation, args))?.asOf ?? null,
      known: () => [],
      ring: () => [],
      runbooks: [],
      unknownWrites: [],
      acceptedWrites: [],
      cached: (operation, args) => find(this.#tables, operation, resourceKey(operation, args))?.cached ?? undefined,
      areaLabel: (area) => areaOf(area).label,
      key: defaultKeyNames,
      now: NOW,
      zone: "utc",
      lastLook: null,
      ...rest,
    };
  }
}

/** Answers what a form or a review asks out of what is held; whatever else is asked was not there. */
export const askFrom =
  (given: Answers): Ask =>
  async (operation, args) => {
    const cached = given.context().cached(operation, args);
    if (cached === undefined) {
      const code = "clusterName" in operations[operation].params ? "CLUSTER_NOT_FOUND" : "RESOURCE_NOT_FOUND";
      throw serviceError(operation, { kind: "refused", status: 404, code, detail: "not given" });
    }
    const raw = cached.raw ?? JSON.parse(JSON.stringify(cached.data));
    return { data: cached.data, raw, at: NOW, omitted: omissionsOf(operation, cached) };
  };

export const cluster = (name: string, kind: Cluster["kind"] = "replicaSet"): Cluster => ({ name, kind, paused: false });

/** The cells of a row as texts. */
export const cellsOf = (row: Row | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(row?.cells ?? {}).map(([name, cell]) => [name, cellText(cell)]));

export const summaryOf = (model: ListModel): readonly string[] => model.summary.map(cellText);

/** The lines of a detail as texts. */
export const linesOf = (model: DetailModel | null): readonly string[] =>
  (model?.lines ?? []).map((line) => {
    switch (line.kind) {
      case "field":
        return `${line.label}: ${cellText(line.value)}`;
      case "text":
        return cellText(line.value);
      case "heading":
        return `# ${line.text}`;
      default:
        return line
          .draw(60)
          .map((cells) => cells.map(cellText).join(""))
          .join("\n");
    }
  });
