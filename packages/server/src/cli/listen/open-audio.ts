import { DECODED_FORMAT, decodeFile } from '@locutor/engine';
import { audioFormat } from '../../operations/recognize/audio-format.ts';
import { openMicrophone, RECORDING_TYPE } from '../recognize/microphone.ts';
import { readAudio } from '../recognize/read-audio.ts';
import { CommandError, UsageError } from '../usage-error.ts';
import type { SpokenAudio } from './listener.ts';
import { paced } from './paced.ts';
import { until } from './until.ts';

/** Node reads no larger files. */
const MOST_BYTES = 2 ** 31 - 1;
const DECODED_TYPE = `audio/raw;encoding=${DECODED_FORMAT.encoding};rate=${DECODED_FORMAT.rate}`;
const BYTES_PER_SECOND = 2 * DECODED_FORMAT.rate;

export interface AudioOptions {
  /** Files as fast as they are taken, not as they were spoken. */
  readonly fast: boolean;
  /** Of audio without a header. */
  readonly mediaType: string | undefined;
  readonly rawRate: number;
}

/** The audio of a file, of standard input (`-`) or of the microphone, until the signal ends it. */
export async function openAudio(
  file: string | undefined,
  { fast, mediaType, rawRate }: AudioOptions,
  ended: AbortSignal,
): Promise<SpokenAudio> {
  if (file === undefined) return { parts: openMicrophone(ended), mediaType: RECORDING_TYPE };
  if (file === '-') {
    if (process.stdin.isTTY) {
      throw new UsageError(
        'standard input is a terminal: send audio into it, as in "arecord … | locutor listen -"',
      );
    }
    return { parts: until(process.stdin, ended), mediaType };
  }
  const bytes = await readAudio({ name: file, path: file, place: '' }, MOST_BYTES).catch((error: Error) => {
    throw new CommandError(`${file}: ${error.message}`, { cause: error });
  });
  const samples = named(file, decodeFile(bytes, audioFormat(mediaType, 'current', rawRate), ended));
  return { parts: until(fast ? samples : paced(samples, BYTES_PER_SECOND), ended), mediaType: DECODED_TYPE };
}

/** Says which file it is that cannot be decoded. */
async function* named(file: string, parts: AsyncIterable<Uint8Array>) {
  try {
    yield* parts;
  } catch (error) {
    throw new CommandError(`${file}: ${(error as Error).message}`, { cause: error });
  }
}
