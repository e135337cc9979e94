/**
 * Completion scripts. All three call `sextant complete` for the candidates: one a line, its help after a tab, or `:files` and `:directories` where
 * the shell completes paths itself. Words are passed and returned unquoted; names in them come from the service, so the inserted word has to be
 * quoted: zsh and fish do that themselves, bash does not.
 */

export type Shell = "bash" | "fish" | "zsh";

const BASH = `# bash completion of sextant
_sextant() {
  local line word reply rest cut
  local -a words
  local IFS=$' \\t\\n'
  line="\${COMP_LINE:0:COMP_POINT}"
  # inside of quotes nothing is known of where the word starts
  [[ \${COMP_WORDS[COMP_CWORD]} == [\\"\\']* ]] && return 0
  # no -r: a word is asked for without its backslashes
  read -a words <<< "$line"
  [[ $line == *[[:space:]] && $line != *\\\\[[:space:]] ]] && words+=("")
  word="\${words[-1]}"
  reply="$(sextant complete -- "\${words[@]:1}" 2>/dev/null)" || return 0
  case $reply in
    :files) compopt -o default; COMPREPLY=(); return 0 ;;
    :directories) compopt -o dirnames; COMPREPLY=(); return 0 ;;
  esac
  # bash takes what stands behind the last of these for a word of its own, and "@" for the start of one
  rest="$word"
  [[ $COMP_WORDBREAKS == *=* ]] && rest="\${rest##*=}"
  [[ $COMP_WORDBREAKS == *:* ]] && rest="\${rest##*:}"
  [[ $COMP_WORDBREAKS == *@* && $rest == *@* ]] && rest="@\${rest##*@}"
  cut="\${word%"$rest"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    [[ -n $word ]] || continue
    word="\${word#"$cut"}"
    [[ -n $word ]] && printf -v word %q "$word"
    COMPREPLY+=("$word")
  done <<< "$reply"
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]] && compopt -o nospace
  return 0
}
complete -F _sextant sextant
`;

const ZSH = `#compdef sextant
# zsh completion of sextant
_sextant() {
  local reply line word help
  local -a found open
  reply="$(sextant complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)" || return 1
  case $reply in
    :files) _files; return ;;
    :directories) _files -/; return ;;
  esac
  for line in "\${(@f)reply}"; do
    word="\${line%%$'\\t'*}"
    help="\${line#*$'\\t'}"
    [[ -z $word ]] && continue
    if [[ $word == *= ]]; then open+=("$word"); else
      word="\${word//\\\\/\\\\\\\\}"
      found+=("\${word//:/\\\\:}:$help")
    fi
  done
  (( \${#open} )) && compadd -S '' -- $open
  (( \${#found} )) && _describe sextant found
}
if [[ $funcstack[1] == _sextant ]]; then _sextant "$@"; else compdef _sextant sextant; fi
`;

const FISH = `# fish completion of sextant
function __sextant_complete
    set -l current (commandline -ct)
    set -l plain (string unescape -- "$current")
    or set plain $current
    set -l typed (commandline -opc)[2..] "$plain"
    set -l reply (sextant complete -- $typed 2>/dev/null)
    switch "$reply[1]"
        case :files
            __fish_complete_path (commandline -ct)
        case :directories
            __fish_complete_directories (commandline -ct)
        case '*'
            printf '%s\\n' $reply
    end
end
complete -c sextant -f -a '(__sextant_complete)'
`;

const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };

/** The script that a shell reads once. */
export const completionScript = (shell: Shell): string => SCRIPTS[shell];
