import { vi } from 'vitest';

/** npm settings that lead to this registry and to nothing of the machine's own. */
export function registryEnv(url: string): Record<string, string> {
  return {
    npm_config_registry: url,
    npm_config_userconfig: '/nowhere/user-npmrc',
    npm_config_globalconfig: '/nowhere/global-npmrc',
    npm_config_noproxy: '127.0.0.1',
    npm_config_fetch_retries: '0',
  };
}

export function useRegistry(url: string): void {
  for (const [name, value] of Object.entries(registryEnv(url))) vi.stubEnv(name, value);
}
