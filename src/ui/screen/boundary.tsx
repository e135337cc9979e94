import { Box, Text } from "ink";
import { Component, type ContextType, type ReactNode } from "react";
import { describeError, noteError } from "../../app/guard.ts";
import { brokenTexts } from "../../app/screen/no-room.ts";
import { NOT_DRAWN, setBroken } from "../../app/screen/room.ts";
import type { ScreenPart } from "../../app/workspace.ts";
import { span } from "../../text/spans.ts";
import { ConsoleContext } from "../console-context.ts";
import { TextLines } from "../text/text-lines.tsx";

type BoundaryProps = {
  readonly part: ScreenPart;
  /** Its name in the log. */
  readonly about: string;
  readonly width: number;
  /** Available rows, if they are few. */
  readonly height?: number;
  readonly children: ReactNode;
};

/** A line without looks, where even the sentence about a part cannot be drawn. */
class PlainOtherwise extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state: { readonly isBroken: boolean } = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <Text>{NOT_DRAWN}</Text> : this.props.children;
  }
}

/**
 * Around everything, for an error outside of all parts: nobody can go on with nothing on the screen, so that the console ends as at any error that
 * nobody caught, with its drafts saved, the terminal restored and a sentence (`terminal/session.ts`). Ink would show its own page of source lines.
 */
export class LastBoundary extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state: { readonly isBroken: boolean } = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    setImmediate(() => {
      throw error;
    });
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children;
  }
}

/**
 * Error boundary: a part that cannot be rendered shows an error in its place and takes no keys (`undrawnOf`), and the rest of the screen stays
 * usable. Rendering is retried whenever something on screen changes: another place, another answer, another size.
 */
export class Boundary extends Component<BoundaryProps, { readonly words: string | null }> {
  static override contextType = ConsoleContext;
  declare context: ContextType<typeof ConsoleContext>;
  override state: { readonly words: string | null } = { words: null };
  #stop = (): void => undefined;

  static getDerivedStateFromError(error: unknown): { readonly words: string } {
    return { words: describeError(error) };
  }

  override componentDidCatch(error: unknown): void {
    const app = this.context;
    if (app === null) return;
    noteError(app.guard, this.props.about, error);
    this.#stop();
    setBroken(app.store, this.props.part, true);
    const again = (): void => {
      this.#stop();
      this.setState({ words: null });
    };
    this.#stop = app.store.subscribe(again);
  }

  override componentDidUpdate(_: BoundaryProps, before: { readonly words: string | null }): void {
    if (before.words !== null && this.state.words === null) this.#mend();
  }

  override componentWillUnmount(): void {
    this.#stop();
    if (this.state.words !== null) this.#mend();
  }

  #mend(): void {
    if (this.context !== null) setBroken(this.context.store, this.props.part, false);
  }

  override render(): ReactNode {
    const { words } = this.state;
    if (words === null) return this.props.children;
    const app = this.context;
    if (app === null) return null;
    const { part, width, height } = this.props;
    const [what, next] = brokenTexts(app, part, words);
    return (
      <Box width={width} {...(height === undefined ? {} : { height })} overflow="hidden">
        <PlainOtherwise>
          <TextLines
            lines={[span(what, "bad"), span(next, "dim")]}
            width={width}
            height={height ?? Number.POSITIVE_INFINITY}
          />
        </PlainOtherwise>
      </Box>
    );
  }
}
