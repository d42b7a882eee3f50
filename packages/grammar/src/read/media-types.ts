import type { GrammarFormat } from '../model.ts';

/** The usual type of each syntax: registered for SRGS, customary for JSGF. */
export const grammarMediaTypes: readonly string[] = [
  'application/srgs+xml',
  'application/srgs',
  'application/jsgf',
];

/** The only table of them: these, and those that servers send for files they do not know. */
const FORMATS: ReadonlyMap<string, GrammarFormat> = new Map([
  ['application/srgs+xml', 'xml'],
  ['application/x-srgs+xml', 'xml'],
  ['application/grammar+xml', 'xml'],
  ['application/x-grammar+xml', 'xml'],
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
  ['application/srgs', 'abnf'],
  ['application/x-srgs', 'abnf'],
  ['application/grammar', 'abnf'],
  ['application/x-grammar', 'abnf'],
  ['application/abnf', 'abnf'],
  ['text/abnf', 'abnf'],
  ['application/jsgf', 'jsgf'],
  ['application/x-jsgf', 'jsgf'],
  ['text/jsgf', 'jsgf'],
  ['text/x-jsgf', 'jsgf'],
]);

/** Types that any grammar may have. */
const UNSPECIFIC = new Set(['text/plain', 'application/octet-stream', '']);

function essence(mediaType: string): string {
  return mediaType.split(';', 1)[0]!.trim().toLowerCase();
}

/** The syntax that a media type stands for; undefined where it says nothing about it. */
export function formatOfMediaType(mediaType: string): GrammarFormat | undefined {
  return FORMATS.get(essence(mediaType));
}

/** Whether a document of a syntax may be called by a media type. */
export function isMediaTypeOf(mediaType: string, format: GrammarFormat): boolean {
  return formatOfMediaType(mediaType) === format || UNSPECIFIC.has(essence(mediaType));
}

/** The charset parameter of a media type. */
export function charsetOf(mediaType: string | undefined): string | undefined {
  const parameter = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(mediaType ?? '');
  return parameter?.[1] ?? parameter?.[2];
}
