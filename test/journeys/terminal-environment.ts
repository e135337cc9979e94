/** What vitest, a multiplexer or a build machine put into the environment and a person's terminal does not have. */
const foreignVariable =
  /^(VITEST.*|NODE_ENV|NODE_OPTIONS|NODE_V8_COVERAGE|TEST|PROD|DEV|MODE|BASE_URL|SSR)$|^(TMUX|TMUX_PANE|STY|WINDOW|COLUMNS|LINES|TERM_PROGRAM.*|SSH_.*|NO_COLOR|FORCE_COLOR|CI|CI_.*|CONTINUOUS_INTEGRATION|BUILD_NUMBER|RUN_ID|GITHUB_ACTIONS|GITLAB_CI)$|^SEXTANT_|^(LANG|LC_.*)$/;

/** The environment of a program in a person's terminal. @param extra added to it; undefined takes a variable out */
export function terminalEnvironment(extra: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter(([name]) => !foreignVariable.test(name));
  // `npm run test:without-adapter` runs journeys once more with another way of writing.
  const { JOURNEY_OUTPUT: output } = process.env;
  const written = output === undefined ? {} : { SEXTANT_OUTPUT: output };
  const all = { ...Object.fromEntries(inherited), TERM: "xterm-256color", LANG: "C.UTF-8", ...written, ...extra };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}
