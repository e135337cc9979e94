import TextInput from "ink-text-input";
import type { ReactNode } from "react";

type ShortFieldProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly mask?: string;
};

/** What Ink hands over may hold half a character of a pair: it is not text. */
const LONE_SURROGATE = /[\ud800-\udfff]/gu;

/** A short text field: `ink-text-input` behind the dispatcher, which keeps command keys and line ends from it. */
export function ShortField({ value, onChange, placeholder = "", mask }: ShortFieldProps): ReactNode {
  return (
    <TextInput
      value={value}
      placeholder={placeholder}
      focus
      showCursor
      {...(mask === undefined ? {} : { mask })}
      onChange={(next) => onChange(next.replace(LONE_SURROGATE, ""))}
    />
  );
}
