/** Voices can be compared best with those that came over a line of the same kind. */
export const bands = ['wide', 'narrow'] as const;
export type Band = (typeof bands)[number];
