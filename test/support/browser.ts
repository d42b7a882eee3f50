import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where distributions put it. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function installed(): string | undefined {
  return [process.env.LOCUTOR_CHROMIUM ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
}

/** The browser of the system, installed now where that is allowed; otherwise the reason why there is none. */
export function findChromium(): { readonly path: string } | { readonly unavailable: string } {
  const before = installed();
  if (before !== undefined) return { path: before };
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) {
    return {
      unavailable: 'there is no Chromium, and no apt-get to install it; set LOCUTOR_CHROMIUM to its path',
    };
  }
  if (process.getuid?.() !== 0) {
    return { unavailable: 'there is no Chromium, and only root may install it: apt-get install chromium' };
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0;
  const install = () => run('install', '-y', '--no-install-recommends', 'chromium');
  // The lists of packages are fetched only where they are missing or old.
  if (!install()) run('update') && install();
  const after = installed();
  return after === undefined ? { unavailable: 'apt-get could not install chromium' } : { path: after };
}

/** A browser whose microphone plays a WAV file, again and again. */
export function openBrowser(executablePath: string, microphone: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${microphone}`,
    ],
  });
}
