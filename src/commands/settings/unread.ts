import { errorText } from "../../app/error-text.ts";
import type { ProjectSettings } from "../../app/settings-files/project.ts";

/** What of a project could not be read, a sentence each. */
export const unreadTexts = ({ unread }: ProjectSettings): readonly string[] =>
  unread.map(({ kind, error }) => `${kind.file.plural} could not be read. ${errorText(error)}`);
