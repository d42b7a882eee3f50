import { dirname, join } from 'node:path';
import {
  type CompiledGrammar,
  compileGrammar,
  type GrammarFormat,
  type Meaning,
  meaningText,
  printGrammar,
} from '@locutor/grammar';
import { type Command, Option } from 'commander';
import { printable } from '../../common/printable.ts';
import { MAX_GRAMMAR_BYTES } from '../../operations/lm-form.ts';
import { readSmallFile } from '../call/grammar-files.ts';
import { count, integer } from '../call/options.ts';
import { type Context, group } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { checkFile } from '../grammar/check-file.ts';
import { asCommandError, loadGrammar } from '../grammar/load-grammar.ts';
import { readPhraseTests } from '../grammar/phrase-tests.ts';
import { runPhraseTests } from '../grammar/run-phrase-tests.ts';
import { addJsonOption, type JsonOption, printJson, printList } from '../list.ts';
import { writeWhole } from '../recognize/write-whole.ts';
import { UsageError } from '../usage-error.ts';

const FORMATS: Readonly<Record<string, GrammarFormat>> = {
  srgs: 'xml',
  xml: 'xml',
  abnf: 'abnf',
  jsgf: 'jsgf',
};

interface ConvertOptions extends JsonOption {
  readonly to: string;
  readonly output?: string;
}

interface GenerateOptions extends JsonOption {
  readonly count: number;
  readonly seed: number;
  readonly meanings?: boolean;
}

type Hosts = () => readonly string[];

export function grammarCommand({ config }: Context): Command {
  const hosts: Hosts = () => config().grammarHosts;
  const grammar = group('grammar', 'check, convert, try and test grammars');
  addJsonOption(grammar.command('check').argument('<files...>', 'grammar files'))
    .option('--strict', 'warnings fail, too')
    .description('find errors, and what is odd')
    .action((files: string[], options: JsonOption & { strict?: boolean }) => check(files, hosts, options));
  addJsonOption(grammar.command('convert').argument('<file>', 'a grammar file, or builtin:grammar/NAME'))
    .addOption(new Option('--to <format>', 'syntax').choices(Object.keys(FORMATS)).makeOptionMandatory())
    .option('-o, --output <file>', 'a file (default: standard output)')
    .description('write a grammar in another syntax')
    .action((file: string, options: ConvertOptions) => convert(file, hosts, options));
  addJsonOption(grammar.command('generate').argument('<file>', 'a grammar file, or builtin:grammar/NAME'))
    .option('-n, --count <number>', 'how many', count, 10)
    .option('--seed <number>', 'the same seed gives the same sentences', integer, 1)
    .option('--meanings', 'with their meanings, as "grammar test" reads them')
    .description('print random sentences of a grammar')
    .action((file: string, options: GenerateOptions) => generate(file, hosts, options));
  addJsonOption(grammar.command('test').argument('<file>', 'tests in YAML, JSON or TSV'))
    .option('--grammar <file>', 'the grammar (default: the one that the tests name)')
    .description('compare the meanings of phrases with what they should be')
    .action((file: string, options: JsonOption & { grammar?: string }) => test(file, hosts, options));
  return grammar;
}

async function check(files: readonly string[], hosts: Hosts, options: JsonOption & { strict?: boolean }) {
  const checked: { file: string; findings: Awaited<ReturnType<typeof checkFile>> }[] = [];
  for (const file of files) checked.push({ file, findings: await checkFile(file, hosts) });
  if (options.json) printJson(checked);
  else {
    for (const { file, findings } of checked) {
      if (findings.length === 0) console.log(printable(`${file}: ok`));
      for (const { place, severity, message, code } of findings) {
        console.log(printable(`${place}: ${severity}: ${message} [${code}]`));
      }
    }
  }
  const bad = checked
    .flatMap(({ findings }) => findings)
    .filter(({ severity }) => options.strict || severity === 'error');
  if (bad.length > 0) process.exitCode = exitCodes.failed;
}

async function convert(file: string, hosts: Hosts, { to, output, json }: ConvertOptions): Promise<void> {
  const text = await loadGrammar(file, hosts)
    .then(({ document }) => printGrammar(document, FORMATS[to]!))
    .catch((error: unknown) => {
      throw asCommandError(error, file);
    });
  if (output !== undefined) await writeWhole(output, text);
  if (json) printJson({ format: FORMATS[to], ...(output === undefined ? { text } : { output }) });
  else if (output === undefined) process.stdout.write(text);
}

async function generate(file: string, hosts: Hosts, options: GenerateOptions): Promise<void> {
  const grammar = await compiled(file, hosts);
  const sentences = grammar.sentences({ count: options.count, seed: options.seed });
  const found: { phrase: string; match?: false; meaning?: Meaning }[] = [];
  for (const phrase of sentences) {
    found.push({ phrase, ...(options.meanings && (await meaningOf(grammar, phrase))) });
  }
  if (options.json) return printJson(found);
  for (const { phrase, match, meaning } of found) {
    const cell = match === false ? '-' : meaning === undefined ? undefined : meaningText(meaning);
    console.log(cell === undefined ? phrase : `${phrase}\t${cell}`);
  }
}

/** A sentence whose tags refuse it does not match, as far as anybody who asks is concerned. */
async function meaningOf(
  grammar: CompiledGrammar,
  phrase: string,
): Promise<{ match?: false; meaning?: Meaning }> {
  const { matches } = await grammar.match(phrase, { nBest: 1 });
  const [best] = matches.flatMap(({ interpretations }) => interpretations);
  return best ? { meaning: best.value } : { match: false };
}

async function test(file: string, hosts: Hosts, options: JsonOption & { grammar?: string }): Promise<void> {
  const { grammar: named, tests } = readPhraseTests(
    (await readSmallFile(file, MAX_GRAMMAR_BYTES)).toString(),
    file,
  );
  const beside = named === undefined || /^builtin:/i.test(named) ? named : join(dirname(file), named);
  const grammar = options.grammar ?? beside;
  if (grammar === undefined) throw new UsageError(`${file} names no grammar: name one with --grammar`);
  const outcomes = await runPhraseTests(await compiled(grammar, hosts), tests);
  const failed = outcomes.filter(({ ok }) => !ok).length;
  printList(options, outcomes, ['result', 'phrase', 'expected', 'got'], ({ ok, phrase, expected, got }) => [
    ok ? 'ok' : 'FAILED',
    phrase,
    expected,
    got,
  ]);
  if (!options.json) console.log(`\n${outcomes.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = exitCodes.failed;
}

async function compiled(file: string, hosts: Hosts) {
  try {
    const { document, options } = await loadGrammar(file, hosts);
    return await compileGrammar(document, options);
  } catch (error) {
    throw asCommandError(error, file);
  }
}
