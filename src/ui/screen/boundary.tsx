import { Box } from "ink";
import { Component, type ContextType, type ReactNode } from "react";
import { describeError } from "../../app/guard.ts";
import { span } from "../../text/spans.ts";
import { ConsoleContext } from "../console-context.ts";
import { TextLines } from "../text/text-lines.tsx";

type BoundaryProps = {
  /** Name of this part of the screen in the log. */
  readonly about: string;
  readonly width: number;
  /** Available rows, if they are few. */
  readonly height?: number;
  readonly children: ReactNode;
  /** Called when rendering fails, and when it works again or the boundary unmounts. */
  readonly onBroken?: (isBroken: boolean) => void;
};

/**
 * Error boundary: a part that cannot be rendered shows an error in its place, and the rest of the screen stays usable. Rendering is retried whenever
 * something on screen changes: another place, another answer, another size.
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
    const { about, onBroken } = this.props;
    app.guard(
      about,
      () => {
        throw error;
      },
      () => undefined,
    );
    this.#stop();
    onBroken?.(true);
    const again = (): void => {
      this.#stop();
      this.setState({ words: null });
    };
    this.#stop = app.store.subscribe(again);
  }

  override componentDidUpdate(_: BoundaryProps, before: { readonly words: string | null }): void {
    if (before.words !== null && this.state.words === null) this.props.onBroken?.(false);
  }

  override componentWillUnmount(): void {
    this.#stop();
    if (this.state.words !== null) this.props.onBroken?.(false);
  }

  override render(): ReactNode {
    const { words } = this.state;
    if (words === null) return this.props.children;
    const { width, height } = this.props;
    return (
      <Box width={width} {...(height === undefined ? {} : { height })} overflow="hidden">
        <TextLines
          lines={[
            span(`This cannot be shown because of an error in this console: ${words}.`, "bad"),
            span("Esc closes it; then L shows details. Everything else works.", "dim"),
          ]}
          width={width}
          height={height ?? Number.POSITIVE_INFINITY}
        />
      </Box>
    );
  }
}
