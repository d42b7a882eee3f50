import type { IncomingHttpHeaders } from 'node:http';
import { quote, ServiceError } from '../../errors/index.ts';
import { expectation, expectedOf, fits, fromText } from '../../fields/index.ts';
import { flag } from '../parameters/declarations.ts';

/** Headers of the current variant that ask for more than words, and what they ask for. */
export const classifierHeaders = {
  'Infer-age-enabled': { name: 'age', what: 'age classification' },
  'Infer-gender-enabled': { name: 'gender', what: 'gender classification' },
  // Optional: whether it is installed is checked later (emotion.ts).
  'Infer-emotion-enabled': { name: 'emotion', what: 'emotion classification' },
} as const;

export type Classifier = (typeof classifierHeaders)[keyof typeof classifierHeaders]['name'];

/** What a request asks for beside the words. */
export type Classifiers = ReadonlySet<Classifier>;

export function readClassifiers(headers: IncomingHttpHeaders): Classifiers {
  const asked = new Set<Classifier>();
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  for (const [header, { name }] of Object.entries(classifierHeaders)) {
    const value = sent.get(header.toLowerCase());
    if (value === undefined) continue;
    const wanted = fromText(flag, String(value).trim());
    if (!fits(flag, wanted)) {
      throw new ServiceError(
        'ERR_INVALID_PARAMETER',
        expectation(header, expectedOf(flag), quote(String(value))),
      );
    }
    if (wanted) asked.add(name);
  }
  return asked;
}
