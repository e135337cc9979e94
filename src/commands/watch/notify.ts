import { runNotifyCommand } from "../../settings/notify-command.ts";
import { capabilitiesOf } from "../../terminal/capabilities.ts";
import { notificationBytes, notificationKind } from "../../terminal/notification.ts";
import { printable } from "../../text/printable.ts";

/** Notifications of a watch's end: the bell, a notification of the terminal, a command. */

export type EndNotice = {
  readonly bell: boolean;
  readonly osc: boolean;
  /** A program and its arguments; null: none. */
  readonly command: readonly string[] | null;
};

/** Sends all requested notifications. A pipe gets no bell: its reader expects only lines. */
export async function notifyEnd(
  { bell, osc, command }: EndNotice,
  words: string,
  complain: (words: string) => void,
): Promise<void> {
  const terminal = [process.stdout, process.stderr].find(({ isTTY }) => isTTY === true);
  const { env } = process;
  const text = printable(words);
  if (bell) terminal?.write("\u0007");
  if (osc) terminal?.write(notificationBytes(text, notificationKind(env), capabilitiesOf(env).multiplexer));
  const failure = command === null ? null : await runNotifyCommand(command, text, env);
  if (failure !== null) complain(`The command of --notify failed (${command?.[0]}): ${failure}.`);
}
