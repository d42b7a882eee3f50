// node scripts/console-screenshots.mjs: makes the pictures of docs/console.md with a server and a browser of its own.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEncoder, decodeAudio, joinSamples } from '@locutor/audio';
import { chromium } from 'playwright-core';
import { root, say } from './prepare.mjs';

const LARGEST = 150 * 1024;
const folder = join(root, 'docs', 'images');
const fixture = (name) => join(root, 'test', 'fixtures', name);
const voices = join(root, 'packages', 'inference', 'test', 'fixtures', 'voices');
const home = mkdtempSync(join(tmpdir(), 'locutor-pictures-'));
const program = join(root, 'packages', 'server', 'bin', 'locutor.mjs');
const env = { ...process.env, LOCUTOR_PORT: '0', LOCUTOR_GRAMMARS_DIR: join(root, 'grammars') };
const server = spawn(process.execPath, [program], { cwd: home, env, stdio: ['ignore', 'pipe', 'ignore'] });
let printed = '';
await new Promise((resolve) =>
  server.stdout.on('data', (text) => {
    printed += text;
    if (printed.includes('/health/ready')) resolve();
  }),
);
const url = `${/serves at (\S+)/.exec(printed)[1]}/console/`;
const token = /token +(loc_\w+)/.exec(printed)[1];
const executablePath = process.env.LOCUTOR_CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({
  executablePath,
  args: [
    '--no-sandbox',
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-audio-capture=${await microphone()}`,
  ],
});

/** The file that the browser's microphone plays, again and again. */
async function microphone() {
  const spoken = ['deep-1', 'bright-2'].map((name) => readFileSync(join(voices, `${name}.ogg`)));
  const parts = await Promise.all(spoken.map(async (bytes) => (await decodeAudio(bytes)).samples));
  const samples = joinSamples(parts.flatMap((part) => [part, new Float32Array(24_000)]));
  const encoder = await createEncoder({ codec: 'wav', sampleRate: 16_000, channels: 1, bitsPerSample: 16 });
  const bytes = Buffer.concat([encoder.write(samples), encoder.end()]);
  // A stream's header does not know its length, and the browser wants it.
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt32LE(bytes.length - 44, 40);
  const path = join(home, 'microphone.wav');
  writeFileSync(path, bytes);
  return path;
}

async function openPage(colorScheme, width, height) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.addInitScript((text) => sessionStorage.setItem('locutor-token', text), token);
  return page;
}

/** Waveforms are drawn a moment after they are decoded. */
async function save(page, name, waitMs = 800) {
  await page.waitForTimeout(waitMs);
  const path = join(folder, `console-${name}.png`);
  await page.screenshot({ path });
  const { size } = statSync(path);
  say(`${path} (${Math.round(size / 1024)} KB)`);
  if (size > LARGEST) throw new Error(`${path} is larger than ${LARGEST} bytes`);
}

async function recognise(page) {
  await page.goto(`${url}#recognise`);
  const parts = ['deep-1', 'bright-1', 'deep-2', 'bright-2'];
  const buffer = Buffer.concat(parts.map((part) => readFileSync(join(voices, `${part}.ogg`))));
  await page.getByLabel('Tell speakers apart').check();
  const input = page.locator('input[type=file]').first();
  await input.setInputFiles({ name: 'conversation.ogg', mimeType: 'audio/ogg', buffer });
  await page.locator('.lane').first().waitFor();
}

/** Two sentences are final, and a third is being said. */
async function live(page) {
  await page.goto(`${url}#live`);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('list', { name: 'Captions' }).getByRole('listitem').nth(1).waitFor();
  await page.waitForFunction(() =>
    /^(the weather|please transfer) .*\w \w/.test(document.querySelector('.caption-tail')?.textContent ?? ''),
  );
}

async function interpret(page) {
  await page.goto(`${url}#interpret`);
  await page.locator('.cm-content').waitFor();
  await page.getByLabel('Start from a sample').selectOption('Two meanings, English (ABNF)');
  await page.getByRole('article', { name: 'Meaning 2' }).waitFor();
}

async function speak(page) {
  await page.goto(`${url}#speak`);
  await page.getByLabel('Voice').selectOption('af_heart');
  // The first time the model is loaded, which is not what the picture should show.
  for (let time = 0; time < 2; time++) {
    await page.getByRole('button', { name: 'Speak' }).click();
    await page.locator('[aria-busy=true]').waitFor();
    await page.locator('[aria-busy=false]').waitFor({ timeout: 300_000 });
    await page.getByText('first audio after', { exact: false }).waitFor();
  }
  await page.evaluate(() => scrollTo(0, 0));
}

async function verify(page) {
  await page.goto(`${url}#voices`);
  const input = page.getByRole('region', { name: 'Enrol and verify' }).locator('input[type=file]');
  await page.getByLabel('Name or id').fill('ana');
  await page.getByRole('checkbox').check();
  await input.first().setInputFiles([fixture('sentence.flac'), fixture('date.opus'), fixture('pizza.opus')]);
  await page.getByRole('button', { name: 'Enrol this voice' }).click();
  await page.getByText('Enrolled ana', { exact: false }).waitFor();
  await page.getByRole('tab', { name: 'Verify' }).click();
  await input.last().setInputFiles(fixture('sentence.mp3'));
  await page.locator('.dial').waitFor();
}

try {
  mkdirSync(folder, { recursive: true });
  const light = await openPage('light', 1280, 800);
  await recognise(light);
  await save(light, 'recognise');
  const captions = await openPage('light', 1280, 560);
  await live(captions);
  await save(captions, 'live', 0);
  await captions.close();
  const dark = await openPage('dark', 1280, 760);
  await interpret(dark);
  await save(dark, 'interpret');
  const spoken = await openPage('light', 1280, 820);
  await speak(spoken);
  await save(spoken, 'speak');
  const tall = await openPage('light', 1280, 1180);
  await verify(tall);
  await save(tall, 'voices');
  const phone = await openPage('dark', 390, 844);
  await phone.goto(`${url}#status`);
  await phone.getByRole('status').waitFor();
  await save(phone, 'status');
} finally {
  await browser.close();
  server.kill();
  rmSync(home, { recursive: true, force: true });
}
