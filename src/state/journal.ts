import * as z from "zod";
import { isJson, type Json } from "../contract/json.ts";
import type { Method } from "../contract/operation.ts";
import type { FileKind } from "../settings/files.ts";
import { type Core, wordsOf } from "./core.ts";

/**
 * A write as the journal has it. `unknown`: it was sent and its answer never came, or the program ended in between; whether it
 * happened has to be looked up (`domain.md` 1.6).
 */
export type JournalOutcome = "sending" | "done" | "refused" | "unknown";

export type JournalEntry = {
  readonly id: string;
  /** When it was sent (this machine's time, ms). */
  readonly at: number;
  readonly process: string;
  readonly profile: string;
  readonly groupId: string | null;
  readonly operation: string;
  readonly title: string;
  readonly method: Method;
  readonly path: string;
  /** As sent, secrets covered; null where there was none. */
  readonly body: Json;
  readonly outcome: JournalOutcome;
  readonly status: number | null;
  readonly errorCode: string | null;
  /** Why it was refused or is unknown, in words. */
  readonly words: string | null;
  readonly requestId: string | null;
  readonly milliseconds: number | null;
  /** Ids of what it made. */
  readonly created: readonly string[];
};

export type JournalActions = {
  /** Everything that was ever sent from here, newest first. */
  readonly read: () => Promise<readonly JournalEntry[]>;
};

const FILE = "journal.jsonl";

const methods = z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** Two lines a write: one before it is sent, one when it ended. A missing second line is a result that nobody knows. */
const JournalFile = {
  what: "the journal of writes",
  version: 1,
  schema: z.discriminatedUnion("line", [
    z.object({
      line: z.literal("sending"),
      id: z.string(),
      at: z.number(),
      process: z.string(),
      profile: z.string(),
      groupId: z.string().nullable(),
      operation: z.string(),
      title: z.string(),
      method: methods,
      path: z.string(),
      body: z.custom<Json>(isJson),
    }),
    z.object({
      line: z.literal("ended"),
      id: z.string(),
      outcome: z.enum(["done", "refused", "unknown"]),
      status: z.number().nullable(),
      errorCode: z.string().nullable(),
      words: z.string().nullable(),
      requestId: z.string().nullable(),
      milliseconds: z.number().nullable(),
      created: z.array(z.string()).readonly(),
    }),
  ]),
} satisfies FileKind;

type Line = z.output<typeof JournalFile.schema>;
export type SendingLine = Extract<Line, { line: "sending" }>;
export type EndedLine = Extract<Line, { line: "ended" }>;

const UNENDED = {
  status: null,
  errorCode: null,
  words: null,
  requestId: null,
  milliseconds: null,
  created: [],
} as const;

/** Lines put together to one entry a write, newest first. `isSending`: this console is waiting for its answer right now. */
function entriesOf(lines: readonly Line[], isSending: (id: string) => boolean): readonly JournalEntry[] {
  const entries = new Map<string, JournalEntry>();
  for (const line of lines) {
    if (line.line === "sending") {
      const { line: _kind, ...sent } = line;
      entries.set(line.id, { ...sent, ...UNENDED, outcome: isSending(line.id) ? "sending" : "unknown" });
      continue;
    }
    const entry = entries.get(line.id);
    const { line: _kind, ...end } = line;
    if (entry !== undefined) entries.set(line.id, { ...entry, ...end });
  }
  return [...entries.values()].reverse();
}

export type Journal = JournalActions & {
  /**
   * Puts a write on disk before it is sent. That it cannot is said, and keeps nobody from acknowledging an alert on a machine whose
   * disk is full.
   */
  readonly sending: (line: Omit<SendingLine, "line">) => Promise<void>;
  readonly ended: (line: Omit<EndedLine, "line">) => Promise<void>;
  /** Writes of this profile that no program ended, each told of once: whether they happened has to be looked up. */
  readonly takeUnended: () => Promise<readonly JournalEntry[]>;
};

/** Said in the line that tells of a write whose program was killed. */
const NO_ANSWER = "The program ended before the answer came.";

export function createJournal(core: Core): Journal {
  const underWay = new Set<string>();

  const append = async (line: z.input<typeof JournalFile.schema>): Promise<void> => {
    try {
      await core.files.append(FILE, JournalFile, line);
    } catch (error) {
      core.report("bad", `Changes made here are not logged: ${wordsOf(error)}`);
    }
  };

  const read = async (): Promise<readonly JournalEntry[]> => {
    const { records, broken } = await core.files.records(FILE, JournalFile);
    if (broken > 0) core.report("warning", `${broken} lines of the journal cannot be read and are left out.`);
    return entriesOf(records, (id) => underWay.has(id));
  };

  return {
    read,
    sending: async (line) => {
      underWay.add(line.id);
      await append({ line: "sending", ...line });
    },
    ended: async (line) => {
      await append({ line: "ended", ...line });
      underWay.delete(line.id);
    },
    takeUnended: async () => {
      const mine = core.profile().connection.profile;
      const unended = (await read()).filter(
        ({ profile, outcome, words }) => profile === mine && outcome === "unknown" && words === null,
      );
      // Should another console be waiting for it still, its own line comes later and has the last word.
      for (const { id } of unended) {
        await append({ line: "ended", id, outcome: "unknown", ...UNENDED, words: NO_ANSWER, created: [] });
      }
      return unended;
    },
  };
}
