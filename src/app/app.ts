import type { Ask } from "../areas/model/context.ts";
import type { BodyObject } from "../contract/json/json.ts";
import type { Risk } from "../contract/operation.ts";
import type { OperationId } from "../contract/operations.ts";
import type { Secret } from "../contract/secret.ts";
import type { Environment } from "../contract/wire/connection.ts";
import type { QueryValues } from "../forms/types.ts";
import type { Preferences } from "../settings/preferences.ts";
import type { ProfileValues } from "../settings/profile-values.ts";
import type { ColourLevel } from "../terminal/capabilities.ts";
import type { Guard } from "./guard.ts";
import type { ScopeId } from "./keys/scopes.ts";
import type { Displayed } from "./screen/displayed-state.ts";
import type { Areas } from "./screen/guarded-areas.ts";
import type { Selectors } from "./screen/selectors.ts";
import type { AppStore } from "./store.ts";
import { type Layer, type LayerKind, type LayerOf, layerOf, type MenuItem } from "./workspace.ts";

/** What every part of the screen gets: the store, what lies over the panes, and the ways out of the program. */
export type App = {
  readonly store: AppStore;
  /** The store as it is drawn: it stands still while the screen is frozen. */
  readonly displayed: Displayed;
  readonly host: Host;
  readonly selectors: Selectors;
  /** What is computed for the screen runs behind it. */
  readonly guard: Guard;
  /** The areas behind it. */
  readonly areas: Areas;
  readonly keys: AppKeys;
  /** Asks the service now, for facts and suggestions. */
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
  /** The keys that it has where nobody chose others, while a person has. */
  readonly ownKeys?: readonly string[];
  readonly title: string;
  /** Short words for the hint line; without them it is not shown there. */
  readonly hint?: string;
  /** The words in its place where what it does has others now. */
  readonly hintNow?: (app: App) => string | undefined;
  readonly scope: ScopeId;
  readonly risk?: Risk;
  /** It lets something be sent: only a key that comes by itself does that, never one out of a paste. */
  readonly confirms?: true;
  /** Whether it applies now at all; what does not apply is not shown and its key does nothing. */
  readonly when?: (app: App) => boolean;
  /** Why it cannot be done now, said when it is pressed; null when it can. */
  readonly disabledReason?: (app: App) => string | null;
  /** Whether what it has the keys on is of use to it now: a key that is hinted works. Missing where it always is. */
  readonly isUseful?: (app: App) => boolean;
  /** `key` is the one of its keys that was pressed. */
  readonly run: (app: App, key: string) => void;
};

/**
 * What has the keys at this moment. `takes` says what a key does that no binding of the scope names: `text` goes to the text field
 * that is focused, `select` to an open list of choices, `nothing` is swallowed. An `exclusive` scope hides the global keys: letters
 * are typed, or the thing asks for an answer first.
 */
export type KeyScope = {
  readonly id: ScopeId;
  readonly takes: "nothing" | "text" | "select";
  readonly exclusive: boolean;
  /** The next key itself is what is asked for: it goes here, and does nothing else. */
  readonly takeKey?: (app: App, key: string) => void;
  /** A text field of several lines keeps line breaks of a paste. */
  readonly lines?: boolean;
};

/** The scopes that have the keys now, innermost first, and their bindings. */
export type ActiveKeys = {
  readonly scopes: readonly KeyScope[];
  readonly bindings: readonly Binding[];
};

/** All bindings as they hold, as they are where nobody chose other keys, and those that have the keys now. */
export type AppKeys = {
  readonly all: readonly Binding[];
  readonly own: readonly Binding[];
  readonly active: () => ActiveKeys;
};

/** A request to be shown as a command. */
export type CurlRequest = {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
  readonly query?: QueryValues;
  readonly body: BodyObject | null;
};

/** A profile by name; one that is not saved is the embedded service, or what the environment names. */
export type ProfileName = { readonly name: string; readonly environment: Environment; readonly isSaved: boolean };

