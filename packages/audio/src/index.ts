export { type DecodedAudio, decodeAudio } from './decode.ts';
export { type AudioStream, decodeAudioStream, type FoundAudio } from './decode-stream.ts';
export { type Container, detectContainer } from './detect.ts';
export { AudioError, type AudioErrorCode } from './errors.ts';
export { type MediaType, mediaTypes, requestForMediaType } from './media-type.ts';
export type { RawFormat } from './pcm/raw.ts';
export type { AudioLimits, DecodeRequest } from './request.ts';
export { Resampler, resample, type SampleReceiver } from './resample/resampler.ts';
export type { Codec } from './stream.ts';
