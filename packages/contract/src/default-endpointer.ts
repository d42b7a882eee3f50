import type { EndpointerOptions } from './recognition.ts';

/** As a request without any header has it. */
export const defaultEndpointer: EndpointerOptions = {
  enabled: true,
  headMargin: 200,
  tailMargin: 400,
  waitEnd: 1000,
  levelMode: 'off',
  levelThreshold: 5,
  autoLevelLength: 350,
  maxSegment: 25_000,
  overlap: 0,
  requireInitialSilence: false,
};
