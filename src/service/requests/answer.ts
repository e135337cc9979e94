import { isJsonObject, type Json, type JsonObject, writeJson } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import { type DialectId, inDialect, mediaType } from "../../contract/wire/dialect.ts";
import { storedBody } from "../storage/stored-row.ts";
import type { HandlerAnswer } from "./handler.ts";
import type { ParsedQuery } from "./query.ts";

/** An HTTP answer before it is written. */
export type WireAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** Receives the content of an answer in the contract's names, before it is spelled in the dialect, and may replace it. */
type AlterContent = (content: Json) => Json;

/**
 * A handler's answer as an HTTP answer: spelled in the dialect, enveloped, and with the media type of the resource's version.
 *
 * @param address URL of the request for links: the service's own, never taken from the request (`service-decisions.md`)
 * @param alter null where no scenario needs the content
 */
export function wireAnswer(
  operation: Operation,
  version: string,
  answer: HandlerAnswer,
  query: ParsedQuery,
  address: string,
  dialect: DialectId,
  alter: AlterContent | null,
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
  // Stored texts are sent as they are where nothing is altered, respelled or indented.
  if (alter === null && dialect === "specification" && !pretty) {
    const status = envelope ? operation.success : null;
    if (answer.kind === "texts") return pageText(answer, query, address, status);
    if (answer.kind === "text") return status === null ? answer.text : `{"status":${status},"content":${answer.text}}`;
  }
  const original = contentOf(answer, query, address);
  const content = inDialect(operation.response, alter === null ? original : alter(original), dialect);
  return writeJson(envelope ? enveloped(answer, content, operation.success) : content, pretty ? 2 : undefined);
}

/** A page of JSON texts: the same text as `contentOf` would produce. */
function pageText({ texts, total }: TextPage, query: ParsedQuery, address: string, status: number | null): string {
  const before = status === null ? "" : `"status":${status},`;
  const after = query.wrapping.includeCount ? `,"totalCount":${total}` : "";
  return `{${before}"links":${writeJson(pageLinks(query, total, address))},"results":[${texts.join(",")}]${after}}`;
}

type TextPage = Extract<HandlerAnswer, { kind: "texts" }>;

/** Media type of an answer: the resource's own version, except at the metrics address, whose clients expect plain JSON. */
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

/** The links of a list: this page, the previous and the next one. */
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
  return isPage && isJsonObject(content) ? { status, ...content } : { status, content };
}

/** Deprecation headers of every answer of a deprecated operation, including refusals (`api/errors-and-auth.json`, headers). */
export function deprecationHeaders(operation: Operation): Record<string, string> {
  if (operation.deprecated === null) return {};
  return {
    Deprecation: new Date(operation.deprecated.since).toUTCString(),
    Sunset: new Date(operation.deprecated.sunset).toUTCString(),
  };
}
