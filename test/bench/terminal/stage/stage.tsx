/**
 * The console without a terminal, run by itself: every frame of it is made in both ways, painted from Ink's tree into cells and as the text
 * that Ink makes of the same tree. It prints as JSON how long each took and how many frames came out otherwise.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { Box, type DOMElement } from "ink";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import renderInk from "../../../../node_modules/ink/build/renderer.js";
import { startWatching } from "../../../../src/app/screen/watching.ts";
import { createClient } from "../../../../src/client/client.ts";
import { connectionOfReady } from "../../../../src/commands/connect.ts";
import { startService } from "../../../../src/service/service.ts";
import { systemClock } from "../../../../src/state/clock.ts";
import { readFrame } from "../../../../src/terminal/screen/frame.ts";
import { Grid } from "../../../../src/terminal/screen/grid.ts";
import { ShownScreen } from "../../../../src/terminal/screen/shown-screen.ts";
import { paintTree } from "../../../../src/ui/paint/tree.ts";
import { profileOf, storeAt } from "../../../state/on-service.ts";
import { played } from "../../../ui/played.tsx";
import type { Stages } from "./figures.ts";

/** A terminal of a size that takes everything and shows nothing. */
class Nowhere extends Writable {
  readonly isTTY = true;
  readonly columns: number;
  readonly rows: number;

  constructor(columns: number, rows: number) {
    super();
    this.columns = columns;
    this.rows = rows;
  }

  override _write(_chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    done();
  }
}

const [columns = 80, rows = 24, moves = 300] = process.argv.slice(2).map(Number);
/** Screens that differ in what they are made of: lists, details, forms, layers over them. */
const TOUR = [
  "\r",
  "\u001b",
  "?",
  "\u001b",
  ":",
  "re",
  "\u001b",
  "/",
  "x",
  "\u001b",
  "n",
  "\t",
  "\t",
  "\u001b",
  "a",
  "\u001b",
  "v",
  "\u001b",
];
const PLACES = [
  "alerts",
  "alert-configurations",
  "search-indexes",
  "snapshots",
  "auditing",
  "cloud-access",
  "export-buckets",
];
const WARM_UP = 100;
/** Every list has so many rows. */
const SHORT = 10;

const [painted, byInk] = [new Grid(columns, rows), new Grid(columns, rows)];
const [shownPainted, shownByInk] = [new ShownScreen(columns, rows, "scroll"), new ShownScreen(columns, rows, "scroll")];
const times: Stages["times"] = { paint: [], ink: [], read: [], write: [] };
let frames = 0;
let others = 0;
let unpainted = 0;

function timed<Result>(kept: number[], run: () => Result): Result {
  const began = performance.now();
  const result = run();
  kept.push(performance.now() - began);
  return result;
}

/** Both grids have the size of the terminal. */
const showTheSame = (one: Grid, other: Grid): boolean =>
  one.glyphs.every((glyph, at) => glyph === other.glyphs[at] && one.looks[at] === other.looks[at]);

function both(root: DOMElement): void {
  frames += 1;
  const paint = (): boolean => timed(times.paint, () => paintTree(root, painted));
  const ink = (): boolean => {
    const { output } = timed(times.ink, () => renderInk(root, false));
    return timed(times.read, () => readFrame(output, byInk));
  };
  // In turn first, so that neither has the cold caches.
  const isPainted = frames % 2 === 0 ? [paint(), ink()][0] : [ink(), paint()][1];
  if (isPainted === false) unpainted += 1;
  else if (!showTheSame(painted, byInk)) others += 1;
  timed(times.write, () => shownPainted.update(painted));
  shownByInk.update(byInk);
}

const rootOf = (node: DOMElement): DOMElement => (node.parentNode === undefined ? node : rootOf(node.parentNode));

function Anchored({ children }: { children: ReactNode }): ReactNode {
  const anchor = useRef<DOMElement>(null);
  useLayoutEffect(() => {
    if (anchor.current === null) return;
    const root = rootOf(anchor.current);
    root.onRender = () => both(root);
  }, []);
  return (
    <>
      {children}
      <Box ref={anchor} position="absolute" />
    </>
  );
}

/** Until nothing has been drawn for a moment. */
async function settled(): Promise<void> {
  for (let before = -1; before !== frames; ) {
    before = frames;
    await pause(60);
  }
}

async function visit(
  place: string,
  keys: readonly string[],
  state: string,
  profile: Parameters<typeof storeAt>[1],
): Promise<void> {
  const store = storeAt(place, profile, state);
  const { app, keyboard, mount } = played(store, { columns, rows });
  const stopWatching = startWatching(app, systemClock.after);
  const ink = mount(new Nowhere(columns, rows), { maxFps: 1000 }, (root) => <Anchored>{root}</Anchored>);
  await store.start();
  await settled();
  for (const key of keys) {
    const before = frames;
    keyboard.send(key);
    for (let turn = 0; turn < 50 && frames === before; turn += 1) await pause(1);
    if (key.length !== 1 || key < "a" || key > "z") await settled();
  }
  ink.unmount();
  stopWatching();
  await store.stop();
}

const state = mkdtempSync(join(tmpdir(), "sextant-stage-"));
const service = await startService({ place: ":memory:", quiet: true });
const connection = connectionOfReady(service.ready, null);
const client = createClient(connection);
const profile = profileOf(service.ready, connection, client);
for (const place of PLACES) await visit(place, TOUR, join(state, place), profile);
const toured = frames;
for (const kept of Object.values(times)) kept.length = 0;
await visit(
  "access-history",
  // Down and up again: what succeeded is one row, and the others are not as many as there are keys.
  Array.from({ length: WARM_UP + moves }, (_, index) => (Math.floor(index / SHORT) % 2 === 0 ? "j" : "k")),
  join(state, "rows"),
  profile,
);
const stages: Stages = {
  frames,
  others,
  unpainted,
  times: {
    paint: times.paint.slice(-moves),
    ink: times.ink.slice(-moves),
    read: times.read.slice(-moves),
    write: times.write.slice(-moves),
  },
};
if (frames - toured < moves) throw new Error("The keys brought fewer frames than there were keys.");
process.stdout.write(JSON.stringify(stages));
await client.close();
await service.stop();
rmSync(state, { recursive: true, force: true });
// Not before all of it is through the pipe.
process.stdout.write("", () => process.exit());
