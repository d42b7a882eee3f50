import type { SynthesizeInput, SynthesizeOutput } from '@locutor/contract';
import type { ModelLibrary } from '../../models/model-library.ts';
import type { RecognitionModels } from '../../models/recognition-models.ts';

/** What synthesis needs of the rest of the server. */
export interface Synthesis {
  readonly synthesizer: SpeechSynthesizer;
  readonly models: RecognitionModels;
  readonly library: Pick<ModelLibrary, 'list'>;
  /** Whether the engine would take one more job of the client now: asked before a body is read. */
  admits(client: string): boolean;
}

export interface SynthesizeOptions {
  readonly signal: AbortSignal;
  /** Whose turn it uses. */
  readonly client: string;
  /** Gets encoded audio as soon as it is spoken, in order. */
  onAudio(audio: Uint8Array): void;
}

/** The engine's voice. */
export interface SpeechSynthesizer {
  synthesize(input: SynthesizeInput, options: SynthesizeOptions): Promise<SynthesizeOutput>;
}
