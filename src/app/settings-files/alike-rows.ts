import type { FormEnv } from "../../forms/form-plan.ts";
import { changesOfNew } from "../../forms/settings-file/difference.ts";
import type { FileDocument } from "../../forms/settings-file/kind.ts";
import { settingTitle, type TitledSetting } from "../../forms/settings-file/setting-title.ts";
import { idEnd } from "../../text/format.ts";

/** Names settings of one title apart: by what they say differently, as their files do, or by the ends of their ids. */

type Named = TitledSetting & { readonly hereId: string | null };

/** A row, and the setting that it is about. */
export type RowOfSetting<Row> = { readonly row: Row; readonly of: Pick<FileDocument, "kind" | "settings"> };

/** More fields make a name too long to be read in a list. */
const MOST_FIELDS = 2;

const areDifferent = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;

/** Texts of the fields in which settings differ, for each setting; fewer where fewer suffice. */
function distinctions(settings: readonly RowOfSetting<Named>["of"][], env: FormEnv): readonly (readonly string[])[] {
  const values = settings.map(
    (one) => new Map(changesOfNew(one, env).map(({ label, to }) => [label, to ?? "not set"])),
  );
  const labels = new Set(values.flatMap((fields) => [...fields.keys()]));
  const found = values.map((): string[] => []);
  for (const label of labels) {
    const texts = values.map((fields) => fields.get(label) ?? "not set");
    if (new Set(texts).size === 1) continue;
    for (const [index, text] of texts.entries()) found[index]?.push(text);
    const isEnough = found[0]?.length === MOST_FIELDS || areDifferent(found.map((one) => one.join("\n")));
    if (isEnough) break;
  }
  return found;
}

/** The rows, those of one title with names that differ where the settings do. */
export function withDistinctNames<Row extends Named>(rows: readonly RowOfSetting<Row>[], env: FormEnv): readonly Row[] {
  const alike = Map.groupBy(rows, ({ row }) => settingTitle(row));
  const names = new Map<Row, string>();
  for (const group of alike.values()) {
    if (group.length === 1) continue;
    const said = distinctions(
      group.map(({ of }) => of),
      env,
    );
    const ids = group.flatMap(({ row }) => row.hereId ?? []);
    const isClear = areDifferent(said.map((texts) => texts.join("\n")));
    for (const [index, { row }] of group.entries()) {
      const end = isClear || row.hereId === null ? [] : [idEnd(row.hereId, ids)];
      const parts = [...(said[index] ?? []), ...end];
      if (parts.length > 0) names.set(row, `${row.name} (${parts.join(", ")})`);
    }
  }
  return rows.map(({ row }) => ({ ...row, name: names.get(row) ?? row.name }));
}
