import type { DOMElement } from "ink";
import type { Grid } from "../../terminal/screen/grid.ts";
import { cellText } from "./text.ts";

/** What may be drawn on: columns and rows, the ends exclusive. */
type Clip = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

/** Yoga's `DISPLAY_NONE`. */
const HIDDEN = 1;

/** Yoga's edges, as its functions take them. */
const EDGE = { left: 0, top: 1, right: 2, bottom: 3 } as const;

/** Whether a box asks for more than a place: lines around it, a ground, moved content. */
function isDecorated({ style, internal_static }: DOMElement): boolean {
  return (
    internal_static === true ||
    Boolean(style.borderStyle) ||
    Boolean(style.backgroundColor) ||
    Boolean(style.contentOffsetX) ||
    Boolean(style.contentOffsetY)
  );
}

function paintText(node: DOMElement, x: number, y: number, clip: Clip, grid: Grid): boolean {
  const lines = cellText(node);
  const { yogaNode } = node;
  if (lines === null || yogaNode === undefined) return false;
  const room =
    yogaNode.getComputedWidth() - yogaNode.getComputedPadding(EDGE.left) - yogaNode.getComputedPadding(EDGE.right);
  if (lines.some(({ glyphs }) => glyphs.length > room)) return false;
  for (const [index, { glyphs, looks, isDoubtful }] of lines.entries()) {
    const row = y + index;
    if (row < clip.top || row >= clip.bottom) continue;
    grid.place(x, row, { glyphs, looks, isDoubtful }, clip.left, clip.right);
  }
  return true;
}

/** The part of a clip that a box which hides its overflow leaves. */
function within(clip: Clip, node: DOMElement, x: number, y: number): Clip {
  const { style, yogaNode } = node;
  const hides = (along: "visible" | "hidden" | undefined): boolean => (along ?? style.overflow) === "hidden";
  if (yogaNode === undefined) return clip;
  const across = hides(style.overflowX)
    ? { left: Math.max(clip.left, x), right: Math.min(clip.right, x + yogaNode.getComputedWidth()) }
    : clip;
  const down = hides(style.overflowY)
    ? { top: Math.max(clip.top, y), bottom: Math.min(clip.bottom, y + yogaNode.getComputedHeight()) }
    : clip;
  return { left: across.left, right: across.right, top: down.top, bottom: down.bottom };
}

function paintNode(node: DOMElement, offsetX: number, offsetY: number, clip: Clip, grid: Grid): boolean {
  const { yogaNode } = node;
  if (yogaNode === undefined || yogaNode.getDisplay() === HIDDEN) return true;
  const x = offsetX + yogaNode.getComputedLeft();
  const y = offsetY + yogaNode.getComputedTop();
  if (node.nodeName === "ink-text") return paintText(node, x, y, clip, grid);
  if (isDecorated(node) || node.internal_transform !== undefined) return false;
  const inner = node.nodeName === "ink-box" ? within(clip, node, x, y) : clip;
  return node.childNodes.every((child) => child.nodeName === "#text" || paintNode(child, x, y, inner, grid));
}

/**
 * Draws Ink's tree, as it is laid out, into the cells of a screen: what Ink itself would write, without a string in between.
 *
 * @returns false when something in the tree has to be drawn by Ink: boxes with borders or grounds, texts that do not fit into
 * their place, a tree that is higher than the screen
 */
export function paintTree(root: DOMElement, grid: Grid): boolean {
  grid.clear();
  const { yogaNode } = root;
  if (
    yogaNode === undefined ||
    yogaNode.getComputedHeight() > grid.rows ||
    yogaNode.getComputedWidth() > grid.columns
  ) {
    return false;
  }
  const whole = { left: 0, right: grid.columns, top: 0, bottom: grid.rows };
  return paintNode(root, 0, 0, whole, grid);
}
