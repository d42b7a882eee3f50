import type { FrozenGrammar, GrammarSource } from '@locutor/grammar';
import type { AudioInput } from './audio-input.ts';
import type { RecognizerName } from './recognizer-name.ts';
import type { ResumePoint } from './resume-point.ts';
import type { SpeechSpan } from './speech-span.ts';
import type { EmotionScores, SegmentVoice, VoiceViews } from './traits.ts';

/** How speech is cut out of the audio. Times are milliseconds. */
export interface EndpointerOptions {
  /** False: the whole audio is one segment. */
  enabled: boolean;
  /** Audio kept before and after speech. */
  headMargin: number;
  tailMargin: number;
  /** Silence that ends a segment. */
  waitEnd: number;
  /** An amplitude gate on top of the voice detector: what is softer counts as silence. */
  levelMode: 'off' | 'auto' | 'fixed';
  /** Of the fixed gate: percent of full scale. */
  levelThreshold: number;
  /** The automatic gate learns the background from so much audio at the start. */
  autoLevelLength: number;
  /** A segment that grows longer is cut, in a pause if there is one. */
  maxSegment: number;
  /** A segment that was cut begins so much before the cut. */
  overlap: number;
  /** Speech within the first 100 ms ends the recognition. */
  requireInitialSilence: boolean;
}

/** Words to favour in free speech; the boost is 0 to 100 in steps of a caller's choice. */
export interface Hint {
  phrase: string;
  boost: number;
}

/**
 * A grammar that speech is bound by: its words, compiled elsewhere, or all it is made of. It has been compiled before: it
 * is known to be good.
 */
export type GrammarInput = {
  /** Equal for equal grammars, so that a process prepares each once. */
  key: string;
} & (
  | { frozen: FrozenGrammar }
  | {
      source: GrammarSource;
      /** The rules that are active, instead of the root. */
      rules?: readonly string[];
      /** Documents that it refers to, by URI. */
      documents: ReadonlyMap<string, GrammarSource>;
    }
);

/**
 * A stretch of the audio that is recognised on its own. Times are seconds from the start of the audio.
 * A segment longer than a model can take comes in pieces with the same index.
 */
export interface AudioSegment {
  index: number;
  /** With the margins that were asked for. */
  start: number;
  end: number;
  /** Where the samples begin; they reach into the silence around, because models do better with natural edges. */
  audioStart: number;
  /** At 16 kHz. */
  samples: Float32Array;
  /** Where somebody speaks in it. */
  speech: SpeechSpan[];
  /** Where the segment before was cut by force and this one goes on: its words up to there are in both. */
  overlapsUntil?: number;
  /** This one was cut by force inside speech: the next one overlaps it. */
  overlapsNext?: true;
  /** It has no samples: the process that found it recognises it. What follows is the outcome of the search. */
  own?: { audioEnd: number; search: FindSegmentsOutput };
}

export interface FindSegmentsInput {
  audio: AudioInput;
  endpointer: EndpointerOptions;
  /** Stop after the first segment. */
  firstOnly: boolean;
  /** Give up when so many milliseconds of audio have passed without speech. */
  noInputTimeout?: number;
  /** Pause after so many seconds of audio, at the next place where that is possible. Default 300. */
  stretch?: number;
  /** Seconds at which another speaker begins, in order: no segment reaches over one. */
  speakerChanges?: readonly number[];
  /** Go on where a job before this one paused. */
  resume?: ResumePoint;
  /** If the audio has a single segment, recognise it right there: its samples then need not travel twice. */
  recognize?: SegmentRequest;
}

/** Segments themselves are partial results of the job. */
export interface FindSegmentsOutput {
  /** Length of the audio that was looked at. */
  seconds: number;
  segments: number;
  /** Why there are no more; after `paused` another job finds the rest from `resume`. */
  ended: 'end-of-audio' | 'first-segment' | 'no-input' | 'early-speech' | 'too-long' | 'paused';
  resume?: ResumePoint;
  /** Of the segment that was recognised there. */
  recognized?: RecognizeSegmentOutput;
}

