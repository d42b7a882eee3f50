import { parameters } from './declarations.ts';
import { HeaderNames } from './misspelt.ts';
import { bothForms } from './read.ts';

/** With the header that keeps a request from being billed twice. */
export const configurationNames = [...bothForms(parameters), 'Idempotency-Key'];

/** Every header that RECOGNIZE and INTERPRET have in common, dotted and hyphenated. */
export const configurationHeaders = new HeaderNames(configurationNames);
