import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { changesAt, fieldsOf, plainPlan } from "../app/review/before.ts";
import { type Answer, asReceived } from "../client/answers/answer.ts";
import { type Client, createClient } from "../client/client.ts";
import { curlOf } from "../client/curl.ts";
import { ServiceError } from "../client/errors/service-error.ts";
import type { OperationArgs } from "../client/request.ts";
import { isJsonObject, type JsonObject, parseJson } from "../contract/json/json.ts";
import { isWrite, type Operation, type Risk } from "../contract/operation.ts";
import { allOperations, isOperationId, type OperationId, operations } from "../contract/operations.ts";
import { coverSecrets } from "../contract/schema/covered.ts";
import { pathParameters } from "../contract/wire/wire.ts";
import { impactOfBody } from "../domain/body-impact.ts";
import type { Impact } from "../domain/impact.ts";
import { higherRisk } from "../forms/review/review.ts";
import { fileFailure } from "../settings/file-errors.ts";
import { settingsPaths, type Variables } from "../settings/paths.ts";
import { newId } from "../state/answers/calls.ts";
import { ITEMS_PER_PAGE } from "../state/answers/reading.ts";
import { systemClock } from "../state/clock.ts";
import { diskFiles } from "../state/files/disk-files.ts";
import { createJournal, type Journal } from "../state/journal/journal.ts";
import { textsOf } from "../state/journal/noted-request.ts";
import { noteWrite, type WriteToNote } from "../state/journal/noted-write.ts";
import { joinTexts } from "../text/present.ts";
import { printable } from "../text/printable.ts";
import { type Connected, connect } from "./connect.ts";
import { EXIT, exitOf, reportFailure } from "./exit.ts";
import { jsonText } from "./json-text.ts";
import { NAME_PROJECT } from "./no-service.ts";
import { errorPrinter, type Output, OutputError, print } from "./output.ts";
import { type RunArguments, readRunArguments } from "./run-arguments.ts";
import { operationHelp, operationList } from "./run-help.ts";
import { nearNameText } from "./run-near-names.ts";
import { RUN } from "./table/commands.ts";
import { helpOf } from "./table/help.ts";
import { WrongUse } from "./wrong-use.ts";

/** `sextant run`: one call with the console's client, for scripts. */

const CONFIRMED: readonly Risk[] = ["disruptive", "destructive", "irreversible"];

/** Streams of a run; those of the process, except in tests. */
type RunStreams = {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: Output;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
};

/** Path parameters, with defaults from the environment or the profile, and project aliases resolved. */
function paramsOf(operation: Operation, given: RunArguments["params"], connected: Connected): Record<string, string> {
  const usual: Readonly<Record<string, string | null>> = { groupId: connected.projectId, orgId: connected.orgId };
  return Object.fromEntries(
    pathParameters(operation.path).flatMap((name) => {
      const value = given[name] ?? usual[name];
      if (value === undefined || value === null) return [];
      const alias = name === "groupId" ? connected.projects.find((project) => project.alias === value) : undefined;
      return [[name, alias?.id ?? value]];
    }),
  );
}

/** Message about missing parameters, and how to give them. */
function neededText({ id }: Operation, missing: readonly string[]): string {
  const given = missing.map((name) => `${name}=…`).join(" ");
  const also = missing.includes("groupId") ? ` ${NAME_PROJECT}` : "";
  return `${id} needs ${missing.join(" and ")}: add ${given}.${also}`;
}

/** Apart from the client, whose words name no option. @throws WrongUse */
function checkBodyGiven({ id, body }: Operation, given: JsonObject | undefined): void {
  if (body !== null && given === undefined) {
    throw new WrongUse(`${id} needs a body: add --body FILE, or --body - for standard input.`);
  }
  if (body === null && given !== undefined) throw new WrongUse(`${id} takes no body: leave out --body.`);
}

