import { Command, Option } from 'commander';
import { printable } from '../../common/printable.ts';
import type { Config } from '../../config/index.ts';
import { addCallOptions, count, namesIn } from '../call/options.ts';
import { serverOf } from '../call/server-client.ts';
import type { Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { interruptSignal } from '../interrupt.ts';
import { enoughProcesses } from '../recognize/enough-processes.ts';
import type { FileRecognizer } from '../recognize/file-recognizer.ts';
import { type FormatName, formatNames, readFormats } from '../recognize/formats.ts';
import { findInputs, type Input, MICROPHONE } from '../recognize/inputs.ts';
import { jobRecognizer } from '../recognize/job-recognizer.ts';
import { ANY_SERVER, headOf, withLocalRecognizer } from '../recognize/local-recognizer.ts';
import { RECORDING_TYPE, recordUntilInterrupt } from '../recognize/microphone.ts';
import { isFinished, type OutputFiles, planOutputs, writeOutputs } from '../recognize/outputs.ts';
import { shown, summary } from '../recognize/print-outcomes.ts';
import { showProgress } from '../recognize/progress.ts';
import { readAudio } from '../recognize/read-audio.ts';
import { type RecipeOptions, readRecipe, traitNames } from '../recognize/recipe.ts';
import { recognizeFiles } from '../recognize/recognize-files.ts';
import { serverRecognizer } from '../recognize/server-recognizer.ts';
import { UsageError } from '../usage-error.ts';

interface RecognizeOptions extends RecipeOptions {
  readonly format?: readonly FormatName[];
  readonly json?: boolean;
  readonly output?: string;
  readonly resume?: boolean;
  readonly jobs?: number;
  readonly microphone?: boolean;
  readonly job?: boolean;
  readonly quiet?: boolean;
}

/** What a recording has at most where no configuration says it. */
const RECORDING_SECONDS = 600;

const EXAMPLES = `
Examples:
  locutor recognize speech.wav
  locutor recognize calls/ -o transcripts/ -f text,srt --resume
  locutor recognize talk.mp3 --language pt --speakers
  locutor recognize answer.wav --lm builtin:grammar/date --json
  ffmpeg -i film.mkv -f flac - | locutor recognize - -f vtt -o film.vtt
  locutor recognize speech.wav --server https://speech.example.com
  locutor recognize meeting.mp3 --server https://speech.example.com --job`;

export function recognizeCommand({ quietConfig }: Context): Command {
  const command = new Command('recognize')
    .description('transcribe audio, on this machine or on a server')
    .argument('[inputs...]', 'audio files, folders, patterns such as "*.wav", or - for standard input')
    .option(
      '-f, --format <formats>',
      `${formatNames.join(', ')}; several with commas (default: text)`,
      readFormats,
    )
    .option('--json', 'the same as --format json')
    .option(
      '-o, --output <path>',
      'a file, or a folder for several files or formats (default: standard output)',
    )
    .option('--resume', 'skip files whose outputs exist and are not older than the audio')
    .option('-l, --language <code>', 'language of the speech, such as pt, or auto to detect it')
    .option('--speakers', 'tell speakers apart')
    .option('--max-speakers <number>', 'there are at most so many speakers; implies --speakers')
    .option('--hints <words>', 'words and phrases to favour, such as "locutor:20, ana maria:5"')
    .addOption(new Option('--accuracy <level>', 'high takes longer').choices(['normal', 'high']))
    .option(
      '--traits <names>',
      `estimate traits of the speaker: ${traitNames.join(', ')}`,
      namesIn(traitNames),
    )
    .option(
      '--media-type <type>',
      'type of audio without a header, such as "audio/raw;rate=8000;encoding=alaw"',
    )
    .option('--microphone', 'record until Ctrl-C, then transcribe')
    .option('-j, --jobs <number>', 'files at once (default: one per engine process)', count)
    .option('--job', 'have the server recognise in the background; a restart of the server does no harm')
    .option('-q, --quiet', 'no progress and no summary');
  return addCallOptions(command)
    .addHelpText('after', EXAMPLES)
    .action((args: string[], options: RecognizeOptions) => recognizeInputs(quietConfig, args, options));
}

async function recognizeInputs(
  config: () => Config,
  args: readonly string[],
  options: RecognizeOptions,
): Promise<void> {
  const formats = formatsOf(options);
  const recipe = await readRecipe(options);
  const inputs = await inputsOf(args, options);
  const plan = await planOf(inputs, formats, options);
  const server = serverOf(options);
  if (options.job && !server) throw new UsageError('--job needs --server: it is the server that keeps jobs');
  const local = server ? undefined : config();
  headOf(recipe, local ?? ANY_SERVER);
  const recording = options.microphone
    ? await recordUntilInterrupt(local?.maxAudioSeconds ?? RECORDING_SECONDS)
    : undefined;

  const finished = options.resume ? await finishedOf(plan!) : [];
  const open = inputs.filter((input) => !finished.includes(input));
  const { signal, release } = interruptSignal();
  const unit = options.job ? 'percent' : 'seconds';
  const progress = showProgress(open, process.stderr, options.quiet ?? false, unit);
  const several = inputs.length > 1;
  const work = (recognizer: FileRecognizer) =>
    recognizeFiles(open, recognizer, {
      signal,
      jobs: options.jobs,
      read: async (input, mostBytes) =>
        recording
          ? { bytes: recording, mediaType: RECORDING_TYPE }
          : { bytes: await readAudio(input, mostBytes), mediaType: recipe.mediaType },
      keep: async (input, results) => plan && writeOutputs(results, plan.get(input)!),
      heard: progress.heard,
      report(outcome) {
        progress.finished(outcome.input);
        progress.aside(() => {
          if (!plan) process.stdout.write(shown(outcome, formats[0]!, several));
          if (outcome.message !== undefined) {
            process.stderr.write(`locutor: ${printable(`${outcome.input.name}: ${outcome.message}`)}\n`);
          }
        });
      },
    });
  try {
    const recognized =
      open.length === 0
        ? []
        : server
          ? await work(await (options.job ? jobRecognizer : serverRecognizer)(server, recipe, signal))
          : await withLocalRecognizer(local!, recipe, await enoughProcesses(open, local!), work);
    const outcomes = [...finished.map((input) => ({ input, state: 'skipped' as const })), ...recognized];
    progress.stop();
    if (several && !options.quiet) process.stderr.write(`${summary(outcomes)}\n`);
    if (outcomes.some(({ state }) => state === 'failed')) process.exitCode = exitCodes.failed;
  } finally {
    progress.stop();
    release();
  }
}

async function finishedOf(plan: OutputFiles): Promise<Input[]> {
  const inputs = [...plan.keys()];
  const states = await Promise.all(inputs.map((input) => isFinished(input, plan.get(input)!)));
  return inputs.filter((_, at) => states[at]);
}

function formatsOf({ format = [], json }: RecognizeOptions): readonly FormatName[] {
  if (json && format.some((name) => name !== 'json'))
    throw new UsageError('--json is --format json: give one of them');
  return json ? ['json'] : format.length > 0 ? format : ['text'];
}

async function inputsOf(args: readonly string[], { microphone }: RecognizeOptions): Promise<Input[]> {
  if (microphone && args.length > 0) throw new UsageError('--microphone takes no files');
  if (microphone) return [MICROPHONE];
  if (args.length === 0) throw new UsageError('name audio files, a folder, or - for standard input');
  return findInputs(args);
}

async function planOf(
  inputs: readonly Input[],
  formats: readonly FormatName[],
  { output, resume }: RecognizeOptions,
): Promise<OutputFiles | undefined> {
  if (output !== undefined) return planOutputs(inputs, formats, output);
  if (resume) throw new UsageError('--resume needs --output: it looks there for what is done');
  if (formats.length > 1) throw new UsageError('several formats need --output with a folder');
  if (inputs.length > 1 && formats[0] !== 'text' && formats[0] !== 'json') {
    throw new UsageError(`several files as ${formats[0]} need --output with a folder`);
  }
  return undefined;
}
