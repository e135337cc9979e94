import * as z from "zod";
import { ofLength } from "../lengths.ts";
import { givenName } from "../search-indexes/definition.ts";
import { someText } from "../some-text.ts";
import { variantUnion } from "../unions.ts";

/**
 * Analyzers of one's own in indexes of the first generation (specification 2.6): each part is one of the known kinds. The
 * specification names `htmlStrip`, `asciiFolding`, `omit` and `edgeGram`; the others are on the list of assumptions.
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
      words: { omit: "left out", include: "kept" },
    });

const whole = (title: string, help: string, example: string) =>
  z.int().min(0, "0 or more").meta({ title, help, example });
const wholeOr = (ghost: string, title: string, help: string) =>
  z.int().min(0, "0 or more").optional().meta({ title, help, example: ghost, ghost });

const grams = {
  minGram: whole("Shortest", "Characters of the shortest piece", "2"),
  maxGram: whole("Longest", "Characters of the longest piece", "15"),
};
const maxTokenLength = wholeOr("255", "Longest word", "Longer words are cut");
const pattern = z
  .string()
  .min(1, ofLength("enter an expression"))
  .meta({ title: "Expression", help: "A regular expression", example: "[-. ]+" });
const yesOr = (ghost: "yes" | "no", title: string, help: string) => z.boolean().optional().meta({ title, help, ghost });

export const CharFilter = variantUnion("type", [
  kind("htmlStrip", "Remove HTML tags", {
    ignoredTags: z.array(someText()).optional().meta({ title: "Keep tags", help: "Tags that stay", example: "b, i" }),
  }),
  kind("icuNormalize", "Normalise Unicode", {}),
  kind("mapping", "Replace characters", {
    mappings: z
      .record(z.string(), z.string())
      .meta({ title: "Replacements", help: "What is replaced, and by what", example: '{ "-": "" }', lines: true }),
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
    generateWordParts: yesOr("yes", "Word parts", "Split at delimiters into words"),
    generateNumberParts: yesOr("yes", "Number parts", "Split at delimiters into numbers"),
    concatenateWords: yesOr("no", "Join words", "Join the word parts again"),
    concatenateNumbers: yesOr("no", "Join numbers", "Join the number parts again"),
    concatenateAll: yesOr("no", "Join all", "Join all parts again"),
    preserveOriginal: yesOr("yes", "Keep the original", "The whole word stays too"),
    splitOnCaseChange: yesOr("yes", "Split at capitals", "A change of case starts a new part"),
    splitOnNumerics: yesOr("yes", "Split at digits", "A change to digits starts a new part"),
    stemEnglishPossessive: yesOr("yes", "Drop possessives", "'s is left out"),
    ignoreKeywords: yesOr("no", "Skip keywords", "Keywords are not split"),
  })
  .meta({ title: "Delimiters", help: "Where words are split, and what is joined" });

const ProtectedWords = z
  .strictObject({
    words: words("Words", "Words that are never split"),
    ignoreCase: yesOr("yes", "Ignore case", "Capitals make no difference"),
  })
  .meta({ title: "Protected words", help: "Words that are never split" });

export const TokenFilter = variantUnion("type", [
  kind("asciiFolding", "Drop accents", {
    originalTokens: omitOrInclude("Original words", "Whether the words with accents stay too", "omit"),
  }),
  kind("daitchMokotoffSoundex", "Sounds alike", {
    originalTokens: omitOrInclude("Original words", "Whether the words stay beside their sound", "include"),
  }),
  kind("edgeGram", "Beginnings of words", {
    ...grams,
    termNotInBounds: omitOrInclude("Shorter or longer words", "What happens to words outside the lengths", "omit"),
  }),
  kind("englishPossessive", "Drop English possessives", {}),
  kind("flattenGraph", "Flatten graph", {}),
  kind("icuFolding", "Fold Unicode", {}),
  kind("icuNormalizer", "Normalise Unicode", {
    normalizationForm: z
      .enum(FORMS)
      .optional()
      .meta({ title: "Form", help: "Form of Unicode normalisation", example: "nfc", ghost: "nfc", known: FORMS }),
  }),
  kind("kStemming", "Light English stemming", {}),
  kind("length", "Drop by length", {
    min: wholeOr("0", "Shortest", "Shorter words are left out"),
    max: wholeOr("255", "Longest", "Longer words are left out"),
  }),
  kind("lowercase", "Lower case", {}),
  kind("nGram", "Pieces of words", {
    ...grams,
    termNotInBounds: omitOrInclude("Shorter or longer words", "What happens to words outside the lengths", "omit"),
  }),
  kind("porterStemming", "English stemming (Porter)", {}),
  kind("regex", "Replace by expression", {
    pattern,
    replacement: z.string().meta({ title: "Replacement", help: "What stands in place of a match", example: "-" }),
    matches: z
      .enum(MATCHES)
      .meta({ title: "Matches", help: "All matches, or the first one", example: "all", known: MATCHES }),
  }),
  kind("reverse", "Reverse", {}),
  kind("shingle", "Groups of words", {
    minShingleSize: whole("Fewest", "Words of the smallest group", "2"),
    maxShingleSize: whole("Most", "Words of the largest group", "3"),
  }),
  kind("snowballStemming", "Stemming (Snowball)", {
    stemmerName: z
      .enum(STEMMERS)
      .meta({ title: "Stemmer", help: "Language of the stemming", example: "english", known: STEMMERS }),
  }),
  kind("spanishPluralStemming", "Spanish plurals", {}),
  kind("stempel", "Polish stemming", {}),
  kind("stopword", "Drop words", {
    tokens: words("Words", "Words that are left out"),
    ignoreCase: yesOr("yes", "Ignore case", "Capitals make no difference"),
  }),
  kind("trim", "Trim blanks", {}),
  kind("wordDelimiterGraph", "Split words", {
    delimiterOptions: DelimiterOptions.optional(),
    protectedWords: ProtectedWords.optional(),
  }),
]);

export const Tokenizer = variantUnion("type", [
  kind("edgeGram", "Beginnings of texts", grams),
  kind("keyword", "The whole text as one word", {}),
  kind("nGram", "Pieces of texts", grams),
  kind("regexCaptureGroup", "A group of an expression", {
    pattern,
    group: whole("Group", "Number of the group whose text is taken; 0 for the whole match", "0"),
  }),
  kind("regexSplit", "Split by expression", { pattern }),
  kind("standard", "Words", { maxTokenLength }),
  kind("uaxUrlEmail", "Words, addresses and e-mails", { maxTokenLength }),
  kind("whitespace", "Between blanks", { maxTokenLength }),
]);

/** An analyzer of one's own. */
export const TypedAnalyzer = z.strictObject({
  name: givenName().meta({
    title: "Name",
    help: "Mappings and queries call the analyzer by this name",
    example: "edgeName",
  }),
  charFilters: z.array(CharFilter).optional().meta({
    title: "Clean before cutting",
    help: "What is removed or replaced before the text is cut",
    assumes: "char filter types other than htmlStrip",
  }),
  tokenizer: Tokenizer.meta({
    title: "Tokenizer",
    help: "How text is cut into words",
    assumes: "tokenizer types other than edgeGram",
  }),
  tokenFilters: z.array(TokenFilter).optional().meta({
    title: "Adjust words",
    help: "What happens to each word, in this order",
    assumes: "token filter types other than asciiFolding, originalTokens other than omit",
  }),
});
