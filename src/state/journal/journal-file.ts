import * as z from "zod";
import { isJson, type Json, writeJson } from "../../contract/json/json.ts";
import type { Method } from "../../contract/operation.ts";
import { DIALECTS } from "../../contract/wire/dialect.ts";
import type { RecordKind } from "../../settings/record-files.ts";

/**
 * Journal of writes on disk: two lines per write, one before it is sent and one when it has ended. Without the second line the result is unknown.
 * Fields added later are optional, so that lines of an older Sextant can be read.
 */

export const JOURNAL_FILE = "journal.jsonl";

const methods = z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]);
const texts = z.record(z.string(), z.string());

const service = z.object({
  baseUrl: z.string(),
  dialect: z.enum(DIALECTS),
  login: z.enum(["digest", "oauth2"]),
  /** True when the connection has its own certificate authority. */
  ca: z.boolean(),
});

const change = z.object({
  label: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  kind: z.enum(["changed", "added", "removed", "moved"]),
  lines: z
    .array(z.object({ kind: z.enum(["same", "added", "removed"]), text: z.string() }))
    .readonly()
    .optional(),
});

/** Programs that send changes: the console, `sextant run` and `sextant apply`. */
const SENDERS = ["console", "run", "apply"] as const;
export type Sender = (typeof SENDERS)[number];

export const JournalFile = {
  what: "the journal of writes",
  version: 1,
  // Room for some ten thousand writes; the newest stay.
  rotation: { bytes: 4 * 1024 * 1024, files: 4 },
  schema: z.discriminatedUnion("line", [
    z.object({
      line: z.literal("sending"),
      id: z.string(),
      at: z.number(),
      process: z.string(),
      by: z.enum(SENDERS).optional(),
      profile: z.string(),
      groupId: z.string().nullable(),
      groupName: z.string().nullable().optional(),
      operation: z.string(),
      title: z.string(),
      method: methods,
      path: z.string(),
      params: texts.optional(),
      query: texts.optional(),
      service: service.optional(),
      body: z.custom<Json>(isJson),
      /** Size of a body that was too large to store. */
      bodyBytes: z.number().optional(),
      changes: z.array(change).readonly().optional(),
      /** Number of further changes that were not stored. */
      moreChanges: z.number().optional(),
      /** Id of the write that this one undoes. */
      undoes: z.string().optional(),
    }),
    z.object({
      line: z.literal("ended"),
      id: z.string(),
      outcome: z.enum(["done", "refused", "unknown"]),
      /** True when it was refused before it left this machine. */
      notSent: z.boolean().optional(),
      status: z.number().nullable(),
      errorCode: z.string().nullable(),
      words: z.string().nullable(),
      requestId: z.string().nullable(),
      milliseconds: z.number().nullable(),
      created: z.array(z.string()).readonly(),
    }),
  ]),
} satisfies RecordKind;

export type JournalLine = z.output<typeof JournalFile.schema>;
export type SendingLine = Extract<JournalLine, { line: "sending" }>;
export type EndedLine = Extract<JournalLine, { line: "ended" }>;

/** The service that a write was sent to, with what is needed to build the request again. */
export type NotedService = z.output<typeof service>;

/** One change of a write, as shown in its review. */
export type NotedChange = z.output<typeof change>;

/**
 * State of a write in the journal. `unknown`: it was sent and no answer came, or the program ended in between; whether it took effect has to be
 * looked up (`domain.md` 1.6). `not-sent`: it never left this machine.
 */
export type JournalOutcome = "sending" | "done" | "refused" | "not-sent" | "unknown";

export type JournalEntry = {
  readonly id: string;
  /** Time of sending (local clock, ms). */
  readonly at: number;
  readonly process: string;
  readonly by: Sender;
  readonly profile: string;
  readonly groupId: string | null;
  readonly groupName: string | null;
  readonly operation: string;
  readonly title: string;
  readonly method: Method;
  readonly path: string;
  /** Null for lines of an older Sextant: the request cannot be built again. */
  readonly request: {
    readonly params: Readonly<Record<string, string>>;
    readonly query: Readonly<Record<string, string>>;
  } | null;
  /** Null for the embedded service, and for lines of an older Sextant. */
  readonly service: NotedService | null;
  /** As sent, secrets masked; null without a body. */
  readonly body: Json;
  /** Size of a body that was too large to store. */
  readonly bodyBytes: number | null;
  readonly changes: readonly NotedChange[];
  readonly moreChanges: number;
  /** Ids of other writes: the one that this write undid, and the one that undid this write. */
  readonly undoes: string | null;
  readonly undoneBy: string | null;
  readonly outcome: JournalOutcome;
  readonly status: number | null;
  readonly errorCode: string | null;
  /** Reason of a refusal or an unknown outcome, for people. */
  readonly words: string | null;
  readonly requestId: string | null;
  readonly milliseconds: number | null;
  /** Ids of the created things. */
  readonly created: readonly string[];
};

