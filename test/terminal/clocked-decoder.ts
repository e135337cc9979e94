import { StringDecoder } from "node:string_decoder";
import { createDecoder, type DecodedEvent, type Hold } from "../../src/terminal/input/decoder.ts";

/** What is held for how long, in milliseconds: the defaults of `createInput`. */
export const holds: Readonly<Record<Hold, number>> = {
  escape: 30,
  sequence: 100,
  tail: 300,
  burst: 100,
  paste: 10_000,
};

/** Bytes, and for how long nothing comes after them, in milliseconds. */
export interface Delivery {
  readonly bytes: Uint8Array;
  readonly pause: number;
}

/** Feeds bytes to a decoder as a terminal would, with pauses, on a clock that is only counted. */
export function decode(deliveries: readonly Delivery[]): DecodedEvent[] {
  const decoder = createDecoder();
  const utf8 = new StringDecoder("utf8");
  return deliveries.flatMap(({ bytes, pause }) => {
    const events = decoder.push(utf8.write(bytes));
    let left = pause;
    for (let pending = decoder.pending; pending !== undefined && left > holds[pending]; pending = decoder.pending) {
      left -= holds[pending];
      events.push(...decoder.flush());
    }
    return events;
  });
}

/** Feeds whole text at once and waits long after it. */
export function decodeAtOnce(text: string): DecodedEvent[] {
  return decode([{ bytes: Buffer.from(text), pause: 60_000 }]);
}

/** What a person did, in words: names of keys, texts and pastes. Neighbouring characters count as one text. */
export function said(events: readonly DecodedEvent[]): string[] {
  const words: string[] = [];
  let text = "";
  const endText = () => {
    if (text !== "") {
      words.push(`text:${text}`);
      text = "";
    }
  };
  for (const event of events) {
    if (event.type === "text") {
      text += event.text;
    } else if (event.type === "key" && event.text !== undefined) {
      text += event.text;
    } else {
      endText();
      if (event.type !== "reply") {
        words.push(event.type === "paste" ? `paste:${event.text}` : event.name);
      }
    }
  }
  endText();
  return words;
}
