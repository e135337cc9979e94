const CSI = "\u001b[";

/** DEC private modes that a program turns on and must turn off again. */
const turnedOn = {
  alternateScreens: [1049, 1047, 47],
  reports: [9, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2031, 2048, 1],
  synchronized: 2026,
} as const;

/** Modes that are on by default: the cursor is shown, long lines wrap. */
const cursorShown = 25;
const autoWrap = 7;

/**
 * Restores a terminal when the changed modes are unknown. Turning off a mode twice is harmless, but leaving the alternate screen twice moves the
 * cursor.
 */
export const RESTORE_EVERYTHING = [
  `${CSI}?${turnedOn.synchronized}l${CSI}<9u`,
  ...[1000, 1002, 1003, 1006, 2004, 2031, 2048].map((mode) => `${CSI}?${mode}l`),
  `${CSI}r${CSI}0m${CSI}?${autoWrap}h${CSI}?1049l${CSI}?${cursorShown}h`,
].join("");

/** A lasting property of the window that is not a mode, such as its title: bytes that set it, and bytes that undo it. */
export type WindowSetting = { readonly set: string; readonly undo: string };

/**
 * Records the terminal modes that a program has changed, parsed from its output, and how to undo them. So the terminal is restored no matter which
 * part of the program changed a mode, and only once: leaving the alternate screen a second time moves the cursor.
 */
export class ModeLedger {
  readonly #changed = new Set<number>();
  /** Pushed flags of the kitty keyboard protocol. */
  #kittyFlags: string[] = [];
  /** By property. */
  readonly #window = new Map<string, WindowSetting>();

  /** Records the modes that a write sets and resets. Each sequence must be complete in one write. */
  note(bytes: string): void {
    for (let at = bytes.indexOf(CSI); at !== -1; at = bytes.indexOf(CSI, at + CSI.length)) {
      const prefix = bytes[at + CSI.length];
      if (prefix === "?" || prefix === ">" || prefix === "<") {
        this.#noteSequence(prefix, bytes.slice(at + CSI.length + 1, at + CSI.length + 64));
      }
    }
  }

  #noteSequence(prefix: string, rest: string): void {
    const [, parameters = "", final] = /^([\d;]*)([hlu])/.exec(rest) ?? [];
    if (final === "u") {
      if (prefix === ">") {
        this.#kittyFlags.push(parameters);
      } else if (prefix === "<") {
        this.#kittyFlags.splice(-Math.max(1, Number(parameters)));
      }
      return;
    }
    if (prefix !== "?" || final === undefined) {
      return;
    }
    for (const mode of parameters.split(";").map(Number)) {
      const isAtRest = (final === "h") === (mode === cursorShown || mode === autoWrap);
      if (isAtRest) {
        this.#changed.delete(mode);
      } else {
        this.#changed.add(mode);
      }
    }
  }

  /** Records a window property, or its removal (null). */
  noteWindow(what: string, setting: WindowSetting | null): void {
    if (setting === null) this.#window.delete(what);
    else this.#window.set(what, setting);
  }

  /** The set window properties. */
  get window(): ReadonlyMap<string, WindowSetting> {
    return new Map(this.#window);
  }

  /** True when a mode differs from its default. */
  isChanged(mode: number): boolean {
    return this.#changed.has(mode);
  }

  /** True while the terminal shows the alternate screen. */
  get isOnAlternateScreen(): boolean {
    return turnedOn.alternateScreens.some((mode) => this.#changed.has(mode));
  }

  /** Bytes that restore the terminal; empty when nothing was changed. */
  restoring(): string {
    return [...this.#window.values()].map(({ undo }) => undo).join("") + this.#restoringModes();
  }

  #restoringModes(): string {
    if (this.#changed.size === 0 && this.#kittyFlags.length === 0) {
      return "";
    }
    const isOn = (mode: number) => this.#changed.has(mode);
    const off = (mode: number) => `${CSI}?${mode}l`;
    const screens = turnedOn.alternateScreens.filter(isOn);
    return [
      isOn(turnedOn.synchronized) ? off(turnedOn.synchronized) : "",
      // The protocol is tracked per screen, so it is reset before leaving the screen.
      this.#kittyFlags.length > 0 ? `${CSI}<${this.#kittyFlags.length}u` : "",
      ...turnedOn.reports.filter(isOn).map(off),
      screens.length > 0 ? `${CSI}r` : "",
      `${CSI}0m`,
      isOn(autoWrap) ? `${CSI}?${autoWrap}h` : "",
      ...screens.map(off),
      isOn(cursorShown) ? `${CSI}?${cursorShown}h` : "",
    ].join("");
  }

  /** Bytes that change the modes again as they are changed now. */
  repeating(): string {
    const modes = [...this.#changed].map(
      (mode) => `${CSI}?${mode}${mode === cursorShown || mode === autoWrap ? "l" : "h"}`,
    );
    return modes.join("") + this.#kittyFlags.map((flags) => `${CSI}>${flags}u`).join("");
  }

  /** Call after restoring: nothing is changed any more. */
  forget(): void {
    this.#changed.clear();
    this.#kittyFlags = [];
    this.#window.clear();
  }
}
