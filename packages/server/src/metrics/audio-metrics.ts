import { Counter, Histogram, type Registry } from 'prom-client';

/** What was done with audio: speech recognised or synthesised, or voices embedded for VERIFY and enrolment. */
type Work = 'recognize' | 'embed' | 'synthesize';

/** From a short phrase on an idle machine to one that waits in a queue. */
const FIRST_SECONDS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2, 5, 15, 60];

/** Processing time over length of the audio: below 1 the engine keeps up with speech. */
const FACTORS = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 20];

interface Recognizer<Request, Options, Segment> {
  recognize(request: Request, options: Options): Promise<readonly Segment[]>;
}

interface LiveWatch {
  onSegment(place: never, last: boolean): void;
}

interface LiveSession {
  readonly length: { readonly seconds: number };
}

interface Live<Request, Watch, Session> {
  open(request: Request, watch: Watch, client: string): Session;
}

interface Listener<Args extends unknown[], Embedded> {
  listen(...args: Args): Promise<Embedded>;
}

interface Synthesizer<Input, Options, Output> {
  synthesize(input: Input, options: Options): Promise<Output>;
}

/** Counts the audio that passes through the engine, and how long that takes, the wait for a process included. */
export class AudioMetrics {
  readonly #seconds: Counter<'work'>;
  readonly #factor: Histogram<'work'>;
  readonly #segments: Counter<'status'>;
  readonly #characters: Counter;
  readonly #firstAudio: Histogram;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#seconds = new Counter({
      name: 'locutor_audio_seconds_total',
      help: 'Length of the audio that was processed',
      labelNames: ['work'],
      registers,
    });
    this.#factor = new Histogram({
      name: 'locutor_real_time_factor',
      help: 'Processing time of an audio, its wait included, over its length',
      labelNames: ['work'],
      buckets: FACTORS,
      registers,
    });
    this.#segments = new Counter({
      name: 'locutor_recognized_segments_total',
      help: 'Segments of recognitions, by status',
      labelNames: ['status'],
      registers,
    });
    this.#characters = new Counter({
      name: 'locutor_synthesized_characters_total',
      help: 'Characters of the texts that were synthesised',
      registers,
    });
    this.#firstAudio = new Histogram({
      name: 'locutor_synthesis_first_audio_seconds',
      help: 'Time from a synthesis to its first audio, its wait included',
      buckets: FIRST_SECONDS,
      registers,
    });
  }

  recognizer<
    Request,
    Options extends { readonly onAudio?: (length: { seconds: number; speechSeconds: number }) => void },
    Segment extends { readonly status: string },
  >(inner: Recognizer<Request, Options, Segment>): Recognizer<Request, Options, Segment> {
    return {
      recognize: async (request, options) => {
        const from = performance.now();
        const segments = await inner.recognize(request, {
          ...options,
          onAudio: (length: { seconds: number; speechSeconds: number }) => {
            this.#note('recognize', length.seconds, from);
            options.onAudio?.(length);
          },
        });
        for (const { status } of segments) this.#segments.labels(status).inc();
        return segments;
      },
    };
  }

  /** Audio that is recognised while it is spoken takes as long as the speech: only its length is counted. */
  live<Request, Watch extends LiveWatch, Session extends LiveSession>(
    inner: Live<Request, Watch, Session>,
  ): Live<Request, Watch, Session> {
    return {
      open: (request, watch, client) => {
        const session = inner.open(
          request,
          {
            ...watch,
            onSegment: (place: readonly { readonly status: string }[], last: boolean) => {
              for (const { status } of place) this.#segments.labels(status).inc();
              if (last) this.#seconds.labels('recognize').inc(session.length.seconds);
              watch.onSegment(place as never, last);
            },
          },
          client,
        );
        return session;
      },
    };
  }

  listener<Args extends unknown[], Embedded extends { readonly seconds: number }>(
    inner: Listener<Args, Embedded>,
  ): Listener<Args, Embedded> {
    return {
      listen: async (...args) => {
        const from = performance.now();
        const embedded = await inner.listen(...args);
        this.#note('embed', embedded.seconds, from);
        return embedded;
      },
    };
  }

  synthesizer<
    Input extends { readonly text: string },
    Options extends { onAudio(audio: Uint8Array): void },
    Output extends { readonly audioMs: number },
  >(inner: Synthesizer<Input, Options, Output>): Synthesizer<Input, Options, Output> {
    return {
      synthesize: async (input, options) => {
        const from = performance.now();
        let begun = false;
        const output = await inner.synthesize(input, {
          ...options,
          onAudio: (audio: Uint8Array) => {
            if (!begun) this.#firstAudio.observe((performance.now() - from) / 1000);
            begun = true;
            options.onAudio(audio);
          },
        });
        this.#characters.inc([...input.text].length);
        this.#note('synthesize', output.audioMs / 1000, from);
        return output;
      },
    };
  }

  #note(work: Work, audioSeconds: number, from: number): void {
    if (!(audioSeconds > 0)) return;
    this.#seconds.labels(work).inc(audioSeconds);
    this.#factor.labels(work).observe((performance.now() - from) / 1000 / audioSeconds);
  }
}
