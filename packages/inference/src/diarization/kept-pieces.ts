import { decodePlain, encodePlain } from '@locutor/contract';
import type { Piece } from './piece.ts';

/**
 * Pieces as the bytes that one job hands to the next: about two kilobytes for each second of speech. One array of bytes takes
 * the pipe between the processes, thousands of small ones would be cloned one by one.
 */
export function writePieces(pieces: readonly Piece[]): Uint8Array {
  return encodePlain(pieces);
}

/** Of bytes that `writePieces` made. */
export function readPieces(bytes: Uint8Array): Piece[] {
  return (decodePlain(bytes) as Omit<Piece, 'voice'>[]).map((piece) => ({ voice: undefined, ...piece }));
}
