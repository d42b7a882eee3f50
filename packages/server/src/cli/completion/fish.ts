import { allCommands, type CompletedCommand, type CompletedOption } from './command-tree.ts';

/** A completion script for fish. */
export function fishCompletion(tree: CompletedCommand): string {
  const lines = allCommands(tree).flatMap((command) => {
    const when = conditionOf(command);
    return [
      ...command.commands.map(
        ({ path, about }) => `complete -c locutor -f -n ${when} -a ${path.at(-1)} -d ${quoted(about)}`,
      ),
      ...command.options.map((option) => `complete -c locutor -n ${when} ${optionOf(option)}`),
      ...(command.values.length > 0
        ? [`complete -c locutor -f -n ${when} -a ${quoted(command.values.join(' '))}`]
        : []),
    ];
  });
  return `# fish completion for locutor. Load it with: locutor completion fish | source
function __locutor_at --argument-names how
    set -l typed (commandline -opc)[2..]
    set -l words $argv[2..]
    test $how = exactly; and test (count $typed) -ne (count $words); and return 1
    test (count $typed) -ge (count $words); or return 1
    for at in (seq (count $words))
        test "$typed[$at]" = "$words[$at]"; or return 1
    end
end
${lines.join('\n')}
`;
}

/** The words of the command come first; where others follow that are commands, only those words. */
function conditionOf({ path, commands }: CompletedCommand): string {
  const words = path.slice(1).join(' ');
  return quoted(`__locutor_at ${commands.length > 0 ? 'exactly' : 'below'} ${words}`.trimEnd());
}

function optionOf({ flags, about, values }: CompletedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value =
    values === undefined ? [] : values.length > 0 ? ['-x', '-a', quoted(values.join(' '))] : ['-r'];
  return [...names, ...value, '-d', quoted(about)].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
