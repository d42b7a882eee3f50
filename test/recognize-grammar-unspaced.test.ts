import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Asking, recognize } from './support/recognize.ts';
import { newFolder, startServer, type TestServer } from './support/server.ts';
import { fixture } from './support/speech.ts';

const COFFEE_ZH = `#ABNF 1.0 UTF-8;
language zh-CN; root $order; tag-format <semantics/1.0>;
public $order = [请] 我 要 $count 杯 $drink {!{out = {count: rules.count, drink: rules.drink}}!};
$count = 一 {out = 1} | 两 {out = 2} | 三 {out = 3};
$drink = 咖啡 {out = "coffee"} | 茶 {out = "tea"};
`;
const OTHER_ZH = `#ABNF 1.0 UTF-8;
language zh-CN; root $r;
public $r = 打开 窗户 | 明天 见 | 谢谢 你;
`;
const COFFEE_JA = `#ABNF 1.0 UTF-8;
language ja; root $r; tag-format <semantics/1.0-literals>;
public $r = コーヒー を ください {coffee} | お茶 を ください {tea};
`;
const OTHER_JA = `#ABNF 1.0 UTF-8;
language ja; root $r;
public $r = 明日 の 天気 を 教えて | 音楽 を 止めて;
`;

const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
const hasWhisper = store.missing(['whisper-small']).length === 0;
let server: TestServer;
const segmentsOf = async (name: string, asking: Asking) =>
  (await recognize(server, fixture(name), asking)).segments();

describe.skipIf(!hasWhisper)(
  `Languages without spaces between words${hasWhisper ? '' : ' (whisper-small is not in the store)'}`,
  () => {
    beforeAll(async () => {
      const folder = newFolder();
      const grammars = join(folder, 'grammars');
      mkdirSync(grammars);
      const files = {
        'coffee-zh.abnf': COFFEE_ZH,
        'other-zh.abnf': OTHER_ZH,
        'coffee-ja.abnf': COFFEE_JA,
        'other-ja.abnf': OTHER_JA,
      };
      for (const [name, content] of Object.entries(files)) writeFileSync(join(grammars, name), content);
      server = await startServer(
        { LOCUTOR_MODELS_FETCH: 'start', LOCUTOR_MULTILINGUAL_MODEL: 'whisper-small' },
        folder,
      );
    });

    afterAll(() => server.stop());

    it.each([
      ['coffee-zh.opus', 'file:coffee-zh.abnf', '我 要 两 杯 咖啡', '{"count":2,"drink":"coffee"}'],
      ['coffee-ja.opus', 'file:coffee-ja.abnf', 'コーヒー を ください', 'coffee'],
    ])(
      '%s is a sentence of %s',
      async (name, lm, text, meaning) => {
        const [segment] = await segmentsOf(name, { lm });
        expect(segment).toMatchObject({
          result_status: 'RECOGNIZED',
          alternatives: [{ text, lm, interpretations: [meaning] }],
        });
        const { words } = segment!.alternatives[0]!;
        expect(words.map((word) => word.text).join(' ')).toBe(text);
        for (const [at, word] of words.entries()) {
          expect(word.start_time).toBeGreaterThanOrEqual(words[at - 1]?.end_time ?? 0);
          expect(word.end_time).toBeGreaterThanOrEqual(word.start_time);
        }
      },
      300_000,
    );

    it.each([
      ['coffee-zh.opus', 'file:other-zh.abnf'],
      ['coffee-ja.opus', 'file:other-ja.abnf'],
    ])(
      '%s is none of %s',
      async (name, lm) => {
        expect(await segmentsOf(name, { lm })).toMatchObject([
          { result_status: 'NO_MATCH', alternatives: [] },
        ]);
      },
      300_000,
    );
  },
);
