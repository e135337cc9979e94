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

/** Every write that was sent from this machine, by whatever program of it and for whatever profile. */

/** What the journal holds. */
export type Journaled = {
  /** In the order in which they were sent, whatever the clocks said. */
  readonly entries: readonly JournalEntry[];
  /** There are older ones, which were not read. */
  readonly isCut: boolean;
  /** What has to be said of lines that could not be read; sentences. */
  readonly warnings: readonly string[];
};

export type JournalActions = {
  /** Everything that was sent from here, newest first. @throws SettingsError where it cannot be read */
  readonly read: () => Promise<readonly JournalEntry[]>;
  /** @throws SettingsError where it cannot be read */
  readonly readAll: () => Promise<Journaled>;
};

export type Journal = JournalActions & {
  /**
   * Puts a write on disk before it is sent. That it cannot is said, and keeps nobody from acknowledging an alert on a machine whose
   * disk is full.
   */
  readonly sending: (line: Omit<SendingLine, "line" | "process">) => Promise<void>;
  readonly ended: (line: Omit<EndedLine, "line">) => Promise<void>;
  /**
   * The newest writes of this profile, in the order in which they were sent, and those of them that no program ended, each told of once:
   * whether they happened has to be looked up.
   */
  readonly takeUnended: (profile: string) => Promise<Readonly<Record<"unended" | "entries", readonly JournalEntry[]>>>;
  /** The newest writes of a profile where any program has written any since they were read last; else null. */
  readonly news: (profile: string) => Promise<readonly JournalEntry[] | null>;
};

/** Said in the line that tells of a write whose program was killed. */
const NO_ANSWER = "Sextant stopped before the response.";

/** The newest lines that are read to be shown (bytes). */
const MOST_SHOWN = 8 * 1024 * 1024;

/** What may not have ended, or whose outcome is of interest still, was sent a short while ago: the newest lines (bytes). */
const MOST_UNENDED = 1024 * 1024;

/** No program waits longer for an answer, repeats and all (ms). */
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

/** `report` gets the reason where it cannot be kept. */
export function createJournal({
  files,
  clock,
  process,
  report,
}: Pick<Core, "files" | "clock" | "process" | "report">): Journal {
  const underWay = new Set<string>();

  /** Writes whose first line could not be written: it is said once of each. */
  const unwritten = new Set<string>();

  const append = async (line: JournalLine): Promise<void> => {
    try {
      await files.append(JOURNAL_FILE, JournalFile, line);
    } catch (error) {
      if (!unwritten.delete(line.id)) report("bad", `Changes are not logged: ${messageOf(error)}`);
      if (line.line === "sending") unwritten.add(line.id);
    }
  };

  /** Whether somebody waits for an answer: this program, or another one that is there. */
  const isSending = ({ id, at, process: other }: SendingLine): boolean => {
    if (underWay.has(id)) return true;
    const pid = /^\d+$/u.test(other) && other !== process ? Number(other) : null;
    return pid !== null && Math.abs(clock.now() - at) < LONGEST_WAIT && isRunning(pid);
  };

  const read = async (most: number): Promise<Journaled> => {
    const found = await files.records(JOURNAL_FILE, JournalFile, most);
    return { entries: entriesOf(found.records, isSending), isCut: found.isCut, warnings: warningsOf(found) };
  };

  /** The stamp of the newest lines that were read. */
  let stamp: string | null = null;
  const newest = async (mine: string): Promise<readonly JournalEntry[]> => {
    // Lines that come meanwhile make it another one.
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
      // Should another console be waiting for it still, its own line comes later and has the last word.
      for (const { id } of unended) {
        const nothing = { status: null, errorCode: null, requestId: null, milliseconds: null, created: [] };
        await append({ line: "ended", id, outcome: "unknown", words: NO_ANSWER, ...nothing });
      }
      return { unended: unended.toReversed(), entries };
    },
    news: async (mine) => ((await files.stamp(JOURNAL_FILE)) === stamp ? null : newest(mine)),
  };
}
