import { Box } from "ink";
import { Component, type ReactNode } from "react";
import type { App, Look } from "../../app/app.ts";
import { troubleWords } from "../../app/guard.ts";
import { span } from "../../text/spans.ts";
import { Words } from "./main-pane.tsx";

type BoundaryProps = {
  readonly app: App;
  readonly look: Look;
  /** What stands here, as the log names it. */
  readonly about: string;
  readonly width: number;
  /** Rows that it has, where they are few. */
  readonly height?: number;
  readonly children: ReactNode;
};

/**
 * What cannot be drawn says so in its own place, and the rest of the screen goes on. It is tried again whenever something on screen changes:
 * another place, another answer, another size.
 */
export class Boundary extends Component<BoundaryProps, { readonly words: string | null }> {
  override state: { readonly words: string | null } = { words: null };
  #stops: readonly (() => void)[] = [];

  static getDerivedStateFromError(error: unknown): { readonly words: string } {
    return { words: troubleWords(error) };
  }

  override componentDidCatch(error: unknown): void {
    const { app, about } = this.props;
    app.guard(
      about,
      () => {
        throw error;
      },
      () => undefined,
    );
    this.#stop();
    const again = (): void => {
      this.#stop();
      this.setState({ words: null });
    };
    this.#stops = [app.shown.subscribe(again), app.workspace.subscribe(again)];
  }

  override componentWillUnmount(): void {
    this.#stop();
  }

  #stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }

  override render(): ReactNode {
    const { words } = this.state;
    if (words === null) return this.props.children;
    const { width, height, look } = this.props;
    return (
      <Box width={width} {...(height === undefined ? {} : { height })} overflow="hidden">
        <Words
          lines={[
            span(`An error in this console keeps this from being shown: ${words}.`, "bad"),
            span("Esc leaves it; L shows what happened. Everything else works.", "dim"),
          ]}
          width={width}
          look={look}
        />
      </Box>
    );
  }
}
