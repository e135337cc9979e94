import * as z from "zod";
import type { RecordKind } from "../../settings/record-files.ts";
import { messageOf } from "../../text/thrown.ts";
import type { Core } from "../core.ts";

/**
 * Which thing each document of a file became when it was applied from this machine: things without a name are found again by it. Lines only
 * grow; the newest of a thing counts.
 */

const FILE = "applied-settings.jsonl";

const AppliedFile = {
  what: "the record of applied settings",
  version: 1,
  rotation: { bytes: 1024 * 1024, files: 2 },
  schema: z.object({
    /** The project. */
    groupId: z.string(),
    kind: z.string(),
    /** The file that the document stood in, as an absolute path. */
    file: z.string(),
    cluster: z.string().nullable(),
    /** What the document was about. */
    identity: z.string(),
    /** The thing that it became. */
    id: z.string(),
  }),
} as const satisfies RecordKind;

export type AppliedRecord = z.output<typeof AppliedFile.schema>;

export type AppliedSettings = {
  /** What was applied to a project; nothing where it cannot be read: it only helps. */
  readonly to: (groupId: string) => Promise<readonly AppliedRecord[]>;
  /** Remembers which thing a document became. Where that fails it is said, and nothing else. */
  readonly remember: (record: AppliedRecord) => Promise<void>;
};

export const createAppliedSettings = ({ files, report }: Pick<Core, "files" | "report">): AppliedSettings => ({
  to: async (groupId) => {
    try {
      const { records } = await files.records(FILE, AppliedFile);
      const own = records.filter((record) => record.groupId === groupId);
      return [...new Map(own.map((record) => [`${record.kind} ${record.id}`, record])).values()];
    } catch {
      return [];
    }
  },
  // What was applied stays so, whether or not this could be written.
  remember: (record) =>
    files.append(FILE, AppliedFile, record).catch((error: unknown) => {
      report("warning", `What was applied could not be remembered: ${messageOf(error)}`);
    }),
});