function sentEntry(line: SendingLine, outcome: JournalOutcome): JournalEntry {
  const { by, groupName, params, query, service: to, bodyBytes, changes, moreChanges, undoes } = line;
  const { id, at, process, profile, groupId, operation, title, method, path, body } = line;
  return {
    ...{ id, at, process, by: by ?? "console", profile, groupId, groupName: groupName ?? null },
    ...{ operation, title, method, path, body, bodyBytes: bodyBytes ?? null },
    ...{ request: params === undefined ? null : { params, query: query ?? {} }, service: to ?? null },
    ...{ changes: changes ?? [], moreChanges: moreChanges ?? 0, undoes: undoes ?? null, undoneBy: null },
    ...{ outcome, status: null, errorCode: null, words: null, requestId: null, milliseconds: null, created: [] },
  };
}

/**
 * Merges lines into one entry per write, in the order of sending.
 *
 * @param isSending true while a program still waits for the answer of a write without an end
 */
export function entriesOf(
  lines: readonly JournalLine[],
  isSending: (line: SendingLine) => boolean,
): readonly JournalEntry[] {
  const entries = new Map<string, JournalEntry>();
  for (const line of lines) {
    if (line.line === "sending") {
      entries.set(line.id, sentEntry(line, isSending(line) ? "sending" : "unknown"));
      continue;
    }
    const entry = entries.get(line.id);
    if (entry === undefined) continue;
    const { outcome, notSent, status, errorCode, words, requestId, milliseconds, created } = line;
    entries.set(line.id, {
      ...entry,
      ...{ outcome: notSent === true ? "not-sent" : outcome, status, errorCode, words, requestId, created },
      // Not negative, even if the clock was set back in between.
      milliseconds: milliseconds === null ? null : Math.max(0, milliseconds),
    });
  }
  for (const { id, undoes, outcome } of entries.values()) {
    const undone = undoes === null || outcome !== "done" ? undefined : entries.get(undoes);
    if (undone !== undefined) entries.set(undone.id, { ...undone, undoneBy: id });
  }
  return [...entries.values()];
}

/** Largest stored body (bytes of JSON): a line is one system write, and a file holds many. */
const MOST_BODY = 64 * 1024;
const MOST_CHANGES = 60;
const MOST_LINES = 60;
const MOST_TEXT = 500;
const MOST_PATH = 4000;

const short = (text: string, most = MOST_TEXT): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
const shortOrNull = (text: string | null): string | null => (text === null ? null : short(text));

function boundedChange({ label, from, to, kind, lines }: NotedChange): NotedChange {
  const differing = lines?.filter((line) => line.kind !== "same");
  return {
    ...{ label: short(label), from: shortOrNull(from), to: shortOrNull(to), kind },
    ...(differing === undefined
      ? {}
      : { lines: differing.slice(0, MOST_LINES).map((line) => ({ kind: line.kind, text: short(line.text, 200) })) }),
  };
}

/** The line of a sent request, cut to its size limits. */
export function boundedSending(line: SendingLine): SendingLine {
  const { body, changes = [], title, path } = line;
  const bytes = body === null ? 0 : Buffer.byteLength(writeJson(body));
  const kept: NotedChange[] = [];
  let room = MOST_BODY;
  for (const each of changes.slice(0, MOST_CHANGES).map(boundedChange)) {
    room -= Buffer.byteLength(writeJson(each));
    if (room < 0) break;
    kept.push(each);
  }
  return {
    ...line,
    title: short(title),
    path: short(path, MOST_PATH),
    ...(bytes > MOST_BODY ? { body: null, bodyBytes: bytes } : {}),
    ...(changes.length === 0 ? {} : { changes: kept }),
    ...(changes.length > kept.length ? { moreChanges: changes.length - kept.length } : {}),
  };
}

/** The line of an outcome, cut to its size limits. */
export const boundedEnded = (line: EndedLine): EndedLine => ({
  ...line,
  errorCode: shortOrNull(line.errorCode),
  words: line.words === null ? null : short(line.words, 2000),
  requestId: shortOrNull(line.requestId),
  created: line.created.slice(0, 100).map((id) => short(id)),
});
