/** What both halves know of voices: formats, background, scoring, and the arithmetic of traits. */

export { type Agreement, agrees, LEAST_AGREEMENT } from './agreement.ts';
export { type Background, loadBackground, type View } from './background.ts';
export { type DetectorCard, detectorCard, type SpoofingThresholds } from './detector-card.ts';
export { type CohortLikeness, cohortLikeness, directionOf } from './placed-voice.ts';
export { type AgeEstimate, type AgeGroup, ageGroups, tens } from './traits/age.ts';
export { emotionGroups, likeliest, meanScores, scoresOf } from './traits/emotions.ts';
export type { Gender, GenderEstimate } from './traits/gender.ts';
export { pooledVoice, unitFloats } from './traits/segment-voice.ts';
export { type SpokenBy, Traits } from './traits/traits.ts';
export { dot, unit } from './vectors.ts';
export { EMBEDDING, readVoice, SPEEDS, VOICE, type VoicePart, writeVoice } from './voice.ts';
export { type VoiceProbe, VoiceScorer } from './voice-scorer.ts';
