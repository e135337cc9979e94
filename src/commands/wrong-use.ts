/** The command line asks for something impossible. The message consists of whole sentences for the person who typed it. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}
