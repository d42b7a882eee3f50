import { allCommands, type CompletedCommand, type CompletedOption } from './command-tree.ts';

/** A completion script for zsh. */
export function zshCompletion(tree: CompletedCommand): string {
  const functions = allCommands(tree).map(functionOf).join('\n');
  return `#compdef locutor
# zsh completion for locutor. Load it with: source <(locutor completion zsh)
${functions}
compdef ${nameOf(tree)} locutor
`;
}

function nameOf({ path }: CompletedCommand): string {
  return `_${path.join('_')}`;
}

function functionOf(command: CompletedCommand): string {
  const options = command.options.map(specOf);
  if (command.commands.length === 0) {
    const rest = command.values.length > 0 ? `*: :(${command.values.join(' ')})` : '*:file:_files';
    return `${nameOf(command)}() {\n  _arguments ${[...options, quoted(rest)].join(' \\\n    ')}\n}`;
  }
  const names = command.commands.map(({ path, about }) => quoted(`${escaped(path.at(-1)!)}:${about}`));
  const calls = command.commands.map((each) => `      ${each.path.at(-1)}) ${nameOf(each)} ;;`);
  const specs = [...options, quoted('1: :->command'), quoted('*:: :->rest')];
  return `${nameOf(command)}() {
  local state line
  _arguments -C ${specs.join(' \\\n    ')}
  case $state in
    command)
      local -a commands=(${names.join(' ')})
      _describe command commands
      ;;
    rest) case $line[1] in
${calls.join('\n')}
    esac ;;
  esac
}`;
}

/** `'(-l --language)'{-l,--language}'[about]:value:(en pt)'`. */
function specOf({ flags, about, values }: CompletedOption): string {
  const value =
    values === undefined ? '' : values.length > 0 ? `: :(${values.map(escaped).join(' ')})` : ':file:_files';
  const text = quoted(`[${about.replace(/[[\]]/g, '')}]${value}`);
  return flags.length === 1 ? `'*'${flags[0]}${text}` : `'*'{${flags.join(',')}}${text}`;
}

function escaped(text: string): string {
  return text.replaceAll(':', '\\:');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\\\''")}'`;
}
