/**
 * An error in the settings that stops Sextant. The message is a whole sentence for the user: what is wrong, in which file or variable, and what to
 * do. It never contains a secret.
 */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}
