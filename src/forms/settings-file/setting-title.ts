import { capitalized } from "../../text/format.ts";

/** Parts of a setting's title: its kind in a sentence, its name if it has one, and its cluster. */
export type TitledSetting = { readonly title: string; readonly name: string; readonly cluster: string | null };

/** Title within a line: `backup schedule · prod-eu`. */
export const settingTitle = ({ title, name, cluster }: TitledSetting): string =>
  [title, name, cluster ?? ""].filter((part) => part !== "").join(" · ");

/** Title at the start of a line: `Backup schedule · prod-eu`. */
export const settingHeading = (setting: TitledSetting): string => capitalized(settingTitle(setting));
