/** The built-in analyzers (specification 2.6). */
const LANGUAGES = [
  "arabic",
  "armenian",
  "basque",
  "bengali",
  "brazilian",
  "bulgarian",
  "catalan",
  "chinese",
  "cjk",
  "czech",
  "danish",
  "dutch",
  "english",
  "finnish",
  "french",
  "galician",
  "german",
  "greek",
  "hindi",
  "hungarian",
  "indonesian",
  "irish",
  "italian",
  "japanese",
  "korean",
  "kuromoji",
  "latvian",
  "lithuanian",
  "morfologik",
  "nori",
  "norwegian",
  "persian",
  "portuguese",
  "romanian",
  "russian",
  "smartcn",
  "sorani",
  "spanish",
  "swedish",
  "thai",
  "turkish",
  "ukrainian",
] as const;

/** Names that `analyzer`, `searchAnalyzer` and a synonym mapping may use without a definition. */
export const BUILT_IN_ANALYZERS: readonly string[] = [
  "lucene.standard",
  "lucene.simple",
  "lucene.whitespace",
  "lucene.keyword",
  ...LANGUAGES.map((language) => `lucene.${language}`),
];

/** The service's default analyzer. */
export const DEFAULT_ANALYZER = "lucene.standard";

/** Prefixes reserved by the service, which custom analyzers may not use. */
const RESERVED = /^(?:lucene|builtin|mongodb)\./u;

export const isReservedName = (name: string): boolean => RESERVED.test(name);
