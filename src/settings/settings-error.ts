/**
 * Something in the settings keeps Sextant from going on. The message is a whole sentence for the person who runs it: what is
 * wrong, in which file or variable, and what to do. It never holds a secret.
 */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}
