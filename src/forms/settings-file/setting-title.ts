import { capitalized } from "../../text/format.ts";

/** What a setting is called: its kind in a sentence, its own name where it has one, and its cluster. */
export type TitledSetting = { readonly title: string; readonly name: string; readonly cluster: string | null };

/** In a line: `backup schedule · prod-eu`. */
export const settingTitle = ({ title, name, cluster }: TitledSetting): string =>
  [title, name, cluster ?? ""].filter((part) => part !== "").join(" · ");

/** At the start of a line: `Backup schedule · prod-eu`. */
export const settingHeading = (setting: TitledSetting): string => capitalized(settingTitle(setting));
