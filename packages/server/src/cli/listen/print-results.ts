import type { WriteStream } from 'node:tty';
import type { RecognitionResult } from '../../operations/results/result.ts';
import { incompleteReason } from '../recognize/incomplete.ts';
import { CommandError } from '../usage-error.ts';
import { Captions } from './captions.ts';
import type { ListenWatch } from './listener.ts';

/** Outcomes without a text that a person wants to know about. */
const REMARKS = new Map([
  ['NO_MATCH', 'what was said matches no grammar'],
  ['NO_INPUT_TIMEOUT', 'nobody spoke before the timer ended'],
  ['EARLY_SPEECH', 'somebody spoke before the recognition started'],
]);

export interface ResultPrinter {
  readonly watch: ListenWatch;
  /** Throws where not all of the audio was recognised. */
  finish(): void;
  /** Removes words that were not final. */
  clear(): void;
}

/** Prints results as they come: as lines of text, or of JSON. Only a terminal gets words that may change. */
export function resultPrinter(json: boolean, out: WriteStream): ResultPrinter {
  const results: RecognitionResult[] = [];
  const captions = !json && out.isTTY ? new Captions(out) : undefined;
  const print = (result: RecognitionResult) => {
    if (json) return void out.write(`${JSON.stringify(result)}\n`);
    captions?.clear();
    const text = result.alternatives[0]?.text ?? '';
    if (text !== '' && captions) captions.final(text);
    else if (text !== '') out.write(`${text}\n`);
    const remark = REMARKS.get(result.result_status);
    if (remark !== undefined) process.stderr.write(`locutor: ${remark}\n`);
  };
  return {
    watch: {
      ...(captions && { onPartial: (text: string, stable: number) => captions.partial(text, stable) }),
      onResult(result) {
        results.push(result);
        print(result);
      },
    },
    finish() {
      const reason = incompleteReason(results);
      if (reason !== undefined) throw new CommandError(reason);
    },
    clear: () => captions?.clear(),
  };
}
