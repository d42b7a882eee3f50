import workletUrl from './recorder-worklet.js?url';

export interface Microphone {
  /** Samples per second. */
  readonly rate: number;
  close(): Promise<void>;
}

/** Called with 16-bit samples and their level from 0 to 1, about every 3 ms. */
type OnSamples = (samples: Int16Array<ArrayBuffer>, level: number, rate: number) => void;

export async function openMicrophone(onSamples: OnSamples): Promise<Microphone> {
  if (!navigator.mediaDevices) {
    throw new Error('browsers record only on pages from https: or from this machine (localhost)');
  }
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: Error) => {
    throw new Error(reasonOf(error));
  });
  const context = new AudioContext();
  await context.audioWorklet.addModule(workletUrl);
  const { sampleRate: rate } = context;
  const tap = new AudioWorkletNode(context, 'locutor-tap');
  tap.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onSamples(to16(data), levelOf(data), rate);
  context.createMediaStreamSource(stream).connect(tap);
  // Without a way to the speakers some browsers never ask the node for anything; it is silent.
  tap.connect(context.destination);
  return {
    rate,
    async close() {
      tap.port.onmessage = null;
      for (const track of stream.getTracks()) track.stop();
      if (context.state !== 'closed') await context.close();
    },
  };
}

function to16(samples: Float32Array): Int16Array<ArrayBuffer> {
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
