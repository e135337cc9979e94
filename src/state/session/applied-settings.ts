import * as z from "zod";
import type { RecordKind } from "../../settings/record-files.ts";
import { messageOf } from "../../text/thrown.ts";
import type { Core } from "../core.ts";

/**
 * Records which thing each document of a file became when it was applied from this machine: it identifies things without a name.
 * Lines are only appended; the newest line of a thing counts.
 */

export const APPLIED_SETTINGS_FILE = "applied-settings.jsonl";

const AppliedFile = {
  what: "the record of applied settings",
  version: 1,
  rotation: { bytes: 1024 * 1024, files: 2 },
  schema: z.object({
    /** Id of the project. */
    groupId: z.string(),
    kind: z.string(),
    /** Absolute path of the document's file. */
    file: z.string(),
    cluster: z.string().nullable(),
    /** Identity of the document. */
    identity: z.string(),
    /** Id of the resulting thing. */
    id: z.string(),
  }),
} as const satisfies RecordKind;

type AppliedRecord = z.output<typeof AppliedFile.schema>;

export type AppliedSettings = {
  /** Records of a project; empty when they cannot be read, because they are only a help. */
  readonly to: (groupId: string) => Promise<readonly AppliedRecord[]>;
  /** Records which thing a document became. A failure is only reported. */
  readonly remember: (record: AppliedRecord) => Promise<void>;
};

export const createAppliedSettings = ({ files, report }: Pick<Core, "files" | "report">): AppliedSettings => ({
  to: async (groupId) => {
    try {
      const { records } = await files.records(APPLIED_SETTINGS_FILE, AppliedFile);
      const own = records.filter((record) => record.groupId === groupId);
      return [...new Map(own.map((record) => [`${record.kind} ${record.id}`, record])).values()];
    } catch {
      return [];
    }
  },
  // Best effort: the document is applied whether or not this could be written.
  remember: (record) =>
    files.append(APPLIED_SETTINGS_FILE, AppliedFile, record).catch((error: unknown) => {
      report("warning", `What was applied could not be remembered: ${messageOf(error)}`);
    }),
});
