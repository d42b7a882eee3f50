import { describe, expect, it } from 'vitest';
import { ask, form, GRAMMAR, spoken } from './testing.ts';

describe('a grammar', () => {
  const inline = form({ lm: ['application/srgs', GRAMMAR], audio: ['audio/raw; rate=8000', 'bytes'] });

  it('gives its words, meanings and scores, from the likeliest text it accepts', async () => {
    const { json, requests } = await ask(() => [spoken(['turn of', 'turn on', 'turn off'], 0.9)], {
      lms: [],
      ...inline,
      headers: { ...inline.headers, 'decoder.maxSentences': '2' },
    });
    expect(requests).toMatchObject([
      { audio: { decode: { raw: { rate: 8000 } } }, sentences: 2, words: 'first', written: false },
    ]);
    const [segment] = json();
    expect(segment.result_status).toBe('RECOGNIZED');
    expect(Object.keys(segment.alternatives[0])).toEqual([
      'index',
      'text',
      'score',
      'lm',
      'interpretations',
      'interpretation_scores',
      'words',
    ]);
    expect(segment.alternatives).toMatchObject([
      {
        index: 0,
        text: 'Turn on',
        score: 80,
        lm: 'inline:0',
        interpretations: ['ON', 'START'],
        interpretation_scores: [60, 20],
        words: [{ text: 'Turn' }, { text: 'on', start_time: 1.123 }],
      },
      { index: 1, text: 'Turn off', interpretations: ['OFF'], words: [] },
    ]);
  });

  it('is NO_MATCH where it accepts nothing that was said', async () => {
    const { json } = await ask(() => [spoken(['good morning'])], { lms: [], ...inline });
    expect(json()).toMatchObject([{ result_status: 'NO_MATCH', alternatives: [] }]);
  });

  it('stands in front of free speech', async () => {
    const { json } = await ask(() => [spoken(['turn on'], 0.9)], {
      ...inline,
      headers: { ...inline.headers, 'decoder.maxSentences': '5' },
    });
    expect(json()[0].alternatives.map(({ lm }: { lm: string }) => lm)).toEqual([
      'inline:0',
      'builtin:slm/general',
    ]);
  });

  it.each([
    ['#ABNF 1.0;\nmode dtmf; root $r;\npublic $r = 1 | 2;\n', 'its mode is dtmf'],
    ['#ABNF 1.0;\nlanguage tlh; root $r;\npublic $r = qapla;\n', 'its language "tlh"'],
    ['nothing at all', 'cannot be used'],
  ])('%j is refused', async (grammar, reason) => {
    const { status, json } = await ask(() => [], {
      lms: [],
      ...form({ lm: ['application/srgs', grammar], audio: [undefined, 'x'] }),
    });
    expect([status, json()]).toEqual([
      422,
      { code: 'ERR_LM_INVALID', message: expect.stringContaining(reason) },
    ]);
  });
});
