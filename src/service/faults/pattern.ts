import type { Operation } from "../../contract/operation.ts";

/**
 * Which requests a rule is about: `[METHOD[,METHOD…]] GLOB`, or the name of an operation, its number in the specification or its
 * area. In a glob `*` is anything within one step of a path and `**` anything at all.
 */
export type Pattern = {
  /** As it was written. */
  readonly text: string;
  /** Whether it names a path from its beginning: a wildcard alone means operations, not the token endpoint and its like. */
  readonly rooted: boolean;
  /** Whether a request is meant, by its method, its path and its operation (if the path is one of an operation). */
  meets(request: PatternSubject): boolean;
};

export type PatternSubject = {
  readonly method: string;
  /** The path as it came, without the query. */
  readonly path: string;
  /** The path below the versioned prefix, which a glob may begin at too. */
  readonly below: string | null;
  readonly operation: Pick<Operation, "id" | "spec" | "area" | "aliases"> | null;
};

const METHODS: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** Why a pattern is none. */
export class PatternProblem extends Error {}

/** A glob as an expression for whole paths. */
function expressionOf(glob: string): RegExp {
  const source = glob
    .split(/(\*\*|\*)/u)
    .map((part) => (part === "**" ? ".*" : part === "*" ? "[^/]*" : part.replace(/[\\^$.|?+()[\]{}]/gu, "\\$&")));
  return new RegExp(`^${source.join("")}$`, "u");
}

const isName = (text: string): boolean => /^[A-Za-z][A-Za-z0-9-]*$/u.test(text);

/**
 * Reads a pattern.
 *
 * @param isKnown whether some operation has this id, number, alias or area: a name that nothing has is a mistake
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
    meets: ({ method, operation }) => meetsMethod(method) && operation !== null && goesBy(operation, place),
  };
}

/** Whether an operation goes by a name: its id, an alias, its number or its area. */
export const goesBy = ({ id, spec, area, aliases }: NonNullable<PatternSubject["operation"]>, name: string): boolean =>
  id === name || spec === name || area === name || aliases.includes(name);
