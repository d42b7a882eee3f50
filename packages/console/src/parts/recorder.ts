import workletUrl from './recorder-worklet.js?url';
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
  if (!navigator.mediaDevices) {
    throw new Error('browsers record only on pages from https: or from this machine (localhost)');
  }
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: Error) => {
    throw new Error(reasonOf(error));
  });
  const context = new AudioContext();
  await context.audioWorklet.addModule(workletUrl);
  const chunks: Int16Array[] = [];
  let samples = 0;
  const tap = new AudioWorkletNode(context, 'locutor-tap');
  tap.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
    if (samples >= MAX_SECONDS * context.sampleRate) return;
    chunks.push(to16(data));
    samples += data.length;
    onLevel(levelOf(data), samples / context.sampleRate);
  };
  context.createMediaStreamSource(stream).connect(tap);
  // Without a way to the speakers some browsers never ask the node for anything; it is silent.
  tap.connect(context.destination);
  let stopped = false;
  return {
    async stop() {
      if (stopped) return undefined;
      stopped = true;
      tap.port.onmessage = null;
      for (const track of stream.getTracks()) track.stop();
      const { sampleRate } = context;
      await context.close();
      return samples === 0 ? undefined : wavOf(chunks, sampleRate);
    },
  };
}

function to16(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32767);
}

/** 0 to 1, in decibels: speech then moves in the middle of a meter. */
function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length;
  return Math.max(0, Math.min(1, 1 + Math.log10(power + 1e-12) / 5));
}

function reasonOf({ name, message }: Error): string {
  if (name === 'NotAllowedError') return 'the browser does not allow this page to use the microphone';
  if (name === 'NotFoundError') return 'there is no microphone';
  return `the microphone cannot be used: ${message}`;
}
