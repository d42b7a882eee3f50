import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { joinSamples } from '@locutor/audio';
import { defaultModels, defaultModelsDir } from '@locutor/models';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, openBrowser } from './support/browser.ts';
import { newFolder, root, startServer, type TestServer } from './support/server.ts';
import { samplesOf, silence, wav } from './support/speech.ts';

/**
 * Refusals of the server, and audio that a browser cannot play. And where somebody types over a selection in an editor,
 * Chromium itself tries to keep its style as an attribute, which the policy refuses and the editor does not need.
 */
const EXPECTED =
  /the server responded with a status|Unable to decode audio|do not apply to event handlers, style attributes/;

/** Keeps every state of the words that are not final. */
const WATCH_TAILS = `
  globalThis.tails = [];
  new MutationObserver(() => {
    const tail = document.querySelector('.caption-tail');
    const unsure = tail?.querySelector('.unsure')?.textContent ?? '';
    if (tail) globalThis.tails.push({ sure: tail.textContent.slice(0, tail.textContent.length - unsure.length), unsure });
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
`;

const found = findChromium();
if ('unavailable' in found) {
  describe.skip(`the web page, skipped: ${found.unavailable}`, () => {
    it('works in a browser', () => {});
  });
} else describe('the web page', () => inBrowser(found.path));

