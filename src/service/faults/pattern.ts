import type { Operation } from "../../contract/operation.ts";

/**
 * Selects requests: `[METHOD[,METHOD…]] GLOB`, or an operation's name, its number in the specification or its area. In a glob, `*` matches within one
 * path segment and `**` anything.
 */
export type Pattern = {
  /** The pattern's source text. */
  readonly text: string;
  /** True if it names a path from its beginning: a wildcard alone matches operations, not the token endpoint and similar paths. */
  readonly rooted: boolean;
  /** True if a request matches by its method, its path and its operation (if the path belongs to one). */
  meets(request: PatternSubject): boolean;
};

export type PatternSubject = {
  readonly method: string;
  /** The path as received, without the query. */
  readonly path: string;
  /** The path below the versioned prefix, from which a glob may also begin. */
  readonly below: string | null;
  readonly operation: Pick<Operation, "id" | "spec" | "area" | "aliases"> | null;
};

const METHODS: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** An invalid pattern. */
export class PatternProblem extends Error {}

/** Converts a glob into a regular expression for whole paths. */
function expressionOf(glob: string): RegExp {
  const source = glob
    .split(/(\*\*|\*)/u)
    .map((part) => (part === "**" ? ".*" : part === "*" ? "[^/]*" : part.replace(/[\\^$.|?+()[\]{}]/gu, "\\$&")));
  return new RegExp(`^${source.join("")}$`, "u");
}

const isName = (text: string): boolean => /^[A-Za-z][A-Za-z0-9-]*$/u.test(text);

/**
 * Parses a pattern.
 *
 * @param isKnown true if an operation has this id, number, alias or area; an unknown name is an error
 * @throws PatternProblem, whose message is a sentence
 */
export function patternOf(text: string, isKnown: (name: string) => boolean): Pattern {
  const [first = "", second, ...rest] = text.trim().split(/\s+/u);
  if (first === "" || rest.length > 0) {
    throw new PatternProblem(
      `"${text}" is not a pattern: use a path, a method and a path, or the name of an operation.`,
    );
  }
  const methods = second === undefined ? null : first.toUpperCase().split(",");
  const place = second ?? first;
  const wrong = methods?.find((method) => method !== "*" && !METHODS.includes(method));
  if (wrong !== undefined) throw new PatternProblem(`"${wrong}" is not a method: use ${METHODS.join(", ")} or *.`);
  const meetsMethod = (method: string): boolean =>
    methods === null || methods.includes("*") || methods.includes(method.toUpperCase());
  if (place.startsWith("/") || place.startsWith("*")) {
    const expression = expressionOf(place);
    return {
      text,
      rooted: !/^\/?\*/u.test(place),
      meets: ({ method, path, below }) =>
        meetsMethod(method) && (expression.test(path) || (below !== null && expression.test(below))),
    };
  }
  if (!isName(place) || !isKnown(place)) {
    throw new PatternProblem(
      `"${place}" is none of a path (which starts with / or **), an operation, its number (E12) and an area.`,
    );
  }
  return {
    text,
    rooted: false,
    meets: ({ method, operation }) => meetsMethod(method) && operation !== null && isNamed(operation, place),
  };
}

/** True if a name refers to an operation: its id, an alias, its number or its area. */
export const isNamed = ({ id, spec, area, aliases }: NonNullable<PatternSubject["operation"]>, name: string): boolean =>
  id === name || spec === name || area === name || aliases.includes(name);
