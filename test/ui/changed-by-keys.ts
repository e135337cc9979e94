import type { KeyName } from "../../src/terminal/input/keys.ts";
import type { Desk } from "./form/desk.ts";

/** What keys do behind a screen, seen in the state and in what was sent. */

/** Letters that mean something somewhere, and the keys that answer, move and send. */
export const KEYS_TO_TRY: readonly KeyName[] = [
  ...["enter", "space", "tab", "up", "down", "left", "right", "pagedown", "home", "backspace", "delete"],
  ...["ctrl+s", "ctrl+d", "ctrl+r", "ctrl+g", "ctrl+p", "ctrl+o", "ctrl+x ctrl+e", "alt+left", "f1"],
  ...[..."ynxeajkgGrvsfzcbpuUwTALM/:?,*123"],
];

/** All that a key can change. */
export const seen = ({ store, client, copied }: Desk) => {
  const { layers, navigation, views, session, preferences, detailIndex, undo } = store.getState();
  return {
    layers,
    navigation,
    views,
    session,
    preferences,
    detailIndex,
    undo,
    pending: client.pending.length,
    copied: copied.length,
  };
};

/** The keys, of those given, after which something is another than before. Each of them is pressed. */
export async function whatKeysChange(desk: Desk, keys: readonly KeyName[]): Promise<readonly KeyName[]> {
  const changing: KeyName[] = [];
  for (const key of keys) {
    const before = Object.values(seen(desk));
    await desk.press(key);
    if (Object.values(seen(desk)).some((value, index) => value !== before[index])) changing.push(key);
  }
  return changing;
}
