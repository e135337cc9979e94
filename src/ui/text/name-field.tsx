import { Box, Text } from "ink";
import type { ReactNode } from "react";
import { typeIn } from "../../app/input/typed.ts";
import { caretIn } from "../../app/text/typed-text.ts";
import type { ReviewLayer } from "../../app/workspace.ts";
import { useConsole, useLook } from "../console-context.ts";
import { ShortField } from "./field.tsx";

type NameFieldProps = { readonly layer: Pick<ReviewLayer, "typed" | "caret">; readonly width: number };

/** Input for the name of the thing to be deleted, as confirmation. */
export function NameField({ layer, width }: NameFieldProps): ReactNode {
  const app = useConsole();
  const { theme } = useLook();
  return (
    <Box height={1}>
      <Text {...theme.looks.key}>{"  > "}</Text>
      <ShortField
        text={layer.typed}
        caret={caretIn(layer.typed, layer.caret)}
        width={width - 4}
        theme={theme}
        onType={(text) => typeIn(app, text)}
      />
    </Box>
  );
}
