import { Command } from 'commander';
import type { Config } from '../../config/index.ts';
import { addCallOptions, namesIn } from '../call/options.ts';
import { serverOf } from '../call/server-client.ts';
import type { Context } from '../command.ts';
import { interruptSignal } from '../interrupt.ts';
import type { Listener } from '../listen/listener.ts';
import { withLocalListener } from '../listen/local-listener.ts';
import { openAudio } from '../listen/open-audio.ts';
import { resultPrinter } from '../listen/print-results.ts';
import { serverListener } from '../listen/server-listener.ts';
import { ANY_SERVER, headOf } from '../recognize/local-recognizer.ts';
import { type Recipe, type RecipeOptions, readRecipe, traitNames } from '../recognize/recipe.ts';
import { UsageError } from '../usage-error.ts';

interface ListenOptions extends RecipeOptions {
  readonly fast?: boolean;
  readonly json?: boolean;
}

/** Of raw audio whose type does not say it, where no configuration does. */
const RAW_RATE = 16_000;

const EXAMPLES = `
Examples:
  locutor listen                                    the microphone, until Ctrl-C
  locutor listen talk.mp3 --language pt             a file, at the speed of speech
  locutor listen answer.wav --lm builtin:grammar/date --json --fast
  ffmpeg -re -i film.mkv -f wav - | locutor listen -
  locutor listen --server https://speech.example.com`;

export function listenCommand({ quietConfig }: Context): Command {
  const command = new Command('listen')
    .description('transcribe speech while it is spoken, on this machine or on a server')
    .argument('[file]', 'an audio file, or - for standard input (default: the microphone)')
    .option('--fast', 'send the file as fast as it is accepted, not at the speed of speech')
    .option('-l, --language <code>', 'language of the speech, such as pt, or auto to detect it')
    .option('--hints <words>', 'words and phrases to favour, such as "locutor:20, ana maria:5"')
    .option(
      '--traits <names>',
      `estimate traits of the speaker: ${traitNames.join(', ')}`,
      namesIn(traitNames),
    )
    .option(
      '--media-type <type>',
      'type of audio without a header, such as "audio/raw;rate=8000;encoding=alaw"',
    )
    .option('--json', 'every result as JSON on a line of its own');
  return addCallOptions(command)
    .addHelpText('after', EXAMPLES)
    .action((file: string | undefined, options: ListenOptions) => listenTo(quietConfig, file, options));
}

async function listenTo(
  config: () => Config,
  file: string | undefined,
  options: ListenOptions,
): Promise<void> {
  if (options.fast && (file === undefined || file === '-'))
    throw new UsageError('--fast is for files: other audio comes as fast as it comes');
  const recipe = withNames(await readRecipe(options));
  const server = serverOf(options);
  const local = server ? undefined : config();
  const { diarization } = headOf(recipe, local ?? ANY_SERVER);
  if (diarization)
    throw new UsageError('diarization needs the whole recording; use "locutor recognize --speakers"');

  const ended = new AbortController();
  const { signal, release } = interruptSignal(ended);
  const printer = resultPrinter(options.json ?? false, process.stdout);
  // "| head -1" has what it wants: nobody reads the rest.
  const onClosed = () => ended.abort();
  process.stdout.once('error', onClosed);
  const work = async (listener: Listener) => {
    const source = {
      fast: options.fast ?? false,
      mediaType: recipe.mediaType,
      rawRate: local?.rawRate ?? RAW_RATE,
    };
    await listener.listen(await openAudio(file, source, ended.signal), printer.watch, signal);
  };
  try {
    if (server) await work(serverListener(server, recipe));
    else await withLocalListener(local!, recipe, work);
    printer.finish();
  } finally {
    printer.clear();
    ended.abort();
    process.stdin.destroy();
    process.stdout.off('error', onClosed);
    release();
  }
}

/** A session names its grammars; on this machine they are called the same. */
function withNames(recipe: Recipe): Recipe {
  const grammars = recipe.grammars.map((each, at) => ({ ...each, uri: `session:grammar-${at + 1}` }));
  return { ...recipe, grammars };
}
