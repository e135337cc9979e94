import * as z from "zod";
import { ofLength } from "../schema/lengths.ts";
import { someText } from "../schema/some-text.ts";
import { variantUnion } from "../schema/unions.ts";
import { newName } from "../search-indexes/definition.ts";

/**
 * Custom analyzers of first-generation indexes (specification 2.6): each part is one of the known kinds. The specification names `htmlStrip`,
 * `asciiFolding`, `omit` and `edgeGram`; the others are on the list of assumptions.
 */

const kind = <const Name extends string, Fields extends z.ZodRawShape>(name: Name, title: string, fields: Fields) =>
  z.strictObject({ type: z.literal(name), ...fields }).meta({ title });

const OMIT_OR_INCLUDE = ["omit", "include"] as const;

const omitOrInclude = (title: string, help: string, ghost: "omit" | "include") =>
  z
    .enum(OMIT_OR_INCLUDE)
    .optional()
    .meta({
      title,
      help,
      example: "omit",
      ghost,
      known: OMIT_OR_INCLUDE,
      words: { omit: "omitted", include: "kept" },
    });

const whole = (title: string, help: string, example: string) =>
  z.int().min(0, "0 or more").meta({ title, help, example });
const wholeOr = (ghost: string, title: string, help: string) =>
  z.int().min(0, "0 or more").optional().meta({ title, help, example: ghost, ghost });

const grams = {
  minGram: whole("Min length", "Characters of the shortest n-gram", "2"),
  maxGram: whole("Max length", "Characters of the longest n-gram", "15"),
};
const maxTokenLength = wholeOr("255", "Max token length", "Longer tokens are split");
const pattern = z
  .string()
  .min(1, ofLength("enter a regular expression"))
  .meta({ title: "Pattern", help: "Regular expression", example: "[-. ]+" });
const flag = (ghost: "on" | "off", title: string, help: string) => z.boolean().optional().meta({ title, help, ghost });

export const CharFilter = variantUnion("type", [
  kind("htmlStrip", "Remove HTML tags", {
    ignoredTags: z
      .array(someText())
      .optional()
      .meta({ title: "Keep tags", help: "HTML tags that are kept", example: "b, i" }),
  }),
  kind("icuNormalize", "Normalise Unicode", {}),
  kind("mapping", "Replace characters", {
    mappings: z
      .record(z.string(), z.string())
      .meta({ title: "Replacements", help: "Each text and its replacement", example: '{ "-": "" }', lines: true }),
  }),
  kind("persian", "Persian", {}),
]);

const STEMMERS = [
  "arabic",
  "armenian",
  "basque",
  "catalan",
  "danish",
  "dutch",
  "english",
  "finnish",
  "french",
  "german",
  "german2",
  "hungarian",
  "irish",
  "italian",
  "kp",
  "lithuanian",
  "lovins",
  "norwegian",
  "porter",
  "portuguese",
  "romanian",
  "russian",
  "spanish",
  "swedish",
  "turkish",
] as const;

const FORMS = ["nfd", "nfc", "nfkd", "nfkc"] as const;
const MATCHES = ["all", "first"] as const;

const words = (title: string, help: string) => z.array(someText()).meta({ title, help, example: "the, of, and" });

const DelimiterOptions = z
  .strictObject({
    generateWordParts: flag("on", "Word parts", "Split at delimiters into words"),
    generateNumberParts: flag("on", "Number parts", "Split at delimiters into numbers"),
    concatenateWords: flag("off", "Join words", "Also add the joined word parts"),
    concatenateNumbers: flag("off", "Join numbers", "Also add the joined number parts"),
    concatenateAll: flag("off", "Join all", "Also add all parts joined"),
    preserveOriginal: flag("on", "Keep the original", "Also keep the whole word"),
    splitOnCaseChange: flag("on", "Split at capitals", "A change of case starts a new part"),
    splitOnNumerics: flag("on", "Split at digits", "A change to digits starts a new part"),
    stemEnglishPossessive: flag("on", "Remove possessives", "Removes a trailing 's"),
    ignoreKeywords: flag("off", "Skip keywords", "Keywords are not split"),
  })
  .meta({ title: "Delimiters", help: "How words are split and joined" });

const ProtectedWords = z
  .strictObject({
    words: words("Words", "Words that are never split"),
    ignoreCase: flag("on", "Ignore case", "Upper and lower case match"),
  })
  .meta({ title: "Protected words", help: "Words that are never split" });

