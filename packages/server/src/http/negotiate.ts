import { quote, ServiceError } from '../errors/index.ts';

/** A media type that an answer can have. */
export type AnswerType = 'application/json' | 'application/xml' | 'text/xml' | 'text/event-stream';

/** What operations offer, in the order the server prefers them. */
export const JSON_TYPE: readonly AnswerType[] = ['application/json'];
export const JSON_OR_XML_TYPES: readonly AnswerType[] = ['application/json', 'application/xml', 'text/xml'];

interface Range {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
}

const RANGE = /^([\w!#$%&'*+.^`|~-]+)\/([\w!#$%&'*+.^`|~-]+)$/;
// Java clients omit the zero: q=.2.
const QUALITY = /^q=(0?\.\d{0,3}|0|1(?:\.0{0,3})?)$/i;

/**
 * The type to answer with, by RFC 9110's rules: the most specific range decides a type's quality, the best wins.
 *
 * @fastify/accepts (5.0.6, with negotiator 0.6.3) does not hold the tests: between types of equal quality the order in
 * Accept decides and not the server's, `text/xml; charset=utf-8` excludes text/xml, and a quality of 2 is accepted.
 */
export function negotiate(
  accept: string | undefined,
  offered: readonly AnswerType[],
): AnswerType | undefined {
  if (accept === undefined || accept.trim() === '') return offered[0];
  const ranges = parseAccept(accept);
  let best: AnswerType | undefined;
  let bestQuality = 0;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > bestQuality) {
      best = type;
      bestQuality = quality;
    }
  }
  return best;
}

function qualityOf(mediaType: string, ranges: readonly Range[]): number {
  const [type, subtype] = mediaType.split('/') as [string, string];
  let specificity = -1;
  let quality = 0;
  for (const range of ranges) {
    const rank =
      range.subtype === subtype && range.type === type
        ? 2
        : range.subtype !== '*'
          ? -1
          : range.type === type
            ? 1
            : range.type === '*'
              ? 0
              : -1;
    if (rank > specificity || (rank === specificity && rank >= 0 && range.quality > quality)) {
      specificity = rank;
      quality = range.quality;
    }
  }
  return quality;
}

/** Subtypes of `application` that ask for bytes of any kind. */
const ANY_BYTES: readonly string[] = ['octet-stream', '*'];

/**
 * Whether Accept leaves room for audio. The request names its format, so that Accept only has to allow audio of some kind;
 * a header without a readable range excludes nothing. One known client sends `audio/x-wav ` with a space behind it.
 */
export function acceptsAudio(accept: string | undefined): boolean {
  const ranges = parseAccept(accept ?? '');
  return (
    ranges.length === 0 ||
    ranges.some(
      ({ type, subtype, quality }) =>
        quality > 0 &&
        (type === 'audio' || type === '*' || (type === 'application' && ANY_BYTES.includes(subtype))),
    )
  );
}

/** Malformed ranges are ignored. */
function parseAccept(accept: string): Range[] {
  const ranges: Range[] = [];
  for (const part of accept.toLowerCase().split(',')) {
    const [media = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const match = RANGE.exec(media === '*' ? '*/*' : media);
    if (!match) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = weight === undefined ? 1 : Number(QUALITY.exec(weight)?.[1] ?? Number.NaN);
    if (!Number.isNaN(quality)) ranges.push({ type: match[1]!, subtype: match[2]!, quality });
  }
  return ranges;
}

const MEMORY = 256;

/**
 * A negotiator for one set of types. It caches its answers, because clients send the same few Accept headers again and
 * again. Throws ERR_NOT_ACCEPTABLE.
 */
export function negotiator(offered: readonly AnswerType[]): (accept: string | undefined) => AnswerType {
  const known = new Map<string | undefined, AnswerType>();
  return (accept) => {
    const before = known.get(accept);
    if (before !== undefined) return before;
    const type = negotiate(accept, offered);
    if (type === undefined) {
      throw new ServiceError(
        'ERR_NOT_ACCEPTABLE',
        `Accept is ${quote(accept ?? '')}, but the answer is ${offered.join(' or ')}`,
      );
    }
    if (known.size >= MEMORY) known.clear();
    known.set(accept, type);
    return type;
  };
}

export function contentType(type: AnswerType): string {
  return `${type}; charset=utf-8`;
}

export function isXml(type: AnswerType): boolean {
  return type.endsWith('/xml');
}