async function readBody(source: string, stdin: NodeJS.ReadableStream): Promise<JsonObject> {
  // The text is not repeated: it may hold a secret, and errors go to logs.
  if (/^\s*[{[]/u.test(source)) {
    throw new WrongUse("--body takes the name of a file, not JSON: pass JSON to standard input with --body -.");
  }
  const from = source === "-" ? "standard input" : source;
  let content: string;
  try {
    content = source === "-" ? await text(stdin) : await readFile(source, "utf8");
  } catch (error) {
    throw new WrongUse(`Cannot read the body from ${from}: ${fileFailure(error)}.`, { cause: error });
  }
  if (content.trim() === "") throw new WrongUse(`The body in ${from} is empty.`);
  const json = parseJson(content);
  if (!json.ok) throw new WrongUse(`The body in ${from} is not JSON: ${json.problem.message}.`);
  if (!isJsonObject(json.value)) throw new WrongUse(`The body in ${from} is not a JSON object.`);
  return json.value;
}

type RunArgs = { readonly params: Readonly<Record<string, string>>; readonly body: JsonObject | undefined };

/** The stored thing is of another kind, may not be read, or does not exist: the request itself reports the problem. */
const NOT_READ: readonly number[] = [400, 403, 404];

/** True where the service says that there is no such thing as the call is about: a confirmation would not help. */
function namesMissing({ status, document }: ServiceError, params: RunArgs["params"]): boolean {
  const given = Object.entries(params).flatMap(([name, value]) => (name === "groupId" ? [] : [value]));
  return status === 404 && given.some((value) => document?.parameters?.includes(value) === true);
}

/** The first successful answer of some operations with its time; null where none may be read, or none has the thing. */
async function firstAnswer(
  client: Client,
  ids: readonly OperationId[],
  params: RunArgs["params"],
  signal: AbortSignal,
): Promise<{ readonly raw: JsonObject; readonly at: number } | null> {
  for (const id of ids) {
    const operation: Operation = operations[id];
    const own = pathParameters(operation.path).map((name) => [name, params[name] ?? ""]);
    const query = operation.answer === "list" ? { itemsPerPage: ITEMS_PER_PAGE } : {};
    try {
      const { raw, at } = await client.callOperation(operation, { params: Object.fromEntries(own), query }, { signal });
      if (isJsonObject(raw)) return { raw, at: at.server ?? at.local };
    } catch (error) {
      if (!(error instanceof ServiceError && NOT_READ.includes(error.status ?? 0))) throw error;
      if (id === ids.at(-1) && namesMissing(error, params)) throw error;
    }
  }
  return null;
}

/** The losses that an operation causes, always or because of its body: compared with the stored document where it can be read. */
async function impactOf(
  client: Client,
  operation: Operation,
  { params, body }: RunArgs,
  signal: AbortSignal,
): Promise<Impact> {
  const known = isOperationId(operation.id) ? impactOfBody(operation.id) : undefined;
  if (known === undefined || body === undefined) return { risk: operation.risk, warnings: [] };
  const documents: Record<string, JsonObject | null> = {};
  let now = Date.now();
  for (const [name, ids] of Object.entries(known.reads)) {
    const answer = await firstAnswer(client, ids, params, signal);
    documents[name] = answer?.raw ?? null;
    now = answer?.at ?? now;
  }
  const impact = known.impactOf(body, documents, now);
  return { ...impact, risk: higherRisk(operation.risk, impact.risk) };
}

/** Refuses a call that may lose data, always or with this body, without a confirmation by the name of the thing. */
async function checkConfirmed(
  client: Client,
  operation: Operation,
  args: RunArgs,
  { confirm, signal }: { readonly confirm: string | null; readonly signal: AbortSignal },
): Promise<void> {
  const last = pathParameters(operation.path).at(-1);
  const name = last === undefined ? operation.id : (args.params[last] ?? "");
  if (confirm === name || !isWrite(operation)) return;
  const { risk, warnings } = await impactOf(client, operation, args, signal);
  if (!CONFIRMED.includes(risk)) return;
  const why =
    confirm === null ? "requires confirmation" : `was confirmed with another name, ${JSON.stringify(confirm)}`;
  throw new WrongUse(
    [`${operation.title} is ${risk} and ${why}.`, ...warnings, `To confirm, add --confirm ${name}`].join(" "),
  );
}

/** The stored document that a replacing write starts from. */
async function storedDocument(
  client: Client,
  operation: Operation,
  args: OperationArgs,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const get = allOperations().find((other) => other.method === "GET" && other.path === operation.path);
  if (operation.update !== "replace" || get === undefined) return undefined;
  const { raw } = await client.callOperation(get, { params: args.params }, { signal });
  return isJsonObject(raw) ? raw : undefined;
}

/**
 * Reports an error: sentences for people, and the service's document on a line of its own for programs.
 *
 * @param near a sentence about what was probably meant; empty: none
 */
function report(error: ServiceError, stderr: RunStreams["stderr"], near: string): void {
  const { what, why, next } = error.explain();
  stderr.write(`sextant run: ${printable(joinTexts(" ", what, why, next, near))}\n`);
  for (const { path, message } of error.violations.slice(1)) {
    stderr.write(`  ${path.join(".")}: ${printable(message)}\n`);
  }
  if (error.document !== null) stderr.write(`${jsonText(error.document, stderr.isTTY === true)}\n`);
}

/** Writes are recorded in the console's journal before they are sent. */
function journalOf(env: Variables, { stderr }: RunStreams): Journal {
  const report = (_tone: string, words: string): void => errorPrinter(RUN, stderr)(words);
  return createJournal({
    files: diskFiles(settingsPaths(env).state),
    clock: systemClock,
    process: `${process.pid}`,
    report,
  });
}

/** Journal entry of a write. The state before is known for replaced documents, and for created ones: none. */
function notedOf(
  { connection, projectId, projects }: Connected,
  operation: Operation,
  args: OperationArgs,
  received: JsonObject | undefined,
): WriteToNote {
  const given = args.params?.["groupId"];
  const groupId = typeof given === "string" ? given : projectId;
  const body =
    args.body === undefined || operation.body === null ? null : coverSecrets(operation.body.shape, args.body);
  const last = pathParameters(operation.path).findLast((name) => name !== "groupId" && name !== "orgId");
  const thing = last === undefined ? undefined : textsOf(args.params)[last];
  const isKnown = received !== undefined || operation.kind === "create";
  const env = { now: Date.now(), timeZone: "UTC", dialect: connection.dialect };
  return {
    ...{ id: newId(), by: "run", operation, args, connection, groupId },
    title: thing === undefined ? operation.title : `${operation.title}: ${thing}`,
    groupName: projects.find(({ id }) => id === groupId)?.alias ?? null,
    ...(body === null || !isKnown
      ? {}
      : { changes: changesAt(plainPlan(operation), env, fieldsOf(received ?? {}, body), body) }),
  };
}

/** Prints the answer of a call. @returns the exit code: a change has happened also where its answer cannot be written */
async function printAnswer(operation: Operation, raw: unknown, { stdout, stderr }: RunStreams): Promise<number> {
  try {
    await print(`${jsonText(raw, stdout.isTTY === true)}\n`, stdout);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof OutputError && isWrite(operation))) throw error;
    errorPrinter(RUN, stderr)(`${error.message} The change was made: do not send it again.`);
    return EXIT.unknown;
  }
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? text;

async function perform(
  { operation, ...given }: RunArguments,
  env: Variables,
  streams: RunStreams,
  signal: AbortSignal,
): Promise<number> {
  const body = given.body === null ? undefined : await readBody(given.body, streams.stdin);
  const connected = await connect(given, env, settingsPaths(env), {
    onTrouble: (trouble) => errorPrinter(RUN, streams.stderr)(firstLine(trouble)),
  });
  const client = createClient(connected.connection, {
    onWait: ({ words, ms }) => {
      if (streams.stderr.isTTY) streams.stderr.write(`sextant run: ${words}, retrying in ${Math.ceil(ms / 1000)} s\n`);
    },
  });
  const args = { params: paramsOf(operation, given.params, connected), query: given.query, body };
  try {
    // Confirmation, journal and output name the parameters before the client checks the call.
    const missing = pathParameters(operation.path).filter((name) => (args.params[name] ?? "") === "");
    if (missing.length > 0) throw new WrongUse(neededText(operation, missing));
    checkBodyGiven(operation, body);
    if (given.showRequest) {
      await print(`${curlOf(connected.connection, operation, args)}\n`, streams.stdout);
      return EXIT.done;
    }
    await checkConfirmed(client, operation, args, { confirm: given.confirm, signal });
    const received = await storedDocument(client, operation, args, signal);
    const call = (): Promise<Answer<unknown>> => client.callOperation(operation, args, { received, signal });
    const answer =
      isWrite(operation) && connected.connection.readOnly === null
        ? await noteWrite(journalOf(env, streams), systemClock, notedOf(connected, operation, args, received), call)
        : await call();
    return operation.answer === "none" ? EXIT.done : await printAnswer(operation, asReceived(answer), streams);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    report(error, streams.stderr, await nearNameText(client, error, args.params, signal));
    return exitOf(error);
  } finally {
    await client.close();
    await connected.close();
  }
}

/**
 * Runs one operation.
 *
 * @param argv the arguments after `run`
 * @returns the exit code: 0 done, 1 refused by the service, 2 wrong use or not confirmed, 3 service not reachable, 4 sent with unknown outcome
 */
export async function run(
  argv: readonly string[],
  env: Variables = process.env,
  streams: RunStreams = process,
): Promise<number> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.once("SIGINT", interrupt);
  try {
    const request = readRunArguments(argv);
    if (request.kind === "call") return await perform(request.call, env, streams, interrupted.signal);
    const { operation } = request;
    await print(operation === null ? `${helpOf(RUN)}${operationList()}` : operationHelp(operation), streams.stdout);
    return EXIT.done;
  } catch (error) {
    return reportFailure(error, errorPrinter(RUN, streams.stderr));
  } finally {
    process.removeListener("SIGINT", interrupt);
  }
}
