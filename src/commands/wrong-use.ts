/** The command line asks for something that cannot be done as it stands. The message is whole sentences for who typed it. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}

/**
 * What is wrong with the flags of a command, in one sentence without its full stop; Node's own refusals go on with advice.
 *
 * @throws what was caught when it is a mistake of this program instead
 */
export function flagProblem(caught: unknown): string {
  if (!(caught instanceof WrongUse || caught instanceof TypeError)) throw caught;
  const [sentence = ""] = caught.message.split(/\.\s|\.$/u);
  return sentence;
}
