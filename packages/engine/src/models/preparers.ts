import type { Preparer } from './preparer.ts';

/** Every preparer a manifest entry may name. */
export const preparers: readonly Preparer[] = [];
