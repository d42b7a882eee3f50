/**
 * What an engine process may know of the server's environment: where things are and how text is written.
 * Tokens, database addresses and the rest stay out: the process decodes untrusted audio.
 */
const ALLOWED = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LD_LIBRARY_PATH', 'NODE_ENV'];

/**
 * glibc raises these by itself as large blocks come and go, and then gives hardly anything back: after 25 s of speech with
 * five alternatives a process held 346 to 352 MB, at its peak 358 to 363; fixed it holds 301 to 310 and 336, for 2 % of the
 * time. Other C libraries pass them over.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '1000000',
  MALLOC_TRIM_THRESHOLD_: '1000000',
};

/**
 * onnxruntime 1.29 and newer report models, machine and usage to their maker, and keep an identifier of the machine in the
 * cache folder, unless this is set before they load.
 */
const PRIVACY = { ORT_DISABLE_TELEMETRY: '1' };

export function engineEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const allowed = ALLOWED.flatMap((name) => (name in environment ? [[name, environment[name]]] : []));
  return { ...ALLOCATOR, ...PRIVACY, ...Object.fromEntries(allowed) };
}
