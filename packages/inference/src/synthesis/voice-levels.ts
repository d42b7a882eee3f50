/** Factors that bring each voice to −23 LUFS; measured by `training/voice-levels`. */
const LEVELS: Readonly<Record<string, number>> = {
  af_heart: 1.03,
  af_bella: 0.98,
  af_nicole: 0.85,
  af_aoede: 0.62,
  af_kore: 0.66,
  af_sarah: 0.8,
  am_michael: 1.23,
  am_fenrir: 0.66,
  am_puck: 0.67,
  af_alloy: 0.96,
  af_nova: 1.74,
  af_sky: 1.13,
  af_jessica: 0.91,
  af_river: 0.86,
  am_echo: 1.01,
  am_eric: 0.84,
  am_liam: 0.89,
  am_onyx: 1.11,
  am_santa: 0.87,
  am_adam: 0.61,
  bf_emma: 0.77,
  bf_isabella: 0.56,
  bm_fable: 1.04,
  bm_george: 0.82,
  bm_lewis: 1.07,
  bf_alice: 0.75,
  bf_lily: 0.83,
  bm_daniel: 0.85,
  pf_dora: 1.1,
  pm_alex: 1.03,
  pm_santa: 1.02,
  ef_dora: 1.11,
  em_alex: 1.04,
  em_santa: 0.99,
};

export function voiceLevel(voice: string): number {
  return LEVELS[voice] ?? 1;
}

/** Those that were measured. */
export const levelledVoices: readonly string[] = Object.keys(LEVELS);
