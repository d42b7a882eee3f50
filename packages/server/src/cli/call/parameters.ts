import { quote } from '../../errors/index.ts';
import { parameters } from '../../operations/parameters/declarations.ts';
import { classifierHeaders } from '../../operations/recognize/classifiers.ts';
import { diarizationParameters } from '../../operations/recognize/diarization/parameters.ts';
import { UsageError } from '../usage-error.ts';

/** Headers of a request, by the names that every deployment accepts. */
export type Headers = Readonly<Record<string, string>>;

/** Every parameter that `--set` takes, as the documentation names it. */
export const parameterNames: readonly string[] = [
  ...Object.keys(parameters),
  ...Object.keys(diarizationParameters),
  ...Object.keys(classifierHeaders),
];

const hyphenated = (name: string) => name.replaceAll('.', '-').toLowerCase();
const HEADERS: ReadonlySet<string> = new Set(parameterNames.map(hyphenated));

/** The headers of `--set name=value`, dotted or hyphenated as in a request. Their values are checked later. */
export function headersOf(assignments: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const assignment of assignments) {
    const cut = assignment.indexOf('=');
    if (cut < 1)
      throw new UsageError(
        `--set expects name=value, as in decoder.maxSentences=3, not ${quote(assignment)}`,
      );
    const name = assignment.slice(0, cut).trim();
    const header = hyphenated(name);
    if (!HEADERS.has(header)) {
      throw new UsageError(
        `--set: there is no parameter ${quote(name)}; there are ${parameterNames.join(', ')}`,
      );
    }
    if (headers[header] !== undefined) throw new UsageError(`--set gives ${name} twice`);
    headers[header] = headerValue(`--set ${name}`, assignment.slice(cut + 1).trim());
  }
  return headers;
}

/** A text as the value of a header, which has one character per byte of its UTF-8. */
export function headerValue(option: string, text: string): string {
  if (/\p{Cc}/u.test(text)) throw new UsageError(`${option} has a control character`);
  return Buffer.from(text, 'utf8').toString('latin1');
}
