import type { IncomingHttpHeaders } from 'node:http';
import { readFlag } from '../../flag-word.ts';
import { HttpError, quote } from '../../http/errors.ts';

/** Headers of the current variant that ask for more than words, and what they ask for. */
export const classifierHeaders = {
  'Infer-age-enabled': 'age classification',
  'Infer-gender-enabled': 'gender classification',
  'Infer-emotion-enabled': 'emotion classification',
} as const;

/** No classifier comes with this version, so that asking for one is an error and refusing one is not. */
export function checkClassifiers(headers: IncomingHttpHeaders): void {
  for (const [header, what] of Object.entries(classifierHeaders)) {
    const value = headers[header.toLowerCase()];
    if (value === undefined) continue;
    const asked = readFlag(String(value).trim());
    if (asked === undefined) {
      throw new HttpError(
        'ERR_INVALID_PARAMETER',
        `${header}: expected true or false, got ${quote(String(value))}`,
      );
    }
    if (!asked) continue;
    throw new HttpError('ERR_CLASSIFIER_NOT_INSTALLED', `${header} is true, but ${what} is not installed`);
  }
}
