import { type Check, failure, ok, warning } from './check.ts';

const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY'];

/** Proxies are used for models and for servers; a token or a health check must not leave the machine through one. */
export function checkProxy(env: NodeJS.ProcessEnv = process.env): Check {
  const name = 'proxy';
  const textOf = (variable: string) => env[variable] ?? env[variable.toLowerCase()] ?? '';
  const set = PROXIES.filter((variable) => textOf(variable) !== '');
  if (set.length === 0) return ok(name, 'none');
  const wrong = set.find((variable) => !URL.canParse(textOf(variable)));
  // The value may hold a password.
  if (wrong) return failure(name, `${wrong} is not an address`, 'Write it as http://host:port.');
  const hosts = set.map((variable) => `${variable} ${new URL(textOf(variable)).host}`).join(', ');
  const direct = textOf('NO_PROXY').split(/[\s,]+/);
  if (direct.includes('*') || (direct.includes('localhost') && direct.includes('127.0.0.1')))
    return ok(name, hosts);
  return warning(
    name,
    `${hosts}; NO_PROXY lacks localhost and 127.0.0.1`,
    'Set NO_PROXY=localhost,127.0.0.1: commands with --server would ask the proxy for this machine.',
  );
}
