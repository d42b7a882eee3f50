import type { SynthesizeInput, SynthesizeOutput } from '@locutor/contract';
import type { Synthesis, SynthesizeOptions } from './synthesis.ts';

/** An engine for tests of what is around it: every word of a text is a part of the audio, as it is written. */
export function plainSynthesis(
  speak: (input: SynthesizeInput, options: SynthesizeOptions) => Promise<SynthesizeOutput> = speakWords,
  changes: Partial<Synthesis> = {},
): Synthesis {
  return {
    synthesizer: { synthesize: speak },
    models: { ready: async () => {} },
    library: { list: () => [] },
    admits: () => true,
    ...changes,
  };
}

async function speakWords(
  { text }: SynthesizeInput,
  { onAudio }: SynthesizeOptions,
): Promise<SynthesizeOutput> {
  const words = text.split(' ');
  for (const word of words) {
    await new Promise((resolve) => setImmediate(resolve));
    onAudio(Buffer.from(`${word} `));
  }
  return { audioMs: 100 * words.length, marks: [] };
}

/** A synthesis that becomes another for each test: apps take long to build, so that tests share them. */
export function switchedSynthesis() {
  let current = plainSynthesis();
  const inputs: SynthesizeInput[] = [];
  const synthesis: Synthesis = {
    synthesizer: {
      synthesize(input, options) {
        inputs.push(input);
        return current.synthesizer.synthesize(input, options);
      },
    },
    models: { ready: (model, signal) => current.models.ready(model, signal) },
    library: { list: () => current.library.list() },
    admits: (client) => current.admits(client),
  };
  return {
    synthesis,
    /** What was asked of the current one. */
    inputs,
    use(next: Synthesis) {
      current = next;
      inputs.length = 0;
    },
  };
}
