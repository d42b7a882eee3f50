/** Factors that bring each voice to −23 LUFS; measured by `training/voice-levels`. */
const LEVELS: Readonly<Record<string, number>> = {
  af_heart: 0.96,
  af_bella: 0.89,
  af_nicole: 0.92,
  af_aoede: 0.61,
  af_kore: 0.6,
  af_sarah: 0.81,
  am_michael: 1.25,
  am_fenrir: 0.62,
  am_puck: 0.6,
  af_alloy: 0.87,
  af_nova: 1.65,
  af_sky: 1.13,
  af_jessica: 0.89,
  af_river: 0.84,
  am_echo: 0.87,
  am_eric: 0.82,
  am_liam: 0.85,
  am_onyx: 0.96,
  am_santa: 0.9,
  am_adam: 0.57,
  bf_emma: 0.72,
  bf_isabella: 0.51,
  bm_fable: 0.85,
  bm_george: 0.92,
  bm_lewis: 1.04,
  bf_alice: 0.73,
  bf_lily: 0.79,
  bm_daniel: 0.79,
  pf_dora: 1.03,
  pm_alex: 1,
  pm_santa: 0.95,
  ef_dora: 1,
  em_alex: 1,
  em_santa: 0.96,
};

export function voiceLevel(voice: string): number {
  return LEVELS[voice] ?? 1;
}

/** Those that were measured. */
export const levelledVoices: readonly string[] = Object.keys(LEVELS);
