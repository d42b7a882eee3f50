import type { DecodeAs } from '@locutor/contract';
import { quote, ServiceError } from '../../errors/index.ts';

/** How the audio of a session is coded. */
export interface Codec {
  /** As Asterisk names it. */
  readonly name: string;
  readonly decode: DecodeAs;
  /** Packets of Opus, one in each message. */
  readonly packets?: true;
}

const TELEPHONE = 8000;
/** In a message. */
const MOST_NAMED = 10;

const RATES: Readonly<Record<string, number>> = {
  ...{ slin: TELEPHONE, slin12: 12_000, slin16: 16_000, slin24: 24_000, slin32: 32_000 },
  ...{ slin44: 44_100, slin48: 48_000, slin96: 96_000, slin192: 192_000 },
};

/**
 * The first codec that can be decoded. Asterisk calls signed linear audio `slin` at every rate; `slinRate` is what the
 * configuration says of it.
 */
export function chooseCodec(offered: readonly string[], slinRate: number | undefined): Codec {
  for (const name of offered) {
    const decode = decodeOf(name, slinRate);
    if (decode) return { name, decode, ...(name === 'opus' && { packets: true }) };
  }
  const named = offered.slice(0, MOST_NAMED).map(quote).join(', ');
  throw new ServiceError(
    'ERR_NOT_SUPPORTED',
    `none of the codecs ${named}${offered.length > MOST_NAMED ? ' and others' : ''} is decoded here; there are ulaw, alaw, slin and opus`,
  );
}

function decodeOf(name: string, slinRate: number | undefined): DecodeAs | undefined {
  if (name === 'opus') return {};
  if (name === 'ulaw' || name === 'alaw') return { raw: { encoding: name, rate: TELEPHONE } };
  if (!Object.hasOwn(RATES, name)) return undefined;
  const rate = name === 'slin' ? (slinRate ?? TELEPHONE) : RATES[name]!;
  return { raw: { encoding: 'pcm', rate } };
}