/** How something that was done to a profile went: sentences to show. */
export type ProfileOutcome = { readonly ok: boolean; readonly lines: readonly string[] };

/** A profile of the vendor's command line that could be taken over. */
export type ImportableProfile = {
  readonly name: string;
  readonly about: string;
  readonly hasSecret: boolean;
  readonly disabled: string | null;
};

/** The saved profiles of this person. */
export type ProfileFiles = {
  /** Fails where it is gone or cannot be read. */
  readonly read: (name: string) => Promise<ProfileValues>;
  /** Asks its service first, where that is wanted. @param former the profile whose place it takes; null adds one */
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

/** What the program around the screen does for it. */
export type Host = {
  readonly now: () => number;
  /** IANA name of the zone that people type times in. */
  readonly timeZone: string;
  /** The colours that are wanted and there. */
  readonly colour: ColourLevel;
  /** The symbols that the terminal can show. */
  readonly symbols: Preferences["symbols"];
  readonly quit: () => void;
  readonly suspend: () => void;
  /** Sends a text to the terminal's clipboard; what to tell the person. */
  readonly copy: (text: string) => string;
  /** Writes a text to a file of this program's own, mode 0600; what to tell the person. */
  readonly save: (name: string, text: string) => Promise<{ readonly ok: boolean; readonly message: string }>;
  /** Opens `$EDITOR` on a text while the screen is put away; null when it was left without change or could not be opened. */
  readonly edit: (text: string, suffix: string) => Promise<{ ok: true; text: string } | { ok: false; why: string }>;
  readonly repaint: () => void;
  /** Opens the review of the write that takes the last one back. */
  readonly undo: () => void;
  /** Keeps preferences for the next start. */
  readonly remember: (preference: Partial<Preferences>) => void;
  /** Asks the terminal whether it is light or dark: it may be another now than when it was asked last. */
  readonly askBackground: () => void;
  /** Has the terminal report the mouse, or leave it to itself. */
  readonly reportMouse: (on: boolean) => void;
  /** The profiles that can be gone over to, the one of the start among them. Fails where they cannot be read. */
  readonly profiles: () => Promise<readonly ProfileName[]>;
  readonly profileFiles: ProfileFiles;
  /**
   * Goes over to another profile: everything held is forgotten. Its service may take its time; what `keeps` says then is why it is not
   * gone over to any more, or null.
   */
  readonly switchTo: (
    name: string,
    keeps: () => string | null,
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly why: string }>;
  /** The turn of one who changes many settings of a project at once on this machine; null while another process has it. */
  readonly takeSettingsTurn: (groupId: string) => Promise<{ readonly end: () => void } | null>;
  /** The exact request as curl, secrets as variables. */
  readonly curl: (request: CurlRequest) => string;
};

/** Puts a layer over what is there. */
export const pushLayer = (app: App, layer: Layer): void =>
  app.store.setState(({ layers }) => ({ layers: [...layers, layer] }));

/** Opens a menu at what is true now, or at its top. */
export function openMenu(
  app: App,
  title: string,
  items: readonly MenuItem[],
  isNow: (item: MenuItem) => boolean = () => false,
): void {
  pushLayer(app, { kind: "menu", title, items, index: Math.max(0, items.findIndex(isNow)) });
}

/** Takes the topmost layer away. */
export const popLayer = (app: App): void => app.store.setState(({ layers }) => ({ layers: layers.slice(0, -1) }));

/** Takes away the topmost layer of a kind and all above it. */
export const closeLayer = (app: App, kind: LayerKind): void =>
  app.store.setState((state) => {
    const index = state.layers.findLastIndex((layer) => layer.kind === kind);
    return index === -1 ? state : { layers: state.layers.slice(0, index) };
  });

/** Changes the topmost layer of a kind, if one is there. Handlers call this with what they read a moment before. */
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
