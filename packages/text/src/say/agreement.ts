/** The gender of what a number counts, or undefined where it stands alone: "veintiún", "veintiuna", "veintiuno". */
export type Agreement = 'masculine' | 'feminine' | undefined;
