export { type AudioLimits, type DecodedAudio, type DecodeRequest, decodeAudio } from './decode.ts';
export { type Container, detectContainer } from './detect.ts';
export { AudioError, type AudioErrorCode } from './errors.ts';
export { type MediaType, mediaTypes, requestForMediaType } from './media-type.ts';
export type { RawFormat } from './pcm/raw.ts';
export { Resampler, resample, type SampleReceiver } from './resample/resampler.ts';
export type { Codec } from './stream.ts';
