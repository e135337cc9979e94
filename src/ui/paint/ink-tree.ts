import type { DOMElement } from "ink";

/**
 * All uses of Ink's internals: the nodes of its components, their Yoga layout, and the callback for a due frame. No other module reads these fields
 * (`test/ui/paint/ink-tree.test.ts`). They may change in any version of Ink: package.json pins the version, and a change of it needs the tests of
 * `test/ui/paint/` and `test/terminal/`.
 */

export type InkNode = DOMElement;

/** Position of a node in cells, relative to its parent. */
type Layout = Pick<
  NonNullable<DOMElement["yogaNode"]>,
  "getComputedLeft" | "getComputedTop" | "getComputedWidth" | "getComputedHeight"
>;

type Transform = DOMElement["internal_transform"];

const rootOf = (node: InkNode): InkNode => (node.parentNode === undefined ? node : rootOf(node.parentNode));

/** The rendering of frames, taken over from Ink. */
type Taken = {
  readonly root: InkNode;
  /** Has Ink build the frame, as without this module. */
  readonly leaveToInk: () => void;
  readonly giveBack: () => void;
};

/** Calls `due` whenever Ink would build a frame; null if Ink builds none. */
export function takeFrames(anchor: InkNode, due: () => void): Taken | null {
  const root = rootOf(anchor);
  const leaveToInk = root.onRender;
  if (leaveToInk === undefined) return null;
  root.onRender = due;
  const giveBack = (): void => {
    root.onRender = leaveToInk;
  };
  return { root, leaveToInk, giveBack };
}

/** Undefined before layout, and for nodes without a layout of their own. */
export const layoutOf = ({ yogaNode }: InkNode): Layout | undefined => yogaNode;

export const isBox = ({ nodeName }: InkNode): boolean => nodeName === "ink-box";
export const isText = ({ nodeName }: InkNode): boolean => nodeName === "ink-text";

/** True for a hidden node. Read from the node itself, because every query to Yoga is a call into WebAssembly. */
export const isHidden = ({ isHidden, style }: InkNode): boolean => isHidden === true || style.display === "none";

/** True if a box has more than a size: borders, a background, moved or transformed content. */
export const isDecorated = ({ style, internal_static, internal_transform }: InkNode): boolean =>
  internal_static === true ||
  internal_transform !== undefined ||
  Boolean(style.borderStyle) ||
  Boolean(style.backgroundColor) ||
  Boolean(style.contentOffsetX) ||
  Boolean(style.contentOffsetY);

export const hidesAcross = ({ style }: InkNode): boolean => (style.overflowX ?? style.overflow) === "hidden";
export const hidesDown = ({ style }: InkNode): boolean => (style.overflowY ?? style.overflow) === "hidden";

/** True if a predicate holds for every child element of a node. */
export const everyChild = ({ childNodes }: InkNode, holds: (child: InkNode) => boolean): boolean =>
  childNodes.every((child) => child.nodeName === "#text" || holds(child));

/** Everything that determines a text's content and style: an unchanged list means an unchanged text. */
export type Ingredients = readonly (string | Transform)[];

/** The current ingredients of a text node. */
export function ingredientsOf(node: InkNode): Ingredients {
  const found: (string | Transform)[] = [];
  const collect = ({ internal_transform, childNodes }: InkNode): void => {
    found.push(internal_transform);
    for (const child of childNodes) {
      if (child.nodeName === "#text") found.push(child.nodeValue);
      else if (child.isHidden !== true) collect(child);
    }
  };
  collect(node);
  return found;
}

/**
 * Compares a text node with ingredients from an index on, without building a list: every text is checked in every frame, and most are unchanged.
 *
 * @returns the index after its last ingredient, or -1 if something differs
 */
function stillMadeOf(node: InkNode, of: Ingredients, from: number): number {
  if (from >= of.length || of[from] !== node.internal_transform) return -1;
  let at = from + 1;
  for (const child of node.childNodes) {
    if (child.nodeName === "#text") {
      if (at >= of.length || of[at] !== child.nodeValue) return -1;
      at += 1;
    } else if (child.isHidden !== true) {
      at = stillMadeOf(child, of, at);
      if (at === -1) return -1;
    }
  }
  return at;
}

export const isMadeOf = (node: InkNode, of: Ingredients): boolean => stillMadeOf(node, of, 0) === of.length;

/** The lines of a text, styled line by line as Ink does. */
function transformed(text: string, transform: Transform): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  return transform === undefined ? lines : lines.map(transform);
}

/** Text of a node including the styled text nested in it (Ink's `squashTextNodes`). */
function squashed(node: InkNode): string {
  let text = "";
  for (const child of node.childNodes) {
    if (child.nodeName === "#text") text += child.nodeValue;
    else if (child.isHidden !== true) text += linesIn(child).join("\n");
  }
  return text;
}

/** The lines of a text node, with their SGR sequences. */
export const linesIn = (node: InkNode): readonly string[] => transformed(squashed(node), node.internal_transform);
