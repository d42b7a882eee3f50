export { type Synthesis, type SynthesisOptions, synthesize } from './synthesize.ts';
