import { PLAIN_GRAPHEMES } from "./plain.ts";

const { Segmenter } = Intl;

type Piece = { readonly segment: string; readonly index: number; readonly input: string };

function* characters(input: string): Generator<Piece, undefined> {
  for (let index = 0; index < input.length; index += 1) yield { segment: input.charAt(index), index, input };
}

/**
 * Replaces `Intl.Segmenter` in the bundle. The first one loads Unicode's tables (11 ms), and packages that create one while they load mostly see
 * texts that need none.
 */
export class LazySegmenter {
  readonly #locales: ConstructorParameters<typeof Segmenter>[0];
  readonly #options: Intl.SegmenterOptions | undefined;
  #real: Intl.Segmenter | undefined;

  constructor(locales?: ConstructorParameters<typeof Segmenter>[0], options?: Intl.SegmenterOptions) {
    this.#locales = locales;
    this.#options = options;
  }

  #load(): Intl.Segmenter {
    this.#real ??= new Segmenter(this.#locales, this.#options);
    return this.#real;
  }

  segment(input: string): Iterable<Intl.SegmentData | Piece> & Pick<Intl.Segments, "containing"> {
    const { granularity = "grapheme" } = this.#options ?? {};
    if (granularity !== "grapheme" || !PLAIN_GRAPHEMES.test(input)) return this.#load().segment(input);
    return {
      containing: (index) => this.#load().segment(input).containing(index),
      [Symbol.iterator]: () => characters(input),
    };
  }

  resolvedOptions(): Intl.ResolvedSegmenterOptions {
    return this.#load().resolvedOptions();
  }
}
