import { Box } from "ink";
import type { ReactNode } from "react";
import { keyLines } from "../../app/preferences/keys.ts";
import type { KeyLayer } from "../../app/workspace.ts";
import { span } from "../../text/spans.ts";
import { useConsole, useLook } from "../console-context.ts";
import { Title } from "../shell/title.tsx";
import { Lines } from "../text/lines.tsx";
import type { LayerProps } from "./props.ts";

/** Waits for the new key of a binding. */
export function KeyView({ layer, width, height }: LayerProps<KeyLayer>): ReactNode {
  const app = useConsole();
  const { theme } = useLook();
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title title={[span("New key", "title")]} right={[]} width={width} focused />
      <Lines lines={keyLines(app, layer, width)} theme={theme} width={width} />
    </Box>
  );
}
