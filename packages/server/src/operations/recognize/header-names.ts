import { configurationNames } from '../parameters/configuration-headers.ts';
import { HeaderNames } from '../parameters/misspelt.ts';
import { bothForms } from '../parameters/read.ts';
import { classifierHeaders } from './classifiers.ts';
import { diarizationParameters } from './diarization/parameters.ts';

/** Every header of RECOGNIZE, dotted and hyphenated. */
export const recognizeHeaders = new HeaderNames([
  ...configurationNames,
  ...bothForms(diarizationParameters),
  ...Object.keys(classifierHeaders),
]);
