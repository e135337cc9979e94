import type { StoreApi } from "zustand/vanilla";
import type { ActivitySlice } from "./activity.ts";
import type { ResourcesSlice } from "./answers/resource.ts";
import type { ResourceActions } from "./answers/resources.ts";
import type { DraftActions, DraftsSlice } from "./drafts.ts";
import type { DriftActions, DriftSlice } from "./drift.ts";
import type { JournalActions } from "./journal/journal.ts";
import type { NameActions, NamesSlice } from "./names/names.ts";
import type { NavigationActions, NavigationSlice } from "./navigation/navigation.ts";
import type { ViewActions, ViewsSlice } from "./navigation/views.ts";
import type { NoticeActions, NoticesSlice } from "./notices.ts";
import type { PinActions, PinsSlice } from "./pins.ts";
import type { RunbookActions, RunbooksSlice } from "./runbooks.ts";
import type { SampleActions, SamplesSlice } from "./samples/samples.ts";
import type { AppliedSettings } from "./session/applied-settings.ts";
import type { SessionActions, SessionSlice } from "./session/session.ts";
import type { SubscriptionActions, SubscriptionsSlice } from "./subscriptions.ts";
import type { SendActions } from "./writes/send.ts";
import type { UnshownWrites } from "./writes/unknown-writes.ts";

/** Everything the console knows at one time. Immutable; a part keeps its identity while its content does not change. */
export type ConsoleState = SessionSlice &
  NavigationSlice &
  ResourcesSlice &
  ViewsSlice &
  DraftsSlice &
  ActivitySlice &
  NoticesSlice &
  NamesSlice &
  SamplesSlice &
  RunbooksSlice &
  SubscriptionsSlice &
  PinsSlice &
  DriftSlice &
  UnshownWrites & {
    /** State at the time the screen was frozen; null while it is not. */
    readonly displayed: ConsoleState | null;
  };

/** The state to draw: while the screen is frozen for selecting text, the frozen one; data goes on arriving. */
export const displayedState = (state: ConsoleState): ConsoleState => state.displayed ?? state;

/** Actions that change the slices of `state/`. They are stable functions; handlers read `getState()` when a key comes. */
export type ConsoleActions = {
  readonly session: SessionActions;
  readonly navigation: NavigationActions;
  readonly resources: ResourceActions;
  readonly views: ViewActions;
  readonly drafts: DraftActions;
  readonly journal: JournalActions;
  readonly notices: NoticeActions;
  readonly names: NameActions;
  readonly samples: SampleActions;
  readonly runbooks: RunbookActions;
  readonly subscriptions: SubscriptionActions;
  readonly pins: PinActions;
  readonly appliedSettings: AppliedSettings;
  readonly drift: DriftActions;
  readonly send: SendActions;
  /** Call at each key: defers work until the key is answered, and refreshes old answers because somebody is looking. */
  readonly keyPressed: () => void;
  /**
   * Reads the files (views, names, drafts, writes with unknown result), and begins to watch projects and clusters. Resolves when the files are read:
   * the first screen does not wait for the network. Never rejects.
   */
  readonly start: () => Promise<void>;
  /** Saves the answers on screen for other processes (status lines). @throws SettingsError when they cannot be written */
  readonly shareShown: () => Promise<void>;
  /** Writes everything pending at once; for exit and signals. Never throws. */
  readonly flushSync: () => void;
  /** Stops the scheduler, aborts reads, waits some seconds for pending writes, and finishes writing to disk. */
  readonly stop: () => Promise<void>;
};

/**
 * The store, with the slices of higher layers in the same state.
 *
 * Slices of `state/` are changed only by their actions, higher ones by `setState`.
 */
export type ConsoleStore<State extends ConsoleState = ConsoleState> = StoreApi<State> & ConsoleActions;
