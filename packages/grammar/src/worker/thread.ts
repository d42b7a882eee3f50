// The thread side of GrammarPool: reads, compiles and matches, one job at a time, away from the main thread.
import { parentPort } from 'node:worker_threads';
import { compileGrammar } from '../compile/compile.ts';
import type { CompiledGrammar } from '../compiled-grammar.ts';
import { GrammarError } from '../errors.ts';
import type { GrammarDocument } from '../model.ts';
import { lintGrammar, readGrammar } from '../read/index.ts';
import {
  fromMessage,
  type GrammarBundle,
  type GrammarSource,
  type ThreadReply,
  type ThreadRequest,
  toMessage,
} from './messages.ts';

const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');
const grammars = new Map<string, CompiledGrammar>();
let answer: { give(source: GrammarSource): void; refuse(error: Error): void } | undefined;

const reply = (message: ThreadReply) => port.postMessage(message);

port.on('message', (request: ThreadRequest) => {
  switch (request.kind) {
    case 'document':
      answer?.give(request.source);
      break;
    case 'refuse':
      answer?.refuse(fromMessage(request.error));
      break;
    case 'forget':
      grammars.get(request.key)?.sleep();
      grammars.delete(request.key);
      break;
    default:
      run(request).then(reply, (error: unknown) => reply({ kind: 'failed', error: toMessage(error) }));
  }
});

async function run(
  request: Extract<ThreadRequest, { kind: 'compile' | 'match' | 'sentences' | 'lint' }>,
): Promise<ThreadReply> {
  if (request.kind === 'lint') return { kind: 'linted', findings: await lintGrammar(read(request.source)) };
  if (request.kind === 'compile') {
    const { source, options, documents } = request.bundle;
    const document = read(source);
    const compiled = await compile(document, options, documents);
    grammars.set(request.key, compiled);
    const { mode, language } = document;
    const frozen = compiled.freeze();
    return { kind: 'compiled', facts: { mode, ...(language !== undefined && { language }), frozen } };
  }
  const grammar = grammars.get(request.key);
  if (!grammar) throw new GrammarError('not-found', `the grammar ${request.key} is not compiled here`);
  if (request.kind === 'sentences')
    return { kind: 'generated', sentences: grammar.sentences(request.options) };
  return { kind: 'matched', result: await grammar.match(request.text, request.options) };
}

function compile(
  document: GrammarDocument,
  options: GrammarBundle['options'],
  documents: GrammarBundle['documents'],
): Promise<CompiledGrammar> {
  return compileGrammar(document, {
    ...options,
    resolve: async (uri, mediaType) => read(documents.get(uri) ?? (await ask(uri, mediaType)), uri),
  });
}

function ask(uri: string, mediaType: string | undefined): Promise<GrammarSource> {
  return new Promise((give, refuse) => {
    answer = { give, refuse };
    reply({ kind: 'need', uri, mediaType });
  });
}

function read(source: GrammarSource, uri?: string): GrammarDocument {
  if (!('source' in source)) return source;
  const { mediaType } = source;
  const at = source.uri ?? uri;
  return readGrammar(source.source, {
    ...(mediaType !== undefined && { mediaType }),
    ...(at !== undefined && { uri: at }),
  });
}

reply({ kind: 'ready' });
