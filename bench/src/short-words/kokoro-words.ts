import { resample } from '@locutor/audio';
import { voices } from '@locutor/contract';
import type { ModelStore } from '@locutor/models';
import { hashOf } from '../corpora/speakers.ts';
import { LocutorSpeaker } from '../synthesis/locutor.ts';
import { RANGES, type ShortWord, shortWord } from './words.ts';

/** It whispers: no detector of speech knows that. */
const WHISPERS = 'af_nicole';

/** Words that the product itself synthesizes, each by some of its English voices; letters are named. */
export class KokoroWords {
  readonly #speaker: LocutorSpeaker;

  private constructor(speaker: LocutorSpeaker) {
    this.#speaker = speaker;
  }

  static async start(store: ModelStore): Promise<KokoroWords> {
    await store.fetch(['kokoro']);
    return new KokoroWords(await LocutorSpeaker.start(store, 'kokoro'));
  }

  async words(words: readonly string[], voicesEach: number): Promise<ShortWord[]> {
    const english = voices.filter(
      ({ name, languages }) => languages[0]!.startsWith('en') && name !== WHISPERS,
    );
    const clips: ShortWord[] = [];
    for (const word of words) {
      const order = english
        .map(({ name }) => name)
        .toSorted((a, b) => hashOf(`${word}${a}`) - hashOf(`${word}${b}`));
      for (const voice of order.slice(0, voicesEach)) {
        const said = word.length === 1 ? `<say-as interpret-as="characters">${word}</say-as>` : `${word}.`;
        const { samples, rate } = await this.#speaker.say(`<speak>${said}</speak>`, 'en', 1, {
          voice,
          ssml: true,
        });
        const source = { word, speaker: voice, name: `${word} ${voice}`, range: RANGES.synthetic };
        clips.push(await shortWord(source, resample(samples, rate, 16_000)));
      }
    }
    return clips;
  }

  stop(): Promise<void> {
    return this.#speaker.stop();
  }
}
