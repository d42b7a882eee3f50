import { ServiceError } from '../../errors/index.ts';
import { number, oneOf } from '../../fields/index.ts';
import { flag } from '../parameters/declarations.ts';
import { anyText, type FormFields } from './form-fields.ts';

export const FORMATS = ['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json'] as const;
export type Format = (typeof FORMATS)[number];
const STREAMED: readonly Format[] = ['json', 'text', 'diarized_json'];
export const GRANULARITIES = ['word', 'segment'] as const;

/** What the answer is to be like. */
export interface Wanted {
  readonly format: Format;
  readonly granularities: readonly (typeof GRANULARITIES)[number][];
  readonly stream: boolean;
  readonly logprobs: boolean;
  readonly temperature: number;
  /** The code of the language that was asked for; undefined where it is detected. */
  readonly language: string | undefined;
}

export function wantedOf(fields: FormFields): Omit<Wanted, 'language'> {
  const format = fields.value('response_format', oneOf(FORMATS)) ?? 'json';
  const stream = fields.value('stream', flag) ?? false;
  if (stream && !STREAMED.includes(format)) {
    throw new ServiceError(
      'ERR_NOT_SUPPORTED',
      `stream: only ${STREAMED.join(', ')} can be streamed, not ${format}`,
      { field: 'stream' },
    );
  }
  const granularities = fields.list('timestamp_granularities', oneOf(GRANULARITIES));
  return {
    format,
    stream,
    granularities: granularities.length > 0 ? granularities : ['segment'],
    logprobs: fields.list('include', anyText).includes('logprobs') && format === 'json',
    temperature: fields.value('temperature', number(0, 1)) ?? 0,
  };
}
