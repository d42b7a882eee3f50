import { openMicrophone } from './microphone.ts';
import { wavOf } from './wav.ts';

/** Audio that is held in memory at most; the server's default limit is the same. */
const MAX_SECONDS = 600;

export interface Recording {
  /** Ends it. Undefined where nothing was recorded, and when it has ended before. */
  stop(): Promise<Blob | undefined>;
}

/**
 * Records the microphone as WAV. Not MediaRecorder: its format differs between browsers, and it compresses what
 * voices are compared by.
 */
export async function record(onLevel: (level: number, seconds: number) => void): Promise<Recording> {
  const chunks: Int16Array[] = [];
  let samples = 0;
  const microphone = await openMicrophone((chunk, level, rate) => {
    if (samples >= MAX_SECONDS * rate) return;
    chunks.push(chunk);
    samples += chunk.length;
    onLevel(level, samples / rate);
  });
  let stopped = false;
  return {
    async stop() {
      if (stopped) return undefined;
      stopped = true;
      await microphone.close();
      return samples === 0 ? undefined : wavOf(chunks, microphone.rate);
    },
  };
}
