/**
 * What an engine process may know of the server's environment: where things are and how text is written.
 * Tokens, database addresses and the rest stay out: the process decodes untrusted audio.
 */
const ALLOWED = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LD_LIBRARY_PATH', 'NODE_ENV'];

export function engineEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    ALLOWED.flatMap((name) => (name in environment ? [[name, environment[name]]] : [])),
  );
}
