/**
 * What the model is fed with. Every number has been measured, and docs/scale.md says where it is from: processor time of
 * one core, on the machines of docs/benchmarks.md.
 */
export const measured = {
  /** Core seconds for a second of audio. */
  recognize: { english: 0.055, multilingual: 0.28 },
  verify: 0.034,
  /** Core seconds of the main process for a request: upper bounds, taken one request at a time. */
  http: { recognize: 0.01, verify: 0.016 },
  /** Resident bytes of an engine process that has worked, at most, and of a main process. */
  memory: { english: 330e6, multilingual: 456e6, http: 195e6 },
  /** Records a second on one PostgreSQL, 8 writers, every write synced. */
  recordsPerSecond: 540,
  /**
   * Bytes over the bus for a second of audio, beside the audio itself: results, and signs of life. The first segment is
   * recognised where it was found; the samples of further ones come back to the node and go to whoever is free.
   */
  busExtra: { oneSegment: 500, severalSegments: 108_300, verify: 1200 },
  /** Bytes a second through one bus, its server and both ends on the same two busy cores. */
  busBytesPerSecond: 48e6,
} as const;

/** What is assumed of calls and prices; every one is an option of the command. */
export const assumed = {
  /** Of a call, during which the caller speaks to the machine. */
  talk: 0.4,
  /** Seconds of one turn of the caller: one RECOGNIZE. */
  turn: 4,
  /** Seconds of a call. */
  call: 180,
  /** Of the calls that verify the caller once, with so many seconds of speech. */
  verified: 0.3,
  verifySeconds: 10,
  /** Of the turns that name an account: each is a record in the database. */
  billed: 1,
  /** Bytes a second of audio as clients send it: 8 kHz G.711 is 8000, 16 kHz PCM 32000. */
  audioBytes: 32_000,
  /** Of the audio that has several segments in one request, because the caller pauses. */
  segmented: 0.1,
  /** Most that engine cores may be busy. */
  busy: 0.7,
  /** Seconds that 1 % of the turns may wait at most. */
  wait: 0.3,
  /** Dollars for a core (two hardware threads) and hour. */
  price: 0.085,
} as const;

export type Assumptions = { readonly [Name in keyof typeof assumed]: number };
