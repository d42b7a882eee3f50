/** The emotions that are distinguished, in the order of the head's numbers. */
export const emotions = [
  'neutral',
  'calm',
  'happy',
  'sad',
  'angry',
  'fearful',
  'disgusted',
  'surprised',
] as const;

export type Emotion = (typeof emotions)[number];

/** How likely each one is; together 1. */
export type EmotionScores = Readonly<Record<Emotion, number>>;

/** Which embeddings of a voice are wanted: at the slow speed alone, or at both speeds. */
export type VoiceViews = 'slow' | 'both';

/**
 * The voice of a stretch of speech, for the trait heads: as the recogniser's encoder sees it where that is Moonshine's
 * base model, otherwise embedded. Embeddings have length one.
 */
export interface SegmentVoice {
  /** Seconds of speech that it is of. */
  readonly speech: number;
  /** Means and deviations of the encoder's states. */
  readonly states?: Float32Array;
  /** At speed 0.85. */
  readonly slow?: Float32Array;
  /** At full speed; only where both views were asked for. */
  readonly full?: Float32Array;
  /** Where it lies among voices, of length one: by it, segments of one speaker are found. Only of segments. */
  readonly direction?: Float32Array;
}
