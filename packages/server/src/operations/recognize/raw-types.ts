import type { DecodeAs } from '@locutor/contract';
import { quote, ServiceError } from '../../errors/index.ts';
import type { MediaType } from '../../http/media-type.ts';

type RawFormat = NonNullable<DecodeAs['raw']>;
type Encoding = RawFormat['encoding'];

/** The encodings that audio/raw can name. */
const ENCODINGS: readonly Encoding[] = ['pcm', 'alaw', 'ulaw', 'gsm'];
const TELEPHONE = 8000;
const [LOWEST, HIGHEST] = [4000, 192_000];

interface RawType {
  /** Undefined where a parameter names it. */
  readonly encoding?: Encoding;
  /** The only rate and the only number of channels: 8000 and 1. */
  readonly fixed?: true;
}

/** Types of audio without a header: audio/raw, and those whose RFCs (2046, 2586, 3551, 4856) say what the bytes are. */
const RAW_TYPES: ReadonlyMap<string, RawType> = new Map([
  ['audio/raw', {}],
  ['audio/l16', { encoding: 'pcm-big-endian' }],
  ['audio/pcma', { encoding: 'alaw' }],
  ['audio/pcmu', { encoding: 'ulaw' }],
  ['audio/basic', { encoding: 'ulaw', fixed: true }],
  ['audio/gsm', { encoding: 'gsm', fixed: true }],
  ['audio/x-gsm', { encoding: 'gsm', fixed: true }],
] satisfies [string, RawType][]);

/**
 * How to decode audio whose type says that it has no header, or undefined for other types. A file declared as audio/raw
 * is a mistake: read as samples it is noise. The other types also label files with a header (AU files are sent as
 * audio/basic, WAV files with A-law as audio/PCMA), which are decoded as what they are.
 */
export function rawAudio({ type, parameters }: MediaType, rawRate: number): DecodeAs | undefined {
  const known = RAW_TYPES.get(type);
  if (!known) return undefined;
  const wrong = (name: string, expected: string, value: string) =>
    new ServiceError(
      'ERR_INVALID_PARAMETER',
      `Content-Type ${type}: expected ${name} to be ${expected}, got ${quote(value)}`,
    );

  const encodingName = parameters.get('encoding')?.toLowerCase() ?? 'pcm';
  const encoding = known.encoding ?? ENCODINGS.find((each) => each === encodingName);
  if (encoding === undefined) throw wrong('encoding', 'pcm, alaw, ulaw or gsm', encodingName);

  // GSM 06.10 exists at one rate and with one channel only.
  const fixed = known.fixed ?? encoding === 'gsm';
  const what = known.encoding === undefined ? encoding : type;
  const rateText = parameters.get('rate');
  const rate = rateText === undefined ? defaultRate(type, fixed, rawRate) : Number(rateText);
  if (rateText !== undefined) {
    if (fixed && rateText !== String(TELEPHONE))
      throw wrong('rate', `8000, the only rate of ${what}`, rateText);
    if (type === 'audio/raw' && rateText !== '8000' && rateText !== '16000') {
      throw wrong('rate', '8000 or 16000', rateText);
    }
    if (!/^\d{1,6}$/.test(rateText) || rate < LOWEST || rate > HIGHEST) {
      throw wrong('rate', `an integer from ${LOWEST} to ${HIGHEST}`, rateText);
    }
  }

  const channelsText = parameters.get('channels') ?? '1';
  if (fixed && channelsText !== '1') throw wrong('channels', `1, the only number of ${what}`, channelsText);
  if (channelsText !== '1' && channelsText !== '2') throw wrong('channels', '1 or 2', channelsText);

  const raw = { encoding, rate, ...(channelsText === '2' && { channels: 2 }) };
  return type === 'audio/raw' ? { raw, refuseHeader: true } : { raw, preferHeader: true };
}

function defaultRate(type: string, fixed: boolean, rawRate: number): number {
  const telephone = fixed || type === 'audio/pcma' || type === 'audio/pcmu';
  return telephone ? TELEPHONE : rawRate;
}
