/** The embedded service cannot start. The message is for people. */
export class NoService extends Error {
  override readonly name = "NoService";
}
