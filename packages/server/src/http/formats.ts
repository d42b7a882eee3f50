import { quote, ServiceError } from '../errors/index.ts';
import { type AnswerType, acceptsAudio, JSON_OR_XML_TYPES, JSON_TYPE, negotiator } from './negotiate.ts';

/** The formats in which a route answers. */
export interface Formats {
  readonly types: readonly AnswerType[];
  /** The one that an Accept header asks for. Throws ERR_NOT_ACCEPTABLE. */
  choose(accept: string | undefined): AnswerType;
  /** Absent where there is no XML. */
  toXml?(body: unknown): string;
}

export const JSON_ONLY: Formats = { types: JSON_TYPE, choose: negotiator(JSON_TYPE) };

const chooseJsonOrXml = negotiator(JSON_OR_XML_TYPES);

/** JSON, or XML as `toXml` writes what the handler returns. */
export function jsonOrXml<Body>(toXml: (body: Body) => string): Formats {
  return {
    types: JSON_OR_XML_TYPES,
    choose: chooseJsonOrXml,
    toXml: (body) => toXml(body as Body),
  };
}

/** The same, or server-sent events, which the handler writes itself. */
export function orEvents(formats: Formats): Formats {
  const types: readonly AnswerType[] = [...formats.types, 'text/event-stream'];
  return { ...formats, types, choose: negotiator(types) };
}

/** Audio, in the format that the request names; its errors are JSON or XML. */
export const AUDIO: Formats = {
  types: JSON_OR_XML_TYPES,
  choose(accept) {
    if (acceptsAudio(accept)) return 'application/json';
    throw new ServiceError('ERR_NOT_ACCEPTABLE', `Accept is ${quote(accept ?? '')}, but the answer is audio`);
  },
};