export const TokenFilter = variantUnion("type", [
  kind("asciiFolding", "Remove accents", {
    originalTokens: omitOrInclude("Original tokens", "Keep or omit the tokens with accents", "omit"),
  }),
  kind("daitchMokotoffSoundex", "Phonetic (Soundex)", {
    originalTokens: omitOrInclude("Original tokens", "Keep or omit the tokens beside their phonetic form", "include"),
  }),
  kind("edgeGram", "Prefixes of tokens (edgeGram)", {
    ...grams,
    termNotInBounds: omitOrInclude("Other lengths", "Keep or omit tokens outside these lengths", "omit"),
  }),
  kind("englishPossessive", "Remove English possessives", {}),
  kind("flattenGraph", "Flatten graph", {}),
  kind("icuFolding", "Fold Unicode", {}),
  kind("icuNormalizer", "Normalise Unicode", {
    normalizationForm: z
      .enum(FORMS)
      .optional()
      .meta({ title: "Form", help: "Form of Unicode normalisation", example: "nfc", ghost: "nfc", known: FORMS }),
  }),
  kind("kStemming", "Light English stemming", {}),
  kind("length", "Filter by length", {
    min: wholeOr("0", "Min length", "Shorter tokens are omitted"),
    max: wholeOr("255", "Max length", "Longer tokens are omitted"),
  }),
  kind("lowercase", "Lower case", {}),
  kind("nGram", "n-grams of tokens", {
    ...grams,
    termNotInBounds: omitOrInclude("Other lengths", "Keep or omit tokens outside these lengths", "omit"),
  }),
  kind("porterStemming", "English stemming (Porter)", {}),
  kind("regex", "Replace by regular expression", {
    pattern,
    replacement: z.string().meta({ title: "Replacement", help: "Text that replaces a match", example: "-" }),
    matches: z
      .enum(MATCHES)
      .meta({ title: "Matches", help: "All matches, or the first one", example: "all", known: MATCHES }),
  }),
  kind("reverse", "Reverse", {}),
  kind("shingle", "Shingles (word n-grams)", {
    minShingleSize: whole("Min size", "Words in the smallest shingle", "2"),
    maxShingleSize: whole("Max size", "Words in the largest shingle", "3"),
  }),
  kind("snowballStemming", "Stemming (Snowball)", {
    stemmerName: z
      .enum(STEMMERS)
      .meta({ title: "Stemmer", help: "Stemming language", example: "english", known: STEMMERS }),
  }),
  kind("spanishPluralStemming", "Spanish plurals", {}),
  kind("stempel", "Polish stemming", {}),
  kind("stopword", "Remove stop words", {
    tokens: words("Words", "Words to remove"),
    ignoreCase: flag("on", "Ignore case", "Upper and lower case match"),
  }),
  kind("trim", "Trim whitespace", {}),
  kind("wordDelimiterGraph", "Split words", {
    delimiterOptions: DelimiterOptions.optional(),
    protectedWords: ProtectedWords.optional(),
  }),
]);

const Tokenizer = variantUnion("type", [
  kind("edgeGram", "Prefixes of the text (edgeGram)", grams),
  kind("keyword", "Whole text as one token", {}),
  kind("nGram", "n-grams of the text", grams),
  kind("regexCaptureGroup", "Regular expression group", {
    pattern,
    group: whole("Group", "Number of the capture group; 0 for the whole match", "0"),
  }),
  kind("regexSplit", "Split by regular expression", { pattern }),
  kind("standard", "Words", { maxTokenLength }),
  kind("uaxUrlEmail", "Words, URLs and e-mail addresses", { maxTokenLength }),
  kind("whitespace", "Split at whitespace", { maxTokenLength }),
]);

/** A custom analyzer. */
export const TypedAnalyzer = z.strictObject({
  name: newName().meta({
    title: "Name",
    help: "Name used in mappings and queries",
    example: "edgeName",
  }),
  charFilters: z.array(CharFilter).optional().meta({
    title: "Char filters",
    help: "What is removed or replaced before tokenizing",
    assumes: "char filter types other than htmlStrip",
  }),
  tokenizer: Tokenizer.meta({
    title: "Tokenizer",
    help: "How text is split into tokens",
    assumes: "tokenizer types other than edgeGram",
  }),
  tokenFilters: z.array(TokenFilter).optional().meta({
    title: "Token filters",
    help: "Filters applied to each token, in this order",
    assumes: "token filter types other than asciiFolding, originalTokens other than omit",
  }),
});
