/**
 * Words that sound like a letter's name or a figure, as a recogniser writes them when it does not know that letters or
 * figures are spoken.
 */
export const SOUND_ALIKES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    a: ['eh', 'ay'],
    b: ['be', 'bee'],
    c: ['see', 'sea', 'cee'],
    d: ['dee'],
    e: ['ee'],
    f: ['eff', 'ef'],
    g: ['gee', 'jee'],
    h: ['aitch', 'haitch'],
    i: ['eye', 'aye'],
    j: ['jay'],
    k: ['kay'],
    l: ['ell', 'el'],
    m: ['em'],
    n: ['en'],
    o: ['oh', 'owe'],
    p: ['pee', 'pea'],
    q: ['cue', 'queue'],
    r: ['are', 'ar'],
    s: ['ess', 'es'],
    t: ['tea', 'tee'],
    u: ['you', 'ewe'],
    v: ['vee'],
    w: ['double u', 'double you', 'doubleyou'],
    x: ['ex'],
    y: ['why'],
    z: ['zee', 'zed'],
    one: ['won'],
    two: ['to', 'too'],
    four: ['for', 'fore'],
    eight: ['ate'],
    oh: ['o'],
  }),
);
