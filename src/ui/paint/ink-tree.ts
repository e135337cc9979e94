import type { DOMElement } from "ink";

/**
 * All that the console uses of Ink beyond what Ink promises: the nodes that its components become, where Yoga has put them, and who is called
 * when a frame is due. Nothing else reads these fields (`test/ui/paint/ink-tree.test.ts`). They may be others in any version of Ink:
 * package.json names the one that they are known of, and whoever changes it runs the tests of `test/ui/paint/` and `test/terminal/`.
 */

export type InkNode = DOMElement;

/** Where a node was put, in cells from its parent. */
type Layout = Pick<
  NonNullable<DOMElement["yogaNode"]>,
  "getComputedLeft" | "getComputedTop" | "getComputedWidth" | "getComputedHeight"
>;

type Transform = DOMElement["internal_transform"];

const rootOf = (node: InkNode): InkNode => (node.parentNode === undefined ? node : rootOf(node.parentNode));

/** The building of frames, taken from Ink. */
type Taken = {
  readonly root: InkNode;
  /** Has Ink build the frame, as it would have. */
  readonly leaveToInk: () => void;
  readonly giveBack: () => void;
};

/** Has something called whenever Ink would build a frame; null where no frames are built. */
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

/** Undefined before a node is laid out, and for what is never laid out by itself. */
export const layoutOf = ({ yogaNode }: InkNode): Layout | undefined => yogaNode;

export const isBox = ({ nodeName }: InkNode): boolean => nodeName === "ink-box";
export const isText = ({ nodeName }: InkNode): boolean => nodeName === "ink-text";

/** Whether a node is not there to be seen. Said by the node itself: every question to Yoga is a call into its own world. */
export const isHidden = ({ isHidden, style }: InkNode): boolean => isHidden === true || style.display === "none";

/** Whether a box asks for more than a place: lines around it, a ground, moved or transformed content. */
export const isDecorated = ({ style, internal_static, internal_transform }: InkNode): boolean =>
  internal_static === true ||
  internal_transform !== undefined ||
  Boolean(style.borderStyle) ||
  Boolean(style.backgroundColor) ||
  Boolean(style.contentOffsetX) ||
  Boolean(style.contentOffsetY);

export const hidesAcross = ({ style }: InkNode): boolean => (style.overflowX ?? style.overflow) === "hidden";
export const hidesDown = ({ style }: InkNode): boolean => (style.overflowY ?? style.overflow) === "hidden";

/** Whether something holds of everything that lies in a node, in its order. */
export const everyChild = ({ childNodes }: InkNode, holds: (child: InkNode) => boolean): boolean =>
  childNodes.every((child) => child.nodeName === "#text" || holds(child));

/** What a text is made of: it says and looks the same for as long as each of these is the same. */
export type Ingredients = readonly (string | Transform)[];

/** What a text is made of now. */
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
 * Whether a text is still made of the same, from one of its ingredients on: every text is asked at every frame, and most are.
 *
 * @returns how many of the ingredients are its own, or -1 when it is made of others
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

/** The lines of a text, each with its look, which is given line by line as Ink does. */
function transformed(text: string, transform: Transform): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  return transform === undefined ? lines : lines.map(transform);
}

/** The text of a node with the looks of what is nested in it (Ink's `squashTextNodes`). */
function squashed(node: InkNode): string {
  let text = "";
  for (const child of node.childNodes) {
    if (child.nodeName === "#text") text += child.nodeValue;
    else if (child.isHidden !== true) text += linesIn(child).join("\n");
  }
  return text;
}

/** What a text says, line by line, with the sequences of its looks. */
export const linesIn = (node: InkNode): readonly string[] => transformed(squashed(node), node.internal_transform);
