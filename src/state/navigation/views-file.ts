import * as z from "zod";
import type { FileKind } from "../../settings/files.ts";
import { messageOf } from "../../text/thrown.ts";
import type { Core } from "../core.ts";
import { coalesced } from "../files/coalesced.ts";
import { profileFile } from "../files/file-names.ts";
import { type SavedField, type ViewKey, type ViewsSlice, type ViewsState, viewIn, withView } from "./views.ts";

/**
 * Persisted state of the views: sort, filter, folds and last looks, one file per profile. Two consoles share the file: a field changed here
 * overwrites the file's, the others stay as they are on disk.
 */

const StoredView = z.object({
  sort: z.object({ column: z.string(), descending: z.boolean() }).nullish(),
  filter: z.string().optional(),
  params: z.record(z.string(), z.string()).optional(),
  folds: z.record(z.string(), z.boolean()).optional(),
  looks: z
    .array(z.object({ at: z.number(), ids: z.array(z.string()), params: z.record(z.string(), z.string()) }))
    .optional(),
});
type StoredView = z.output<typeof StoredView>;

const ViewsFile = {
  what: "the views",
  version: 1,
  schema: z.object({ views: z.record(z.string(), StoredView) }),
} satisfies FileKind;

/** Last looks mark new rows: of a longer list the newest ids, at its head, are enough. */
const MOST_IDS = 5000;

type StoredViews = Readonly<Record<ViewKey, StoredView>>;

function stored(views: ViewsState, view: ViewKey, field: SavedField): StoredView {
  const state = viewIn(views, view);
  switch (field) {
    case "folds":
      return { folds: Object.fromEntries(state.folds) };
    case "looks":
      return { looks: state.looks.map((look) => ({ ...look, ids: [...look.ids].slice(0, MOST_IDS) })) };
    case "sort":
      return { sort: state.sort };
    case "params":
      return { params: state.params };
    case "filter":
      return { filter: state.filter };
  }
}

function restored(views: ViewsState, view: ViewKey, kept: StoredView): ViewsState {
  const { sort, filter, params, folds, looks } = kept;
  return withView(views, view, {
    sort: sort ?? null,
    filter: filter ?? "",
    params: params ?? {},
    folds: new Map(Object.entries(folds ?? {})),
    looks: (looks ?? []).map((look) => ({ ...look, ids: new Set(look.ids) })),
  });
}

/** One view's change by this console. */
type Change = { readonly view: ViewKey; readonly value: StoredView };

type ViewsFile = {
  readonly load: () => Promise<void>;
  readonly keep: (view: ViewKey, field: SavedField) => void;
  readonly flushSync: () => void;
  readonly settled: () => Promise<void>;
};

export function createViewsFile(core: Core<ViewsSlice>): ViewsFile {
  /** Changes that may not be on disk yet. */
  let dirty = new Map<string, Change>();
  /** An unreadable file belongs to a newer Sextant or was edited by hand: it is not overwritten. */
  let isReadable = true;
  let profile = core.profile().connection.profile;

  const file = (): string => profileFile("views", profile);

  const merged = (base: StoredViews): StoredViews => {
    const next: Record<ViewKey, StoredView> = { ...base };
    for (const { view, value } of dirty.values()) next[view] = { ...next[view], ...value };
    return next;
  };

  const unkept = (error: unknown): void =>
    core.report("warning", `Sort, filter and last visits are not saved: ${messageOf(error)}`);

  const writer = coalesced<null>(async () => {
    let written: ReadonlyMap<string, Change> = dirty;
    await core.files.change(file(), ViewsFile, (now) => {
      written = new Map(dirty);
      return { views: merged(now?.views ?? {}) };
    });
    // Only after the write: `flushSync` at exit writes everything that may not be on disk.
    for (const [key, change] of written) if (dirty.get(key) === change) dirty.delete(key);
  }, unkept);

  return {
    load: async () => {
      await writer.settled();
      profile = core.profile().connection.profile;
      dirty = new Map();
      let onDisk: StoredViews;
      try {
        onDisk = (await core.files.read(file(), ViewsFile))?.views ?? {};
        isReadable = true;
      } catch (error) {
        isReadable = false;
        unkept(error);
        return;
      }
      let { views } = core.get();
      for (const [view, kept] of Object.entries(onDisk)) {
        const isTouched = [...dirty.values()].some((change) => change.view === view);
        if (!isTouched) views = restored(views, view, kept);
      }
      core.set({ views });
    },
    keep: (view, field) => {
      // Stores the value, because the view may belong to another profile by the time of writing.
      dirty.set(`${view} ${field}`, { view, value: stored(core.get().views, view, field) });
      if (isReadable) writer.write(null);
    },
    flushSync: () => {
      if (!isReadable) return;
      try {
        writer.flushSync(() =>
          core.files.changeSync(file(), ViewsFile, (now) => ({ views: merged(now?.views ?? {}) })),
        );
      } catch (error) {
        unkept(error);
      }
    },
    settled: () => writer.settled(),
  };
}
