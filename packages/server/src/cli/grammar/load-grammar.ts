import { relative, resolve as resolvePath } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  builtinGrammar,
  type CompileOptions,
  type GrammarDocument,
  GrammarError,
  readGrammar,
} from '@locutor/grammar';
import { DocumentLoader } from '../../grammars/document-loader.ts';
import { MAX_GRAMMAR_BYTES } from '../../operations/lm-form.ts';
import { readSmallFile } from '../call/grammar-files.ts';
import { CommandError } from '../usage-error.ts';

export interface LoadedGrammar {
  readonly document: GrammarDocument;
  /** Finds what it refers to. */
  readonly options: CompileOptions;
}

/** A grammar in a file, or a builtin one by its URI. Throws a GrammarError where it is none. */
export async function loadGrammar(name: string, hosts: () => readonly string[]): Promise<LoadedGrammar> {
  const uri = /^builtin:/i.test(name) ? name : pathToFileURL(resolvePath(name)).href;
  return {
    document: await loadDocument(uri, hosts),
    options: { resolve: (each) => loadDocument(each, hosts) },
  };
}

/** Files are those of the person who runs the command; other hosts are asked under the policy of the server. */
async function loadDocument(uri: string, hosts: () => readonly string[]): Promise<GrammarDocument> {
  if (/^builtin:/i.test(uri)) return builtinGrammar(uri);
  if (/^file:/i.test(uri)) {
    return readGrammar(await readSmallFile(fileURLToPath(uri), MAX_GRAMMAR_BYTES), { uri });
  }
  const loader = new DocumentLoader({ folders: [], allow: hosts() });
  try {
    const { bytes, uri: found, mediaType } = await loader.load(uri);
    return readGrammar(bytes, { uri: found, ...(mediaType !== undefined && { mediaType }) });
  } finally {
    loader.close();
  }
}

/** `grammars/pizza.abnf:12:3`, as editors and terminals find it. */
export function placeOf({ uri, line, column }: GrammarError, fallback: string): string {
  const file = uri?.startsWith('file:') ? relative('', fileURLToPath(uri)) : (uri ?? fallback);
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

/** What a grammar that cannot be used is to a command. */
export function asCommandError(error: unknown, name: string): unknown {
  return error instanceof GrammarError
    ? new CommandError(`${placeOf(error, name)}: ${error.reason}`, { cause: error })
    : error;
}
