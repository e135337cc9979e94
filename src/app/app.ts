import type { Ask } from "../areas/model/context.ts";
import type { BodyObject } from "../contract/json/json.ts";
import type { Risk } from "../contract/operation.ts";
import type { OperationId } from "../contract/operations.ts";
import type { Secret } from "../contract/secret.ts";
import type { Environment } from "../contract/wire/connection.ts";
import type { QueryValues } from "../forms/extra-fields.ts";
import type { Preferences } from "../settings/preferences.ts";
import type { ProfileValues } from "../settings/profile-values.ts";
import type { Capabilities, ColourLevel } from "../terminal/capabilities.ts";
import type { Guard } from "./guard.ts";
import type { ScopeId } from "./keys/scopes.ts";
import type { Displayed } from "./screen/displayed-state.ts";
import type { Areas } from "./screen/guarded-areas.ts";
import type { Selectors } from "./screen/selectors.ts";
import type { AppStore } from "./store.ts";
import { type Layer, type LayerKind, type LayerOf, layerOf, type MenuItem } from "./workspace.ts";

/** Passed to every part of the screen: the store, the layers over the panes, and the functions that leave the program. */
export type App = {
  readonly store: AppStore;
  /** The store as it is drawn: it does not change while the screen is frozen. */
  readonly displayed: Displayed;
  readonly host: Host;
  readonly selectors: Selectors;
  /** Wraps computations for the screen, so that an error in one is reported and not thrown. */
  readonly guard: Guard;
  /** The areas, wrapped by the guard. */
  readonly areas: Areas;
  readonly keys: AppKeys;
  /** Sends a read to the service at once, for facts and suggestions. */
  readonly ask: Ask;
};

/**
 * A key and what it does, as a record: hint line, `?`, palette, the generated key reference and the test for conflicts are all
 * made of these (`design.md`, ui and areas).
 */
export type Binding = {
  readonly id: string;
  /** Key names of `terminal/input/keys.ts`, or two for a chord (`ctrl+x ctrl+e`); the first is the one that is shown. */
  readonly keys: readonly string[];
  /** The default keys, where a person has chosen others. */
  readonly ownKeys?: readonly string[];
  readonly title: string;
  /** Text for the hint line; without it the binding is not shown there. */
  readonly hint?: string;
  /** Text in place of `hint`, where the key does something else now. */
  readonly hintNow?: (app: App) => string | undefined;
  readonly scope: ScopeId;
  readonly risk?: Risk;
  /** It acts on what is selected in a pane, though its keys hold everywhere. */
  readonly onSelection?: true;
  /** It sends a write: only a key that comes by itself does that, never one out of a paste. */
  readonly confirms?: true;
  /** True while it applies; otherwise it is not shown and its key does nothing. */
  readonly when?: (app: App) => boolean;
  /** Reason why it cannot be done now, shown when the key is pressed; null when it can. */
  readonly disabledReason?: (app: App) => string | null;
  /** True while the key would do something now: only then is it hinted. Missing where it always would. */
  readonly isUseful?: (app: App) => boolean;
  /** `key` is the one of its keys that was pressed. */
  readonly run: (app: App, key: string) => void;
};

/**
 * A part of the screen that has the focus. `takes`: the use of a key without a binding in the scope: `text` goes to the focused text field, `select`
 * to an open list of choices, `nothing` is dropped. An `exclusive` scope hides the global keys: letters are typed, or a question has to be answered
 * first.
 */
export type KeyScope = {
  readonly id: ScopeId;
  readonly takes: "nothing" | "text" | "select";
  readonly exclusive: boolean;
  /** The next key itself is the answer (a key to bind): it goes here, and does nothing else. */
  readonly takeKey?: (app: App, key: string) => void;
  /** A text field of several lines keeps line breaks of a paste. */
  readonly lines?: boolean;
};

/** The scopes with the focus, innermost first, and their bindings. */
export type ActiveKeys = {
  readonly scopes: readonly KeyScope[];
  readonly bindings: readonly Binding[];
};

/** All bindings with the keys that the person chose, the same with their default keys, and those that are active now. */
type AppKeys = {
  readonly all: readonly Binding[];
  readonly own: readonly Binding[];
  readonly active: () => ActiveKeys;
};

/** A request to be shown as a curl command. */
export type CurlRequest = {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
  readonly query?: QueryValues;
  readonly body: BodyObject | null;
};

/** A profile by name; one that is not saved is the embedded service or comes from environment variables. */
type ProfileName = { readonly name: string; readonly environment: Environment; readonly isSaved: boolean };

/** Result of a change to a profile: sentences to show. */
export type ProfileOutcome = { readonly ok: boolean; readonly lines: readonly string[] };

