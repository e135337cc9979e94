import { resolve } from "node:path";
import type { FileDocument } from "../../forms/settings-file/kind.ts";
import { type AppliedBefore, identityOf } from "../../forms/settings-file/match.ts";
import type { AppliedSetting, SettingsSource } from "./types.ts";

/** Records of file documents that were applied from this machine, by which things without a name are found again. */

type Applied = Pick<SettingsSource, "applied" | "scope">;

/** Earlier applications to the project, with file paths as the documents write them. */
export async function appliedBefore(
  { applied, scope }: Applied,
  documents: readonly FileDocument[],
): Promise<readonly AppliedBefore[]> {
  const files = new Map(documents.map(({ file }) => [resolve(file), file]));
  const before = await applied.to(scope.groupId);
  return before.map((record) => ({ ...record, file: files.get(record.file) ?? record.file }));
}

/** Stores the id of the thing that a document created or changed. */
export async function rememberApplied(
  { applied, scope }: Applied,
  { prepared, result }: AppliedSetting,
): Promise<void> {
  const { of, cluster, document } = prepared.item;
  if (result.kind !== "done" || result.id === null || document === null) return;
  await applied.remember({
    groupId: scope.groupId,
    kind: of.file.name,
    file: resolve(document.file),
    cluster,
    identity: identityOf(document),
    id: result.id,
  });
}
