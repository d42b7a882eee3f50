import { allCommands, type CompletedCommand } from './command-tree.ts';

/** A completion script for bash, which needs no package of completions. */
export function bashCompletion(tree: CompletedCommand): string {
  const commands = allCommands(tree);
  const paths = commands.slice(1).map(({ path }) => quoted(path.join(' ')));
  const values = commands.flatMap(({ path, options }) =>
    options
      .filter((option) => option.values !== undefined)
      .map(({ flags, values: offered }) => {
        const pattern = flags.map((flag) => quoted(`${path.join(' ')} ${flag}`)).join('|');
        return `    ${pattern}) ${offered!.length > 0 ? `offered=${quoted(offered!.join(' '))}` : 'return'} ;;`;
      }),
  );
  const words = commands.map(({ path, options, commands: inner, values: offered }) => {
    const names = [...inner.map((each) => each.path.at(-1)!), ...offered].join(' ');
    const flags = options.flatMap((option) => option.flags).join(' ');
    return `      ${quoted(path.join(' '))}) names=${quoted(names)} flags=${quoted(flags)} ;;`;
  });
  return `# bash completion for locutor. Load it with: source <(locutor completion bash)
_locutor() {
  COMPREPLY=()
  # Not COMP_WORDS: bash cuts words at ":" and "=", which values have.
  local line=\${COMP_LINE:0:COMP_POINT} words i path=locutor offered= names= flags=
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  local last=$((\${#words[@]} - 1))
  local cur=\${words[last]} prev=\${words[last - 1]}
  for ((i = 1; i < last; i++)); do
    case "$path \${words[i]}" in
      ${paths.join('|')}) path="$path \${words[i]}" ;;
    esac
  done
  case "$path $prev" in
${values.join('\n')}
    *)
      case $path in
${words.join('\n')}
      esac
      if [[ $cur == -* ]]; then offered=$flags; else offered=$names; fi
      ;;
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$cur"))
  # What is before the last ":" or "=" is typed already.
  local typed=\${cur%"\${cur##*[:=]}"}
  COMPREPLY=("\${COMPREPLY[@]#"$typed"}")
  [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
complete -o default -F _locutor locutor
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\\\''")}'`;
}