/** What is wanted to know of each segment. */
export interface SegmentRequest {
  model: RecognizerName;
  /** A language of the model, or `auto`. */
  language: string;
  /** Most alternatives that are wanted. */
  sentences: number;
  /** Which alternatives get words with times and scores. */
  words: 'none' | 'first' | 'all';
  /** Cased and punctuated with written numbers, instead of plain words. */
  written: boolean;
  /** Noise is suppressed before it is recognised; that model is installed. */
  enhanced?: true;
  /** A first impression will do: the text is replaced soon. */
  quick?: true;
  /** Another model that judges the texts of free speech too. */
  secondOpinion?: RecognizerName;
  hints?: readonly Hint[];
  /** Grammars of the same language, for sentences of theirs beside free speech. */
  grammars?: readonly GrammarInput[];
  /** A sentence of a grammar is accepted from this chance on, 0 to 1. Default and at most 0.25. */
  leastChance?: number;
  /** Embed the voice too, with these views of it. */
  voice?: VoiceViews;
  /** How it is said is wanted too; that model is installed. */
  emotion?: true;
}

export interface RecognizeSegmentInput extends SegmentRequest {
  /** Whether it is speech at all is checked first: the least probability that it has to have. */
  leastSpeech?: number;
  /** The first segment of its audio: more of its voice is embedded. */
  isFirst?: boolean;
  /** The only one: there is none to compare its voice with. */
  isOnly?: boolean;
  samples: Float32Array;
  /** Where somebody speaks, in seconds from the start of the samples. */
  speech: readonly SpeechSpan[];
}

/** Times are seconds from the start of the samples, scores the chance of being right, 0 to 1. */
export interface RecognizedWord {
  text: string;
  score: number;
  start: number;
  end: number;
}

export interface SegmentAlternative {
  text: string;
  score: number;
  /** Joined as their language has it they are the text; empty where none were asked for. */
  words: RecognizedWord[];
}

/** A sentence of a grammar. */
export interface BoundAlternative extends SegmentAlternative {
  /** Its place among the grammars of the request. */
  grammar: number;
}

export interface RecognizeSegmentOutput {
  /** It was checked, and is no speech: nothing was recognised. */
  noSpeech?: true;
  /** What was asked for, or what was detected. */
  language: string;
  /** Best first; none where nothing was said. */
  alternatives: SegmentAlternative[];
  /** What the grammars accept, best first; none where what was said is no sentence of theirs. */
  bound: BoundAlternative[];
  /** Where it was asked for; undefined where there is no speech. */
  voice?: SegmentVoice;
  /** Where it was asked for and somebody speaks. */
  emotion?: EmotionScores;
}

/** Everything about one recognition but the language model. */
export interface RecognizeRequest extends SegmentRequest {
  audio: AudioInput;
  endpointer: EndpointerOptions;
  /** False: stop after the first segment. */
  continuous: boolean;
  noInputTimeout?: number;
  /** Milliseconds from the request's acceptance; what is finished by then is kept. */
  recognitionTimeout?: number;
  /** Seconds at which another speaker begins, in order: no segment reaches over one. */
  speakerChanges?: readonly number[];
}

export type RecognitionStatus =
  | 'recognized'
  | 'no-match'
  | 'no-input-timeout'
  | 'early-speech'
  | 'max-speech'
  | 'recognition-timeout'
  | 'no-speech'
  | 'canceled'
  | 'failure';

/** One segment's outcome; times, those of words too, are seconds from the start of the audio. */
export interface RecognizedSegment {
  status: RecognitionStatus;
  start: number;
  end: number;
  /** That most of the text is in, as asked for or detected; only of a segment with text. */
  language?: string;
  alternatives: SegmentAlternative[];
  /** What the grammars accept, best first. */
  bound: BoundAlternative[];
  /** The voice of the speaker, where it was asked for. */
  voice?: SegmentVoice;
  /** Where it was asked for and somebody speaks. */
  emotion?: EmotionScores;
}
