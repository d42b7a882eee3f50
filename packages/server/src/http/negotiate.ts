import { HttpError, quote } from './errors.ts';

/** The forms an answer can have, in the order the server prefers them. */
export type Form = 'json' | 'xml';

const MEDIA_TYPES: Readonly<Record<Form, readonly string[]>> = {
  json: ['application/json'],
  xml: ['application/xml', 'text/xml'],
};

interface Range {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
}

const RANGE = /^([\w!#$%&'*+.^`|~-]+)\/([\w!#$%&'*+.^`|~-]+)$/;
// Java clients leave the nought out: q=.2.
const QUALITY = /^q=(0?\.\d{0,3}|0|1(?:\.0{0,3})?)$/i;

/** The form to answer in, by RFC 9110's rules: the most specific range names a type's quality, the best wins. */
export function negotiate(accept: string | undefined, forms: readonly Form[]): Form | undefined {
  if (accept === undefined || accept.trim() === '') return forms[0];
  const ranges = parseAccept(accept);
  let best: Form | undefined;
  let bestQuality = 0;
  for (const form of forms) {
    const quality = Math.max(...MEDIA_TYPES[form].map((type) => qualityOf(type, ranges)));
    if (quality > bestQuality) {
      best = form;
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

/** Ranges that are not well formed are passed over: they ask for nothing we could give. */
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
 * A negotiator for one set of forms that remembers its answers: clients send the same few Accept headers over
 * and over. Throws ERR_NOT_ACCEPTABLE.
 */
export function negotiator(forms: readonly Form[]): (accept: string | undefined) => Form {
  const known = new Map<string | undefined, Form>();
  return (accept) => {
    const before = known.get(accept);
    if (before !== undefined) return before;
    const form = negotiate(accept, forms);
    if (form === undefined) {
      const offered = forms.map((each) => MEDIA_TYPES[each][0]).join(' or ');
      throw new HttpError(
        'ERR_NOT_ACCEPTABLE',
        `Accept is ${quote(accept ?? '')}, but the answer is ${offered}`,
      );
    }
    if (known.size >= MEMORY) known.clear();
    known.set(accept, form);
    return form;
  };
}

export const CONTENT_TYPE: Readonly<Record<Form, string>> = {
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
};
