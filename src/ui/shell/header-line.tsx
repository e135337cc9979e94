import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { Console, Look } from "../console.ts";
import { Line } from "../text/line.tsx";
import { headerSpans } from "./header.ts";

/** Line 1 of the screen. */
export function HeaderLine({ console, look, width }: { console: Console; look: Look; width: number }): ReactNode {
  const session = useStore(console.shown, (state) => state.session);
  const navigation = useStore(console.shown, (state) => state.navigation);
  const { spans, over } = headerSpans({ session, navigation }, look.symbols, width);
  return <Line theme={look.theme} width={width} spans={spans} over={over} />;
}
