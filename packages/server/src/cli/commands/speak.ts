import { text as readAll } from 'node:stream/consumers';
import { Command, InvalidArgumentError } from 'commander';
import type { Config } from '../../config/index.ts';
import { addServerOptions, type ServerOptions } from '../call/options.ts';
import { serverOf } from '../call/server-client.ts';
import type { Context } from '../command.ts';
import { interruptSignal } from '../interrupt.ts';
import { addJsonOption, type JsonOption, printDone } from '../list.ts';
import { type OutputOptions, writeParts } from '../output.ts';
import { bestEncoder, codecOf } from '../speak/choose-encoder.ts';
import { completeWav } from '../speak/complete-wav.ts';
import { withLocalSpeaker } from '../speak/local-speaker.ts';
import { counted } from '../speak/progress.ts';
import { serverSpeaker } from '../speak/server-speaker.ts';
import type { Speaker, SpeechWish } from '../speak/speaker.ts';
import { UsageError } from '../usage-error.ts';

interface SpeakOptions extends OutputOptions, ServerOptions, JsonOption {
  readonly ssml?: boolean;
  readonly voice?: string;
  readonly encoder?: string;
  readonly rate?: number;
  readonly volume?: number;
  readonly quiet?: boolean;
}

const EXAMPLES = `
Examples:
  locutor speak "Good morning." -o morning.wav
  locutor speak "Bom dia, são 10h30." --voice pf_dora -o bom-dia.mp3
  locutor speak - --ssml -o menu.wav --encoder wav/8k/128kbps/mono < menu.ssml
  locutor speak "Hello" --server https://speech.example.com | aplay`;

export function speakCommand({ quietConfig }: Context): Command {
  const command = new Command('speak')
    .description('speak a text, on this machine or on a server')
    .argument('<text>', 'a text, or - for standard input')
    .option('-o, --output <file>', 'a file (default: standard output)')
    .option('--force', 'replace an existing file')
    .option('--ssml', 'the text is SSML')
    .option(
      '--voice <name>',
      'voice, such as af_heart (default: synthesisVoice, or the first of the language)',
    )
    .option(
      '--encoder <name>',
      'format, such as mp3/16k/32kbps/mono (default: by the name of the file, or WAV)',
    )
    .option('--rate <factor>', 'speed, from 0.3 to 3 (default: 1)', between(0.3, 3))
    .option('--volume <factor>', 'loudness, from 0 to 2 (default: 1)', between(0, 2))
    .option('-q, --quiet', 'no progress');
  return addJsonOption(addServerOptions(command))
    .addHelpText('after', EXAMPLES)
    .action((text: string, options: SpeakOptions) => speakText(quietConfig, text, options));
}

async function speakText(config: () => Config, given: string, options: SpeakOptions): Promise<void> {
  const { output } = options;
  if (output === undefined && options.json)
    throw new UsageError('--json needs --output, as the audio goes to standard output');
  if (output === undefined && process.stdout.isTTY) {
    throw new UsageError('name a file with --output, or send the audio to a program, as in "… | aplay"');
  }
  const text = given === '-' ? await readAll(process.stdin) : given;
  if (text.trim() === '') throw new UsageError('there is no text to speak');
  const server = serverOf(options);
  const { signal, release } = interruptSignal();
  const work = (speaker: Speaker) => writeSpeech(speaker, text, options, signal);
  try {
    if (server) await work(serverSpeaker(server));
    else await withLocalSpeaker(config(), work);
  } finally {
    release();
  }
}

async function writeSpeech(
  speaker: Speaker,
  text: string,
  options: SpeakOptions,
  signal: AbortSignal,
): Promise<void> {
  const { ssml = false, voice, rate, volume, output } = options;
  const encoder = options.encoder ?? (await encoderFor(output, speaker, signal));
  const wish: SpeechWish = { text, ssml, voice, encoder, rate, volume };
  const audio = counted(speaker.speak(wish, signal), output ?? '', options.quiet ?? false);
  await writeParts(audio.parts, options, { complete: completeWav });
  if (output === undefined) return;
  printDone(options, { output, encoder, voice, bytes: audio.bytes() }, `written: ${output}`);
}

async function encoderFor(output: string | undefined, speaker: Speaker, signal: AbortSignal) {
  const codec = output === undefined ? undefined : codecOf(output);
  return codec === undefined ? undefined : bestEncoder(codec, await speaker.encoders(signal));
}

function between(least: number, most: number) {
  return (text: string): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!(value >= least && value <= most))
      throw new InvalidArgumentError(`It is not a number from ${least} to ${most}.`);
    return value;
  };
}
