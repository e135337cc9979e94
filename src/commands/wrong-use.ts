/** The command line asks for something that cannot be done as it stands. The message is whole sentences for who typed it. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}