function inBrowser(chromium: string): void {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const file = (name: string) => join(root, 'test', 'fixtures', name);
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  /** What the browser complains about: a broken script, a policy that was violated. */
  const complaints: string[] = [];

  beforeAll(async () => {
    const microphone = join(newFolder(), 'microphone.wav');
    // Silence ends a segment before it is played again.
    writeFileSync(microphone, wav(joinSamples([await samplesOf('digits.flac'), silence(2)])));
    const env = { LOCUTOR_GRAMMARS_DIR: join(root, 'grammars'), LOCUTOR_MODELS_DIR: defaultModelsOnly() };
    server = await startServer(env);
    browser = await openBrowser(chromium, microphone);
    page = await browser.newPage({ acceptDownloads: true });
    // Against hangs only: the first speech loads its model, on a machine that may be busy.
    page.setDefaultTimeout(200_000);
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (line) => {
      const expected = EXPECTED.test(line.text());
      if (line.type() === 'error' && !expected) complaints.push(line.text());
    });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  afterEach(() => expect(complaints.splice(0)).toEqual([]));

  const open = (panel: string) => page.goto(`${server.url}/console/#${panel}`);
  const result = () => page.getByRole('region', { name: 'What was recognised' });
  const click = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: true }).locator('visible=true').click();

  it('is where a browser arrives, and asks for a token once', async () => {
    await page.goto(`${server.url}/`);
    expect(page.url()).toBe(`${server.url}/console/`);
    await open('voices');
    await page.getByLabel('Token', { exact: true }).fill('loc_wrong');
    await click('Use token');
    await page.getByText('The bearer token is not valid').waitFor();
    await click(/^(Set token|Token set)$/);
    await page.getByLabel('Token', { exact: true }).fill(server.token);
    await click('Use token');
    await click('Refresh');
    await page.getByText('Nobody is enrolled', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('Nobody is enrolled', { exact: true }).waitFor();
  });

  it('recognises the microphone', async () => {
    await open('recognise');
    await click('Record');
    // The file of the microphone is 6 s long and repeats itself.
    await page.getByRole('button', { name: /^Stop 0:0[5-9]/ }).waitFor();
    expect(await page.getByRole('meter').count()).toBe(1);
    await click(/^Stop/);
    await page.locator('.said').first().waitFor();
    expect(await page.locator('.transcript').innerText()).toContain('one two three four');
  });

  it('shows words where they were said, the answer, and the same as a command', async () => {
    await page.locator('input[type=file]').first().setInputFiles(file('digits.flac'));
    await result().getByText('digits.flac').waitFor();
    await result()
      .getByRole('button', { name: /^Play four, score/ })
      .click();
    await page.locator('.word').first().click();
    expect(await page.locator('.word').allInnerTexts()).toEqual(['one', 'two', 'three', 'four']);
    await page.getByRole('tab', { name: 'JSON' }).click();
    const shown = JSON.parse(await page.getByRole('region', { name: 'Answer as JSON' }).innerText());
    await page.getByText('The request as a command').click();
    const command = await page.getByRole('region', { name: 'The request as a command' }).innerText();
    const env = { ...process.env, TOKEN: server.token };
    const answered = execFileSync('sh', ['-c', command.replace('curl', 'curl -s')], {
      cwd: join(root, 'test', 'fixtures'),
      env,
      encoding: 'utf8',
    });
    expect(JSON.parse(answered)).toEqual(shown);
    await page.getByRole('tab', { name: 'XML' }).click();
    await click('Ask for XML');
    expect(await page.getByRole('region', { name: 'Answer as XML' }).innerText()).toContain('<ArrayList>');
    const saved = page.waitForEvent('download');
    await click('SRT');
    expect(readFileSync(await (await saved).path(), 'utf8')).toMatch(
      /^1\n00:00:00,\d{3} --> .*\none two three four/,
    );
  });

  it('tells speakers apart, with parameters as the server describes them', async () => {
    const voices = ['deep-1', 'bright-1', 'deep-2'].map((name) =>
      readFileSync(join(root, 'packages', 'inference', 'test', 'fixtures', 'voices', `${name}.ogg`)),
    );
    const buffer = Buffer.concat(voices);
    await page.getByLabel('Tell speakers apart').check();
    await page.getByText('All parameters').click();
    await page.getByLabel(/^decoder-maxSentences/).fill('3');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'talk.ogg', mimeType: 'audio/ogg', buffer });
    await page.getByRole('group', { name: 'Speaker 2' }).waitFor();
    await page.getByRole('tab', { name: 'Alternatives' }).click();
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(3);
  });

  it('says why the server refuses', async () => {
    const rubbish = { name: 'notes.wav', mimeType: 'audio/wav', buffer: Buffer.from('not audio at all') };
    await page.locator('input[type=file]').first().setInputFiles(rubbish);
    await result().getByText('ERR_AUDIO_INVALID').waitFor();
    await result().getByText('This browser cannot play the format', { exact: false }).waitFor();
  });

  it('captions the microphone while somebody speaks', async () => {
    await open('live');
    await page.evaluate(WATCH_TAILS);
    const captions = page.getByRole('list', { name: 'Captions' });
    await click('Start');
    await page.getByRole('meter').locator('visible=true').waitFor();
    await captions.getByText('one two three four').first().waitFor();
    await click('Stop');
    await page.getByRole('button', { name: 'Start', exact: true }).locator('visible=true').waitFor();
    const tails = (await page.evaluate('globalThis.tails')) as { sure: string; unsure: string }[];
    // Words came before they were final; those that were said to be sure stayed.
    expect(tails.some(({ unsure }) => unsure.includes('one'))).toBe(true);
    for (const { sure } of tails) expect('one two three four').toContain(sure.trim());
    // Only final words are announced.
    expect(await captions.getAttribute('aria-live')).toBe('polite');
    expect(await page.locator('.caption-tail').evaluate((tail) => tail.closest('[aria-live]'))).toBeNull();
  });

  it('captions against a grammar, and says why the server refuses', async () => {
    await click('Clear');
    await page.getByText('Nothing was said yet').waitFor();
    const asked = page.getByRole('region', { name: 'What to listen to' });
    const field = asked.getByLabel('Listen for');
    await field.selectOption('Grammar by its address');
    await asked.getByRole('textbox', { name: /^Address/ }).fill('file:none.abnf');
    await click('Start');
    await page.getByText('ERR_LM_NOT_FOUND').locator('visible=true').waitFor();
    await field.selectOption('Builtin grammar');
    await asked
      .getByRole('combobox', { name: /^Grammar/ })
      .selectOption('builtin:grammar/digits?language=en');
    await click('Start');
    await page.getByRole('list', { name: 'Captions' }).getByText('1234').first().waitFor();
    await click('Stop');
    await page.getByRole('button', { name: 'Start', exact: true }).locator('visible=true').waitFor();
  });

  it('marks the errors of a grammar while it is typed, and draws what a text means', async () => {
    await open('interpret');
    const editor = page.locator('.cm-content').locator('visible=true');
    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('#ABNF 1.0;\nlanguage en;\nroot $r;\n$r = one | (two;');
    await page
      .getByRole('list', { name: 'Problems of the grammar' })
      .getByText(/^4:\d+$/)
      .waitFor();
    await page.locator('.cm-lint-marker-error').waitFor();
    await page
      .getByLabel('Start from a sample')
      .locator('visible=true')
      .selectOption('Two meanings, English (ABNF)');
    await page.getByRole('article', { name: 'Meaning 2' }).waitFor();
    expect(await page.getByRole('img', { name: /^Parse: request \( taxi \(/ }).count()).toBe(1);
    await page.getByLabel('Text', { exact: true }).fill('call me tomorrow');
    await page.getByText('No match', { exact: true }).waitFor();
    await page
      .getByRole('combobox', { name: 'Grammar', exact: true })
      .selectOption('builtin:grammar/number?language=en');
    await page.getByLabel('Text', { exact: true }).fill('forty two');
    await page.getByRole('region', { name: 'Meaning as JSON' }).getByText('"42"').waitFor();
  });

  it('keeps what is typed without a pause, and what is pasted', async () => {
    const editor = page.locator('.cm-content').locator('visible=true');
    const shown = async () => (await editor.locator('.cm-line').allInnerTexts()).join('\n');
    const typed = '#ABNF 1.0;\nlanguage en;\nroot $r;\n$r = one | two | three;';
    const pasted = `${typed}\n$more = ${'four | '.repeat(100)}five;`;
    const text = page.getByLabel('Text', { exact: true });
    await page.getByRole('combobox', { name: 'Grammar', exact: true }).selectOption('');
    await text.fill(pasted);
    await text.press('ControlOrMeta+a');
    await text.press('ControlOrMeta+c');
    for (const [put, wanted] of [
      [() => page.keyboard.type(typed), typed],
      [() => page.keyboard.press('ControlOrMeta+v'), pasted],
    ] as const) {
      await editor.click();
      await page.keyboard.press('ControlOrMeta+a');
      await put();
      expect(await shown()).toBe(wanted);
      await text.fill('three');
      await page.getByRole('article', { name: 'Meaning' }).getByText('“three”').waitFor();
      expect(await shown()).toBe(wanted);
    }
  });

  it('interprets a random sentence of the grammar', async () => {
    const card = page.getByRole('region', { name: 'Sentences of the grammar' });
    const samples = page.getByLabel('Start from a sample').locator('visible=true');
    await page.getByRole('combobox', { name: 'Grammar', exact: true }).selectOption('');
    await samples.selectOption('Menu, English (JSGF)');
    await click('Random sentences');
    await card.getByText('6 sentences; choose one').waitFor();
    const sentence = card.getByRole('listitem').getByRole('button').first();
    const text = await sentence.innerText();
    await sentence.click();
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe(text);
    await page.getByRole('article', { name: 'Meaning' }).getByText(`“${text}”`).waitFor();
    await samples.selectOption('Pizza, English (ABNF)');
    await card.getByText('See what the grammar accepts').waitFor();
    expect(await card.getByRole('listitem').count()).toBe(0);
  });

  it('speaks a text, plays and saves it, and shows the same as a command', async () => {
    await open('speak');
    const spoken = page.getByRole('region', { name: 'What was spoken' });
    const asked = page.getByRole('region', { name: 'What to speak' });
    await asked.getByLabel('Text', { exact: true }).fill('One two three four five six seven.');
    await asked.getByLabel('Voice').selectOption('af_heart');
    await asked.getByLabel('Encoder').selectOption('wav/16k/256kbps/mono');
    await click('Speak');
    await spoken.getByText(/first audio after \d+\.\d\d s/).waitFor();
    await spoken.getByRole('button', { name: 'Play', exact: true }).click();
    await spoken.getByText(/^0:0(?:0\.[1-9]|[1-9]\.\d) \/ 0:0[1-9]\.\d$/).waitFor();
    const saved = page.waitForEvent('download');
    await click('Save speech.wav');
    const audio = readFileSync(await (await saved).path());
    await asked.getByText('The request as a command').click();
    const command = await asked.getByRole('region', { name: 'The request as a command' }).innerText();
    const cwd = newFolder();
    const env = { ...process.env, TOKEN: server.token };
    execFileSync('sh', ['-c', command.replace('curl', 'curl -s')], { cwd, env });
    expect(readFileSync(join(cwd, 'speech.wav')).equals(audio)).toBe(true);
  });

  it('says where SSML is wrong, and that a format cannot be played', async () => {
    const spoken = page.getByRole('region', { name: 'What was spoken' });
    await page.getByLabel('The text is SSML').check();
    const ssml = page.getByLabel('SSML', { exact: true });
    await ssml.fill('<speak>\n  Wait <break time="long"/></speak>');
    await click('Speak');
    await spoken.getByText('ERR_SSML_INVALID').waitFor();
    await spoken.getByText(/line 2, column \d+/i).waitFor();
    await ssml.fill('<speak>Yes.</speak>');
    await page.getByLabel('Encoder').selectOption('mp2/16k/24kbps/mono');
    await click('Speak');
    await spoken.getByText('Save it, or choose another encoder', { exact: false }).waitFor();
    await spoken.getByRole('button', { name: 'Save speech.mp2' }).waitFor();
  });

  it('enrols a voice after consent, verifies it and deletes it', async () => {
    await open('voices');
    const card = page.getByRole('region', { name: 'Enrol and verify' });
    expect(await card.getByRole('button', { name: 'Record' }).first().isDisabled()).toBe(true);
    await card.getByLabel('Name or id').fill('ana');
    await card.getByRole('checkbox').check();
    await card
      .locator('input[type=file]')
      .first()
      .setInputFiles([file('sentence.flac'), file('pizza.opus')]);
    await click('Enrol this voice');
    await card.getByText('Enrolled ana: 2 utterances', { exact: false }).waitFor();
    await page.getByRole('tab', { name: 'Verify' }).click();
    await card.locator('input[type=file]').last().setInputFiles(file('sentence.mp3'));
    await card.getByRole('img', { name: /^Score 0\.\d\d on a scale/ }).waitFor();
    await card.getByText('Accepted', { exact: true }).waitFor();
    await click('Delete ana');
    await click('Delete');
    await page.getByText('Nobody is enrolled', { exact: true }).waitFor();
  });

  it('filters the encoders', async () => {
    await open('encoders');
    await page.getByText('44 of 44 encoders').waitFor();
    await page.getByLabel('Filter').fill('no such thing');
    await page.getByText('No encoder matches', { exact: false }).waitFor();
    await page.getByLabel('Catalog').selectOption('tts');
    await page.getByLabel('Filter').fill('');
    await page.getByText('16 of 16 encoders').waitFor();
  });

  it('shows health, models and response times', async () => {
    await open('status');
    await page.getByRole('status').getByText('Ready').waitFor();
    await page.getByRole('img', { name: /^\/rest\/v3\/verify: 1 request, half within/ }).waitFor();
    const models = page.getByRole('region', { name: 'Models' });
    await models.getByRole('listitem').filter({ hasText: 'moonshine-base' }).getByText('installed').waitFor();
    await click('Download emotion');
    await page.getByRole('heading', { name: 'Licence of emotion' }).waitFor();
    await click('Accept and download');
    // It comes with the program, so that nothing is downloaded really.
    await models.getByRole('listitem').filter({ hasText: 'CC-BY-NC-SA' }).getByText('installed').waitFor();
  });

  it.each(['light', 'dark'] as const)('has no serious barrier in the %s theme', async (colorScheme) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const serious: string[] = [];
    for (const panel of ['recognise', 'live', 'interpret', 'speak', 'voices', 'encoders', 'status']) {
      await open(panel);
      await page.getByRole('heading', { level: 1, name: new RegExp(panel, 'i') }).waitFor();
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: { run(): Promise<Axe> } }).axe.run(),
      );
      for (const { id, impact, nodes } of violations) {
        if (impact === 'serious' || impact === 'critical')
          serious.push(`${panel}: ${id} at ${nodes[0]!.html}`);
      }
    }
    expect(serious).toEqual([]);
    // Axe tries styles of its own, which the policy refuses.
    complaints.length = 0;
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 700 });
    for (const panel of ['recognise', 'live', 'interpret', 'speak', 'voices', 'encoders', 'status']) {
      await open(panel);
      await page.getByRole('heading', { level: 1, name: new RegExp(panel, 'i') }).waitFor();
      const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([panel, beyond]).toEqual([panel, 0]);
    }
  });
}

/** A folder of models in which nobody else installs any; with the voices, where somebody has fetched them before. */
function defaultModelsOnly(): string {
  const folder = newFolder();
  const shared = process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir();
  const names = [...defaultModels, 'kokoro'].filter((name) => existsSync(join(shared, name)));
  for (const name of names) symlinkSync(join(shared, name), join(folder, name));
  return folder;
}

interface Axe {
  readonly violations: readonly { id: string; impact: string; nodes: readonly { html: string }[] }[];
}
