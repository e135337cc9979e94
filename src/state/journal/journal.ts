import { isRunning } from "../../contract/running.ts";
import type { Records } from "../../settings/record-files.ts";
import { MINUTE } from "../../text/durations.ts";
import { pluralize } from "../../text/format.ts";
import { messageOf } from "../../text/thrown.ts";
import type { Core } from "../core.ts";
import {
  boundedEnded,
  boundedSending,
  type EndedLine,
  entriesOf,
  JOURNAL_FILE,
  type JournalEntry,
  JournalFile,
  type JournalLine,
  type SendingLine,
} from "./journal-file.ts";

/** Every write sent from this machine, by any of its programs and for any profile. */

/** Content of the journal. */
export type Journaled = {
  /** In the order of sending, whatever the clocks said. */
  readonly entries: readonly JournalEntry[];
  /** True when older entries were not read. */
  readonly isCut: boolean;
  /** Sentences about lines that could not be read. */
  readonly warnings: readonly string[];
};

export type JournalActions = {
  /** All writes sent from this machine, newest first. @throws SettingsError when the journal cannot be read */
  readonly read: () => Promise<readonly JournalEntry[]>;
  /** @throws SettingsError when the journal cannot be read */
  readonly readAll: () => Promise<Journaled>;
};

export type Journal = JournalActions & {
  /**
   * Records a write on disk before it is sent. A failure is reported but does not prevent the write: alerts can be acknowledged on a machine whose
   * disk is full.
   */
  readonly sending: (line: Omit<SendingLine, "line" | "process">) => Promise<void>;
  readonly ended: (line: Omit<EndedLine, "line">) => Promise<void>;
  /**
   * The newest writes of this profile in the order of sending, and those among them that no program ended, each reported once: whether they took
   * effect has to be looked up.
   */
  readonly takeUnended: (profile: string) => Promise<Readonly<Record<"unended" | "entries", readonly JournalEntry[]>>>;
  /** The newest writes of a profile if any program has written since the last read; else null. */
  readonly news: (profile: string) => Promise<readonly JournalEntry[] | null>;
};

/** Text in the journal line that closes a write whose program was killed. */
const NO_ANSWER = "Sextant stopped before the response.";

/** Limit for reading entries to show: the newest lines (bytes). */
const MOST_SHOWN = 8 * 1024 * 1024;

/** Limit for reading unended writes, and others whose outcome still matters: they are recent, so the newest lines (bytes). */
const MOST_UNENDED = 1024 * 1024;

/** No program waits longer than this for an answer, retries included (ms). */
const LONGEST_WAIT = 10 * MINUTE;

function warningsOf({ broken, newer }: Records<JournalLine>): readonly string[] {
  return [
    ...(broken === 0
      ? []
      : [
          `${pluralize(broken, "line")} of the journal of writes cannot be read and ${broken === 1 ? "is" : "are"} skipped.`,
        ]),
    ...(newer === 0
      ? []
      : [
          `${pluralize(newer, "line")} of the journal of writes ${newer === 1 ? "is" : "are"} of a newer Sextant: update to see them.`,
        ]),
  ];
}

/** `report` gets the reason when a line cannot be written. */
export function createJournal({
  files,
  clock,
  process,
  report,
}: Pick<Core, "files" | "clock" | "process" | "report">): Journal {
  const underWay = new Set<string>();

  /** Writes whose first line could not be written: the failure is reported once each. */
  const unwritten = new Set<string>();

  const append = async (line: JournalLine): Promise<void> => {
    try {
      await files.append(JOURNAL_FILE, JournalFile, line);
    } catch (error) {
      if (!unwritten.delete(line.id)) report("bad", `Changes are not logged: ${messageOf(error)}`);
      if (line.line === "sending") unwritten.add(line.id);
    }
  };

  /** True while a program waits for the answer: this one, or another running process. */
  const isSending = ({ id, at, process: other }: SendingLine): boolean => {
    if (underWay.has(id)) return true;
    const pid = /^\d+$/u.test(other) && other !== process ? Number(other) : null;
    return pid !== null && Math.abs(clock.now() - at) < LONGEST_WAIT && isRunning(pid);
  };

  const read = async (most: number): Promise<Journaled> => {
    const found = await files.records(JOURNAL_FILE, JournalFile, most);
    return { entries: entriesOf(found.records, isSending), isCut: found.isCut, warnings: warningsOf(found) };
  };

  /** Stamp of the journal file at the last read. */
  let stamp: string | null = null;
  const newest = async (mine: string): Promise<readonly JournalEntry[]> => {
    // Taken before reading: lines appended meanwhile change the stamp again.
    stamp = await files.stamp(JOURNAL_FILE);
    return (await read(MOST_UNENDED)).entries.filter(({ profile }) => profile === mine);
  };

  return {
    read: async () => (await read(MOST_SHOWN)).entries.toReversed(),
    readAll: () => read(MOST_SHOWN),
    sending: async (line) => {
      underWay.add(line.id);
      await append(boundedSending({ line: "sending", process, ...line }));
    },
    ended: async (line) => {
      await append(boundedEnded({ line: "ended", ...line }));
      underWay.delete(line.id);
    },
    takeUnended: async (mine) => {
      const entries = await newest(mine);
      const unended = entries.filter(({ outcome, words }) => outcome === "unknown" && words === null);
      // If another console still waits for it, its own line comes later and wins.
      for (const { id } of unended) {
        const nothing = { status: null, errorCode: null, requestId: null, milliseconds: null, created: [] };
        await append({ line: "ended", id, outcome: "unknown", words: NO_ANSWER, ...nothing });
      }
      return { unended: unended.toReversed(), entries };
    },
    news: async (mine) => ((await files.stamp(JOURNAL_FILE)) === stamp ? null : newest(mine)),
  };
}
