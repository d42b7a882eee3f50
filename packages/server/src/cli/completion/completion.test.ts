import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { beforeAll, expect, it } from 'vitest';
import { createProgram } from '../program.ts';
import { bashCompletion } from './bash.ts';
import { allCommands, type CompletedCommand, commandTree } from './command-tree.ts';
import { fishCompletion } from './fish.ts';
import { zshCompletion } from './zsh.ts';

let program: Command;
let tree: CompletedCommand;
beforeAll(async () => {
  program = await createProgram(['', '', 'help']);
  tree = commandTree(program);
});

/** What bash offers at the end of a line. */
function offered(line: string): string[] {
  const script = `${bashCompletion(tree)}
COMP_LINE=$1 COMP_POINT=\${#1}
_locutor 2>/dev/null
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['--norc', '-c', script, 'bash', line], { encoding: 'utf8' });
  return out.split('\n').filter((word) => word !== '');
}

it.each([
  ['locutor rec', ['recognize']],
  ['locutor gram', ['grammar']],
  ['locutor models ', ['list', 'fetch', 'verify', 'remove']],
  ['locutor models fetch moon', ['moonshine-base', 'moonshine-tiny']],
  ['locutor recognize a.wav --language p', ['pa', 'pl', 'ps', 'pt']],
  ['locutor recognize -f ', ['text', 'json', 'srt', 'vtt', 'tsv']],
  ['locutor recognize --lm builtin:slm/', ['slm/general', 'slm/auto']],
  ['locutor recognize --set decoder.max', ['decoder.maxSentences=']],
  ['locutor recognize --max', ['--max-speakers']],
  ['locutor recognize --output ', []],
  ['locutor -c my.yaml grammar convert x --to ', ['srgs', 'xml', 'abnf', 'jsgf']],
  ['locutor lis', ['listen']],
  ['locutor listen --fa', ['--fast']],
  ['locutor speak Hi --voice pf', ['pf_dora']],
  ['locutor speak Hi --encoder alaw/8', ['alaw/8000/8/1', 'alaw/8000/8/2']],
  ['locutor completion ', ['bash', 'zsh', 'fish']],
])('bash completes %j', (line, words) => {
  expect(offered(line)).toEqual(words);
});

it('bash offers every command that the help lists', () => {
  const shown = program
    .createHelp()
    .visibleCommands(program)
    .map((each) => each.name());
  expect(offered('locutor ')).toEqual(shown.filter((name) => name !== 'help'));
  expect(shown.length).toBeGreaterThan(15);
});

it('every command and option is in the scripts of all shells', () => {
  for (const script of [bashCompletion(tree), zshCompletion(tree), fishCompletion(tree)]) {
    for (const { path, options } of allCommands(tree)) {
      expect(script).toContain(path.at(-1));
      for (const { flags } of options) expect(script).toContain(flags[0]!.replace(/^--/, ''));
    }
  }
});

it.for(['zsh', 'fish'])('%s can read its script', (shell, { skip }) => {
  if (spawnSync(shell, ['--version']).error) skip(`there is no ${shell} here`);
  const script = shell === 'zsh' ? zshCompletion(tree) : fishCompletion(tree);
  const file = join(mkdtempSync(join(tmpdir(), 'locutor-completion-')), 'script');
  writeFileSync(file, script);
  const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
  rmSync(dirname(file), { recursive: true });
  expect([status, stderr]).toEqual([0, '']);
});

it('every command has a form for programs, unless its commands have', () => {
  const without = allCommands(tree).filter(
    ({ commands, options }) =>
      commands.length === 0 && !options.some(({ flags }) => flags.includes('--json')),
  );
  expect(without.map(({ path }) => path.join(' '))).toEqual([]);
});
