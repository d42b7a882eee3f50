import { SAMPLE_RATE } from '@locutor/contract';

/** Samples of a frame of the segmentation network: 20 ms. */
export const FRAME = 320;
export const FRAME_SECONDS = FRAME / SAMPLE_RATE;
/** Frames of a window of the network: ten seconds. */
export const WINDOW_FRAMES = 500;
export const WINDOW_SAMPLES = WINDOW_FRAMES * FRAME;
/** Frames from one window to the next: every moment is in the first half of one window and the second of another. */
export const HOP_FRAMES = 250;
