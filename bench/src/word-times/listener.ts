import {
  alignWords,
  DecoderRun,
  SAMPLE_RATE,
  type SileroVad,
  type SpeechModel,
  type SpeechSpan,
  speechSpans,
  tokenWords,
  VAD_WINDOW,
} from './engine-align.ts';

export interface Timed {
  words: { text: string; start: number; end: number }[];
  speech: SpeechSpan[];
  /** Processor time of the alignment. */
  alignMs: number;
}

/** A model and the voice detector: writes what is said, and says when. */
export class Listener {
  readonly #model: SpeechModel;
  readonly #vad: SileroVad;
  readonly #run: DecoderRun;

  constructor(model: SpeechModel, vad: SileroVad) {
    this.#model = model;
    this.#vad = vad;
    this.#run = new DecoderRun(model);
  }

  /** The likeliest token each time. */
  async write(samples: Float32Array, language: string): Promise<string> {
    const { vocabulary, suppressed } = this.#model;
    this.#run.begin(await this.#model.encode(samples));
    let scores = await this.#run.prompt(this.#model.prompt(language));
    const tokens: number[] = [];
    const most = 6.5 * (samples.length / SAMPLE_RATE) + 2;
    while (tokens.length < most) {
      for (const token of suppressed) scores[token] = Number.NEGATIVE_INFINITY;
      let best = 0;
      for (let token = 1; token < vocabulary.size; token++) if (scores[token]! > scores[best]!) best = token;
      if (best === vocabulary.endToken) break;
      tokens.push(best);
      scores = await this.#run.step([best], [0]);
    }
    return vocabulary.decode(tokens);
  }

  /** When the words of a known text were said. */
  async time(samples: Float32Array, text: string, language: string): Promise<Timed> {
    const tokens = this.#model.vocabulary.encode(text);
    const words = tokenWords(this.#model.vocabulary, tokens);
    const encoded = await this.#model.encode(samples);
    const speech = await this.#speech(samples);
    const prompt = this.#model.prompt(language);
    const before = process.cpuUsage();
    const times = await alignWords(this.#run, this.#model, encoded, {
      prompt,
      tokens,
      words,
      samples,
      speech,
    });
    const { user, system } = process.cpuUsage(before);
    return {
      words: words.map(({ text }, at) => ({ text, ...times[at]! })),
      speech,
      alignMs: (user + system) / 1000,
    };
  }

  async #speech(samples: Float32Array): Promise<SpeechSpan[]> {
    this.#vad.reset();
    const probabilities: number[] = [];
    for (let at = 0; at < samples.length; at += VAD_WINDOW)
      probabilities.push(...(await this.#vad.probabilities([samples.subarray(at, at + VAD_WINDOW)])));
    return speechSpans(probabilities, VAD_WINDOW / SAMPLE_RATE, samples.length / SAMPLE_RATE);
  }
}
