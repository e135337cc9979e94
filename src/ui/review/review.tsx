import { Box } from "ink";
import { type ReactNode, useEffect } from "react";
import { type App, changeLayer } from "../../app/app.ts";
import { envOf } from "../../app/form/env.ts";
import { keyOf } from "../../app/keys/key-of.ts";
import { takesName } from "../../app/review/answer.ts";
import { footerLines } from "../../app/review/footer.ts";
import { reviewLines } from "../../app/review/review-lines.ts";
import { type ReviewLayer, topLayer } from "../../app/workspace.ts";
import { formatClock, zoneOf } from "../../text/format.ts";
import { type Span, span } from "../../text/spans.ts";
import { useConsole, useConsoleState, useLook } from "../console-context.ts";
import type { LayerProps } from "../layers/props.ts";
import { Title } from "../shell/title.tsx";
import { Lines } from "../text/lines.tsx";
import { NameField } from "../text/name-field.tsx";

/** Review of a write: the request, its changes, and the confirmation it requires (`screens.md`, review). */

function titleRight(app: App, layer: ReviewLayer): readonly Span[] {
  const { environment } = app.store.getState().session;
  const asOf = layer.review?.asOf ?? null;
  return [
    ...(asOf === null
      ? []
      : [{ ...span(`as of ${formatClock(asOf, zoneOf(envOf(app)))}`, "dim"), ifRoom: true } as const]),
    ...(environment === "production" ? [span("  "), span(" PRODUCTION ", "headerProduction")] : []),
  ];
}

export function ReviewView({ layer, width, height }: LayerProps<ReviewLayer>): ReactNode {
  const app = useConsole();
  const look = useLook();
  const { theme, symbols } = look;
  const hasKeys = useConsoleState(topLayer) === layer;
  const footer = footerLines(layer, width, keyOf(app)).slice(0, Math.max(1, height - 3));
  const typesName = takesName(layer);
  const room = Math.max(1, height - 1 - footer.length - (typesName ? 1 : 0));
  const { lines, focus } = reviewLines(app, layer, { width, height: room, symbols });
  const highest = Math.max(0, lines.length - room);
  const top = focus === null ? Math.min(layer.top, highest) : Math.min(highest, Math.max(0, focus + 4 - room));
  useEffect(() => {
    if (layer.top > highest) changeLayer(app, "review", (now) => ({ ...now, top: Math.min(now.top, highest) }));
  }, [app, layer.top, highest]);
  const shown = lines.slice(top, top + room);
  const more = lines.length - top - shown.length;
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Title
        title={[span("Review", "title"), span(`  ${layer.title}`)]}
        right={[...(more > 0 ? [span(`${symbols.down} ${more} more  `, "dim")] : []), ...titleRight(app, layer)]}
        width={width}
        focused={hasKeys}
      />
      <Box flexDirection="column" height={room} overflow="hidden">
        <Lines lines={shown} theme={theme} width={width} />
      </Box>
      <Lines lines={footer} theme={theme} width={width} />
      {typesName && hasKeys ? <NameField layer={layer} width={width} /> : null}
    </Box>
  );
}
