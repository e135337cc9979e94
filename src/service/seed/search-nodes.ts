import { DAY } from "../../text/durations.ts";
import { objectId, type Random } from "../random.ts";
import { searchNodesDraft } from "../search-nodes.ts";
import type { DocumentDraft } from "../storage/storage.ts";

/** The search nodes of the sample: two on the main cluster, none elsewhere. */
export const mainSearchNodes = (groupId: string, now: number, random: Random): DocumentDraft =>
  searchNodesDraft(
    { groupId, name: "prod-eu" },
    {
      encryptionAtRestProvider: "NONE",
      groupId,
      id: objectId(now - 120 * DAY, random),
      specs: [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount: 2 }],
      stateName: "IDLE",
    },
  );
