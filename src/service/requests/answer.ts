import { type Json, type JsonObject, writeJson } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import { type DialectId, mediaType, respell } from "../../contract/wire/dialect.ts";
import { storedBody } from "../storage/stored-row.ts";
import type { HandlerAnswer } from "./handler.ts";
import type { ParsedQuery } from "./query.ts";

/** An answer on its way to the wire. */
export type WireAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** Sees the content of an answer in the contract's names, before it is spelled, and may give another. */
export type AlterContent = (content: Json) => Json;

/**
 * A handler's answer as it goes out: spelled in the dialect, wrapped, and typed with the resource's own version.
 *
 * @param address of what was asked for, for links: the service's own, never taken from the request (`service-decisions.md`)
 * @param alter null where nobody looks at the content
 */
export function wireAnswer(
  operation: Operation,
  version: string,
  answer: HandlerAnswer,
  query: ParsedQuery,
  address: string,
  dialect: DialectId,
  alter: AlterContent | null = null,
): WireAnswer {
  const deprecation = deprecationHeaders(operation);
  if (answer.kind === "nothing") return { status: operation.success, headers: deprecation, body: null };
  return {
    status: operation.success,
    headers: { "Content-Type": contentType(operation, version, dialect), ...deprecation },
    body: bodyOf(operation, answer, query, address, dialect, alter),
  };
}

function bodyOf(
  operation: Operation,
  answer: Exclude<HandlerAnswer, { kind: "nothing" }>,
  query: ParsedQuery,
  address: string,
  dialect: DialectId,
  alter: AlterContent | null,
): string {
  const { envelope, pretty } = query.wrapping;
  // Texts go out as they are where nothing in them is altered, spelled in another way or indented.
  if (alter === null && dialect === "specification" && !pretty) {
    const status = envelope ? operation.success : null;
    if (answer.kind === "texts") return pageText(answer, query, address, status);
    if (answer.kind === "text") return status === null ? answer.text : `{"status":${status},"content":${answer.text}}`;
  }
  const original = contentOf(answer, query, address);
  const content = respell(operation.response, alter === null ? original : alter(original), dialect);
  return writeJson(envelope ? enveloped(answer, content, operation.success) : content, pretty ? 2 : undefined);
}

/** A page whose rows are texts: what `contentOf` makes of it, written. */
function pageText({ texts, total }: TextPage, query: ParsedQuery, address: string, status: number | null): string {
  const before = status === null ? "" : `"status":${status},`;
  const after = query.wrapping.includeCount ? `,"totalCount":${total}` : "";
  return `{${before}"links":${writeJson(pageLinks(query, total, address))},"results":[${texts.join(",")}]${after}}`;
}

type TextPage = Extract<HandlerAnswer, { kind: "texts" }>;

/** The type of an answer: the resource's own version, but at the metrics address, whose readers want plain JSON. */
const contentType = ({ address }: Operation, version: string, dialect: DialectId): string =>
  address === "metrics" ? "application/json" : `${mediaType(dialect, version)};charset=utf-8`;

function contentOf(answer: Exclude<HandlerAnswer, { kind: "nothing" }>, query: ParsedQuery, address: string): Json {
  if (answer.kind === "value") return answer.value;
  if (answer.kind === "text") return storedBody(answer.text);
  return {
    links: pageLinks(query, answer.total, address),
    results: answer.kind === "texts" ? answer.texts.map(storedBody) : answer.rows,
    ...(query.wrapping.includeCount ? { totalCount: answer.total } : {}),
  };
}

/** The links of a list: this page, the one before and the one after. */
function pageLinks(query: ParsedQuery, total: number, address: string): Json {
  const { limit, offset } = query.page;
  const own = Object.entries(query.own).map(([name, value]) => [name, String(value)]);
  const wrapping = (["envelope", "pretty"] as const)
    .filter((name) => query.wrapping[name])
    .map((name) => [name, "true"]);
  const link = (rel: string, pageNumber: number): JsonObject => {
    const parameters = new URLSearchParams([
      ...own,
      ...wrapping,
      ["includeCount", String(query.wrapping.includeCount)],
      ["itemsPerPage", String(limit)],
      ["pageNum", String(pageNumber)],
    ]);
    return { href: `${address}?${parameters}`, rel };
  };
  return [
    link("self", query.pageNumber),
    ...(query.pageNumber > 1 ? [link("previous", query.pageNumber - 1)] : []),
    ...(offset + limit < total ? [link("next", query.pageNumber + 1)] : []),
  ];
}

function enveloped(answer: HandlerAnswer, content: Json, status: number): Json {
  const isPage = answer.kind === "page" || answer.kind === "texts";
  return isPage && isRecord(content) ? { status, ...content } : { status, content };
}

const isRecord = (json: Json): json is JsonObject => typeof json === "object" && json !== null && !Array.isArray(json);

/** What a deprecated operation says of itself with every answer, refusals too (`api/errors-and-auth.json`, headers). */
export function deprecationHeaders(operation: Operation): Record<string, string> {
  if (operation.deprecated === null) return {};
  return {
    Deprecation: new Date(operation.deprecated.since).toUTCString(),
    Sunset: new Date(operation.deprecated.sunset).toUTCString(),
  };
}
