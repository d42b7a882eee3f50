import { OpusDecoder } from 'opus-decoder';
import { callDecoder } from '../call-decoder.ts';
import type { AudioSink } from '../stream.ts';
import { type OpusHead, opusRate, packetDuration } from './head.ts';

const nativeRates = [8000, 12_000, 16_000, 24_000, opusRate] as const;
/** What a mapping gives for a channel that no stream feeds. */
const silent = 255;
type NativeRate = (typeof nativeRates)[number];

/**
 * One Opus stream into a sink. Opus decodes straight to 8 or 16 kHz, which leaves the resampler out. It could
 * mix stereo to mono as well, but that saved only an eighth of the time and cost accuracy: 20 dB against the
 * mean of both channels where the encoder uses intensity stereo. More than nine tenths of the time is libopus's own.
 */
export class OpusStream {
  readonly #decoder: OpusDecoder<NativeRate>;
  readonly #sink: AudioSink;
  readonly #head: OpusHead;
  readonly #rate: NativeRate;
  /** In bytes; a longer packet can only be padded. */
  readonly #longest: number;
  /** Samples at the decoded rate that are still to be left out at the start. */
  #skip: number;

  private constructor(head: OpusHead, sink: AudioSink) {
    this.#head = head;
    this.#sink = sink;
    this.#rate = nativeRates.find((rate) => rate === sink.wantedRate) ?? opusRate;
    this.#skip = Math.round((head.preSkip * this.#rate) / opusRate);
    // The input buffer is sized by channels, so mono gets a second, silent one: then the longest packet fits.
    const channels = Math.max(2, head.channels);
    this.#longest = channels * 3840;
    this.#decoder = new OpusDecoder({
      sampleRate: this.#rate,
      channels,
      streamCount: head.streams,
      coupledStreamCount: head.coupled,
      channelMappingTable: head.channels === 1 ? [...head.mapping, silent] : [...head.mapping],
    });
  }

  static async open(head: OpusHead, sink: AudioSink): Promise<OpusStream> {
    const stream = new OpusStream(head, sink);
    await stream.#decoder.ready;
    sink.begin({ codec: 'opus', rate: opusRate, channels: head.channels }, stream.#rate);
    return stream;
  }

  /** How much audio is coming, at 48 kHz. */
  expect(samples: number): void {
    this.#sink.expect(Math.floor(((samples - this.#head.preSkip) * this.#rate) / opusRate));
  }

  /** Decodes packets; of what they hold, `drop` samples at 48 kHz are left out at the end. */
  async decode(packets: readonly Uint8Array[], drop = 0): Promise<void> {
    const sound = packets.filter((packet) => packetDuration(packet) > 0 && packet.length <= this.#longest);
    if (sound.length === 0) return;
    const { channelData } = await callDecoder('Opus', () => this.#decoder.decodeFrames(sound));
    const planes = channelData.slice(0, this.#head.channels);
    const { gain } = this.#head;
    if (gain !== 1) for (const plane of planes) amplify(plane, gain);
    const decoded = planes[0]?.length ?? 0;
    const dropped = Math.min(decoded, Math.round((drop * this.#rate) / opusRate));
    if (dropped > 0) this.#sink.drop(dropped);
    const frames = decoded - dropped;
    const start = Math.min(this.#skip, frames);
    this.#skip -= start;
    if (frames > start) this.#sink.write(planes, frames - start, start);
  }
}

function amplify(plane: Float32Array, gain: number): void {
  for (let i = 0; i < plane.length; i++) plane[i]! *= gain;
}