/** A profile of the vendor's command line that can be imported. */
type ImportableProfile = {
  readonly name: string;
  readonly about: string;
  readonly hasSecret: boolean;
  readonly disabled: string | null;
};

/** The saved profiles of this person. */
type ProfileFiles = {
  /** Rejects when the profile no longer exists or cannot be read. */
  readonly read: (name: string) => Promise<ProfileValues>;
  /** Checks the profile against its service first if `isChecked`. @param former the profile that is replaced; null adds one */
  readonly save: (
    values: ProfileValues,
    secret: Secret | null,
    former: string | null,
    isChecked: boolean,
  ) => Promise<ProfileOutcome>;
  readonly check: (name: string) => Promise<ProfileOutcome>;
  readonly remove: (name: string) => Promise<ProfileOutcome>;
  readonly importable: () => Promise<readonly ImportableProfile[]>;
  readonly importProfile: (name: string, withSecret: boolean) => Promise<ProfileOutcome>;
};

/** Functions of the surrounding program that the screen calls. */
export type Host = {
  readonly now: () => number;
  /** IANA name of the zone that people type times in. */
  readonly timeZone: string;
  /** Colour level that the person wants and the terminal supports. */
  readonly colour: ColourLevel;
  /** Symbols that the terminal can show. */
  readonly symbols: Capabilities["symbols"];
  readonly quit: () => void;
  readonly suspend: () => void;
  /** Sends a text to the terminal's clipboard; returns a message for the person. */
  readonly copy: (text: string) => string;
  /** Writes a text to one of this program's own files, mode 0600; resolves to a message for the person. */
  readonly save: (name: string, text: string) => Promise<{ readonly ok: boolean; readonly message: string }>;
  /** Opens `$EDITOR` on a text while the screen is suspended. `ok: false` says why there is no text, for example that the editor cannot be opened. */
  readonly edit: (text: string, suffix: string) => Promise<{ ok: true; text: string } | { ok: false; why: string }>;
  readonly repaint: () => void;
  /** Saves preferences for the next start. */
  readonly remember: (preference: Partial<Preferences>) => void;
  /** Asks the terminal again whether its background is light or dark: it may have changed since the last answer. */
  readonly askBackground: () => void;
  /** Turns mouse reporting of the terminal on or off. */
  readonly reportMouse: (on: boolean) => void;
  /** Profiles to switch to, including the one of the start. Rejects when they cannot be read. */
  readonly profiles: () => Promise<readonly ProfileName[]>;
  readonly profileFiles: ProfileFiles;
  /**
   * Switches to another profile and drops all cached data. Its service may answer late: `keeps` then returns the reason for not switching any more,
   * or null.
   */
  readonly switchTo: (
    name: string,
    keeps: () => string | null,
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly why: string }>;
  /** Takes the lock for changing many settings of a project at once on this machine; null while another process has it. */
  readonly takeSettingsTurn: (groupId: string) => Promise<{ readonly end: () => void } | null>;
  /** The exact request as curl, with secrets as variables. */
  readonly curl: (request: CurlRequest) => string;
};

/** Pushes a layer onto the stack. */
export const pushLayer = (app: App, layer: Layer): void =>
  app.store.setState(({ layers }) => ({ layers: [...layers, layer] }));

/** Opens a menu at the first item that matches `isNow`, or at its top. */
export function openMenu(
  app: App,
  title: string,
  items: readonly MenuItem[],
  isNow: (item: MenuItem) => boolean = () => false,
): void {
  pushLayer(app, { kind: "menu", title, items, index: Math.max(0, items.findIndex(isNow)) });
}

/** Removes the topmost layer. */
export const popLayer = (app: App): void => app.store.setState(({ layers }) => ({ layers: layers.slice(0, -1) }));

/** Removes the topmost layer of a kind and all layers above it. */
export const closeLayer = (app: App, kind: LayerKind): void =>
  app.store.setState((state) => {
    const index = state.layers.findLastIndex((layer) => layer.kind === kind);
    return index === -1 ? state : { layers: state.layers.slice(0, index) };
  });

/** The topmost layer of a kind. */
export const layerNow = <Kind extends LayerKind>(app: App, kind: Kind): LayerOf<Kind> | undefined =>
  layerOf(app.store.getState(), kind);

/** Changes the topmost layer of a kind, if there is one. Handlers pass a function, as the layer may have changed since they read it. */
export function changeLayer<Kind extends LayerKind>(
  app: App,
  kind: Kind,
  change: (layer: LayerOf<Kind>) => LayerOf<Kind>,
): void {
  app.store.setState((state) => {
    const found = layerOf(state, kind);
    if (found === undefined) return state;
    const next = change(found);
    return next === found ? state : { layers: state.layers.map((layer) => (layer === found ? next : layer)) };
  });
}
