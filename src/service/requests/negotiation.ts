import type { Operation } from "../../contract/operation.ts";
import { apiPrefix, type DialectId, mediaType, RESOURCE_VERSION } from "../../contract/wire/dialect.ts";
import { memoizeText } from "../storage/memoize-text.ts";
import { refusal } from "./http-error.ts";

/** Negotiates the version of a resource (specification part 9), and checks the media type of bodies. */

/** The first version; no version has an earlier date. */
const FIRST_VERSION = "2023-01-01";

const isDate = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** The versions in an Accept header, by preference: all, and those that exist or existed. */
type AcceptedVersions = { readonly all: readonly string[]; readonly known: readonly string[] };

/** Memoized, because the same header comes with every request. */
const versionsIn = (dialect: DialectId): ((accept: string) => AcceptedVersions) =>
  memoizeText((accept) => {
    const all = versionsOf(accept, dialect);
    const known = all.filter((version) => isDate(version) && version >= FIRST_VERSION && version <= RESOURCE_VERSION);
    return { all, known };
  });

const VERSIONS_OF: Readonly<Record<DialectId, (accept: string) => AcceptedVersions>> = {
  specification: versionsIn("specification"),
  atlas: versionsIn("atlas"),
};

function versionsOf(accept: string, dialect: DialectId): string[] {
  const [before = "", after = ""] = mediaType(dialect, "|").split("|");
  return accept
    .split(",")
    .map((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ type, quality }) => quality > 0 && type.startsWith(before) && type.endsWith(after))
    .toSorted((left, right) => right.quality - left.quality)
    .map(({ type }) => type.slice(before.length, type.length - after.length));
}

/**
 * The version that answers: the operation's own, when the requested date is not earlier. Earlier dates name versions that are withdrawn here; later
 * ones, and invalid dates, are unknown.
 */
export function negotiate(operation: Operation, accept: string, dialect: DialectId): string {
  const { all, known } = VERSIONS_OF[dialect](accept);
  if (known.some((version) => version >= operation.version)) return operation.version;
  const [withdrawn] = known;
  const path = `${apiPrefix(dialect)}${operation.path}`;
  if (withdrawn !== undefined) {
    const detail = `Version ${withdrawn} of ${path} is withdrawn; use ${RESOURCE_VERSION}.`;
    throw refusal(410, "VERSION_GONE", detail, withdrawn, path);
  }
  const detail = `The Accept header must name a version, such as ${mediaType(dialect)}.`;
  throw refusal(406, "INVALID_VERSION_DATE", detail, ...all.slice(0, 1));
}

/** A versioned media type of either dialect. */
const VERSIONED = /^application\/vnd\.(?:service|atlas)\.\d{4}-\d{2}-\d{2}\+json$/u;

/** Refuses a body whose media type is not JSON in UTF-8, plain or versioned. */
export function checkContentType(contentType: string | undefined, encoding: string | undefined): void {
  const [type = "", ...parameters] = (contentType ?? "").split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const isUtf8 = charset === undefined || /^"?utf-?8"?$/u.test(charset);
  const isPlain = encoding === undefined || encoding.toLowerCase() === "identity";
  if ((type === "application/json" || VERSIONED.test(type)) && isUtf8 && isPlain) return;
  const detail = "The body must be application/json or the versioned type, in UTF-8 and not compressed.";
  throw refusal(415, "UNSUPPORTED_MEDIA_TYPE", detail);
}
