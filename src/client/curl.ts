import { randomUUID } from "node:crypto";
import { encodeBody, type Json, type SecretWriter, secretVariable, writeJson } from "../contract/json/json.ts";
import type { Operation } from "../contract/operation.ts";
import { coverSecrets } from "../contract/schema/covered.ts";
import type { Connection } from "../contract/wire/connection.ts";
import { inDialect } from "../contract/wire/dialect.ts";
import { escapeUnprintable, isPrintable } from "../text/printable.ts";
import { type Addressed, addressOf, headersOf, type OperationArgs, requestLineOf } from "./request.ts";

/** A text as one word of a POSIX shell, without expansion; unprintable texts are written as octal bytes. */
function word(text: string): string {
  if (/^[\w@%+=:,./-]+$/u.test(text)) return text;
  if (isPrintable(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const bytes = [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`);
  return `"$(printf '${bytes.join("")}')"`;
}

/** A text inside a here-document, without expansion. */
const asHere = (text: string): string => text.replaceAll(/[\\$`]/gu, String.raw`\$&`);

/** The address of a request, and its login method. */
type CurlTarget = Addressed & { readonly login: Connection["credentials"]["kind"]; readonly hasCa: boolean };

const targetOf = (connection: Connection): CurlTarget => ({
  baseUrl: connection.baseUrl,
  metricsUrl: connection.metricsUrl,
  dialect: connection.dialect,
  login: connection.credentials.kind,
  hasCa: connection.ca !== null,
});

/** Login as a line of a curl config file, with the variables that `sextant run` reads. */
function login(target: CurlTarget, operation: Operation): string {
  if (operation.address === "metrics") return 'user = "$SEXTANT_SCRAPE_USERNAME:$SEXTANT_SCRAPE_PASSWORD"';
  return target.login === "digest"
    ? 'user = "$SEXTANT_PUBLIC_KEY:$SEXTANT_PRIVATE_KEY"'
    : 'header = "Authorization: Bearer $SEXTANT_ACCESS_TOKEN"';
}

type Data = { readonly text: string; readonly hasSecrets: boolean };

/**
 * A body in which unprintable characters are JSON escapes, because a shell without bracketed paste may take them for keys. Secrets become variables
 * that the shell expands, and the rest is quoted for a here-document.
 */
function dataOf(operation: Operation, args: OperationArgs, written: (body: Json) => string): Data | null {
  if (args.body === undefined) return null;
  const body = operation.body === null ? args.body : coverSecrets(operation.body.shape, args.body);
  // A random marker stands for each secret until the text is split there.
  const mark = randomUUID();
  const variables: string[] = [];
  const marked: SecretWriter = (secret, path) => {
    variables.push(secretVariable(secret, path));
    return mark;
  };
  const shown = written(encodeBody(body, marked)).split("\n").map(escapeUnprintable).join("\n");
  if (variables.length === 0) return { text: shown, hasSecrets: false };
  const parts = shown
    .split(mark)
    .map((part, index) => `${index === 0 ? "" : (variables[index - 1] ?? "")}${asHere(part)}`);
  return { text: parts.join(""), hasSecrets: true };
}

/** Passed by here-document instead of the command line, which every user of the machine can read. */
const here = (end: string, lines: readonly string[]): readonly string[] => [...lines, end];

/**
 * The exact request of a call as a curl command for a POSIX shell. It contains no secrets: each is a variable, the profile's key in the variables
 * that `sextant run` reads, and none appears on curl's command line when it runs.
 */
export const curlOf = (connection: Connection, operation: Operation, args: OperationArgs): string =>
  curlTo(targetOf(connection), operation, args);

/** `curlOf` for an address, independent of a caller. */
export function curlTo(target: CurlTarget, operation: Operation, args: OperationArgs): string {
  const { method, path, query } = requestLineOf(target, operation, args);
  const spelled = (body: Json): string =>
    writeJson(operation.body === null ? body : inDialect(operation.body.shape, body, target.dialect));
  const data = dataOf(operation, args, spelled);
  const headers = Object.entries(headersOf(target, operation, data !== null));
  const isDigest = operation.address !== "metrics" && target.login === "digest";
  const hasSecrets = data?.hasSecrets === true;
  const words = [
    ...["--config", hasSecrets ? "/dev/fd/3" : "-"],
    ...(isDigest ? ["--digest"] : []),
    ...(target.hasCa ? ["--cacert", '"$SEXTANT_CA_FILE"'] : []),
    ...(method === "GET" ? [] : ["--request", method]),
    ...headers.flatMap(([name, value]) => ["--header", word(`${name}: ${value}`)]),
    ...(data === null ? [] : ["--data-binary", hasSecrets ? "@-" : word(data.text)]),
    word(`${addressOf(target, operation).origin}${path}${query}`),
    hasSecrets ? "3<<LOGIN <<BODY" : "<<LOGIN",
  ];
  return [
    `curl ${words.join(" ")}`,
    ...here("LOGIN", [login(target, operation)]),
    ...(hasSecrets ? here("BODY", [data.text]) : []),
  ].join("\n");
}

/**
 * A call as a `sextant run` command for a POSIX shell, with the same variables for secrets. A write that can lose data is refused until the user adds
 * `--confirm`.
 *
 * @param profile name of a saved profile; null: the service named by the environment, or the embedded one
 */
export function runCommandOf(profile: string | null, operation: Operation, args: OperationArgs): string {
  const data = dataOf(operation, args, (body) => writeJson(body, 2));
  const pairs = (values: Readonly<Record<string, unknown>> = {}): readonly string[] =>
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [word(`${name}=${value}`)]));
  const words = [
    "sextant run",
    operation.id,
    ...pairs(args.params),
    ...pairs(args.query).flatMap((pair) => ["--query", pair]),
    ...(profile === null ? [] : ["--profile", word(profile)]),
    ...(data === null ? [] : [`--body - <<${data.hasSecrets ? "BODY" : "'BODY'"}`]),
  ];
  return [words.join(" "), ...(data === null ? [] : here("BODY", [data.text]))].join("\n");
}
