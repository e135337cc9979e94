import * as z from "zod";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json/json.ts";
import { concurrentEdit, EDITABLE_READS } from "./edits.ts";
import { count, requestScenario, type Scenario } from "./scenario.ts";
import { UNKNOWN_THINGS, withUnknownThings } from "./unknown-things.ts";

/** Scenarios that change the contents of successful answers. */

/** Names of the fields that hold an answer's list. */
const LISTS = ["results", "accessLogs"] as const;

/** Changes the list of an answer; an answer without a list stays unchanged. */
function withList(content: Json, change: (list: readonly Json[]) => readonly Json[]): Json {
  if (Array.isArray(content)) return change(content);
  if (!isJsonObject(content)) return content;
  const name = LISTS.find((one) => Array.isArray(content[one]));
  const list = name === undefined ? undefined : content[name];
  if (name === undefined || !Array.isArray(list)) return content;
  const { totalCount } = content;
  const next = change(list);
  const total = next.length === 0 ? 0 : Math.max(Number(totalCount ?? 0), next.length);
  return { ...content, [name]: next, ...(totalCount === undefined ? {} : { totalCount: total }) };
}

const IDS = ["id", "_id", "indexID"] as const;

/** A copy of a row with other ids of the same form. */
function again(row: Json, number: number): Json {
  if (!isJsonObject(row) || number === 0) return row;
  const changed: Record<string, Json> = {};
  for (const name of IDS) {
    const id = row[name];
    if (typeof id === "string") changed[name] = id.slice(0, -6) + number.toString(16).padStart(6, "0").slice(-6);
  }
  const next: JsonObject = { ...row, ...changed };
  return next;
}

/** A list extended to a length by repeating its rows with other ids. */
const longList = (list: readonly Json[], length: number): readonly Json[] =>
  list.length === 0
    ? list
    : Array.from({ length: Math.max(length, list.length) }, (_, index) =>
        again(list[index % list.length] ?? null, Math.floor(index / list.length)),
      );

export const ANSWER_SCENARIOS: readonly Scenario[] = [
  requestScenario({
    name: "unknown-things",
    says: "responses have unknown values, fields and numbers, lack others, and have null for lists",
    options: {
      what: z
        .union([z.array(z.enum(UNKNOWN_THINGS)), z.string().transform((text, context) => chosen(text, context))])
        .default([...UNKNOWN_THINGS])
        .describe(`which of ${UNKNOWN_THINGS.join("+")} (all)`),
    },
    on: ["GET **"],
    make: ({ what }) => ({ content: (content) => withUnknownThings(content, what) }),
  }),
  requestScenario({
    name: "empty-lists",
    says: "lists are empty",
    on: ["GET **"],
    make: () => ({ content: (content) => withList(content, () => []) }),
  }),
  requestScenario({
    name: "huge-page",
    says: "a list is longer than requested",
    options: { rows: count(5000, "number of rows", 1, 100_000) },
    on: ["GET **"],
    make: ({ rows }) => ({ content: (content) => withList(content, (list) => longList(list, rows)) }),
  }),
  requestScenario({
    name: "paging-shift",
    says: "rows are inserted between two pages (or removed, with a negative number)",
    options: { by: z.coerce.number().int().min(-500).max(500).default(1).describe("rows per page (1)") },
    on: ["GET **"],
    make: ({ by }) => ({
      page: ({ offset, limit, pageNumber }) => ({
        offset: Math.max(0, offset - by * (pageNumber - 1)),
        limit,
        pageNumber,
      }),
    }),
  }),
  requestScenario({
    name: "concurrent-edit",
    says: "somebody else changes the data after each read",
    on: EDITABLE_READS,
    when: { times: 1 },
    make: () => ({ afterwards: concurrentEdit }),
  }),
];

/** Parses names joined by `+`, such as `values+nulls`. */
function chosen(text: string, context: z.RefinementCtx): (typeof UNKNOWN_THINGS)[number][] {
  const names = text.split("+");
  const known = UNKNOWN_THINGS.filter((one) => names.includes(one));
  if (known.length !== names.length) {
    context.addIssue({ code: "custom", message: `has to be some of ${UNKNOWN_THINGS.join("+")}` });
  }
  return known;
}
