import type { SsmlOptions } from './pronounce.ts';
import { parseSsml } from './ssml/parse-ssml.ts';
import type { Utterance } from './utterance.ts';
import { utterancesOf } from './utterances.ts';

/** The phonemes of an SSML document, phrase by phrase. Throws SsmlError at once; phrases are made when they are asked for. */
export function pronounceSsml(xml: string, options: SsmlOptions): Generator<Utterance> {
  return utterancesOf(parseSsml(xml, options));
}
