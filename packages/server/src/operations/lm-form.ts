import { quote, ServiceError } from '../errors/index.ts';
import type { InlineGrammar } from '../grammars/inline-grammar.ts';
import { checkCharset } from '../http/charset.ts';
import { type FormPart, splitForm } from '../http/form-data.ts';

export interface Parts {
  /** The operation's own part, if it came. */
  readonly value: FormPart | undefined;
  readonly grammars: readonly InlineGrammar[];
}

export const MAX_GRAMMARS = 16;
/** Of one grammar that comes along. */
export const MAX_GRAMMAR_BYTES = 1024 ** 2;

/** The parts of a form: grammars under `lm`, and the one value of the operation, at most once. */
export function readParts(body: Uint8Array, contentType: string, valueName: string): Parts {
  const grammars: InlineGrammar[] = [];
  let value: FormPart | undefined;
  for (const part of splitForm(body, contentType, MAX_GRAMMARS + 1)) {
    if (part.name === 'lm') grammars.push(grammarOf(part));
    else if (part.name !== valueName) {
      throw new ServiceError(
        'ERR_INVALID_PARAMETER',
        `there is no part named ${quote(part.name)}; the parts are lm and ${valueName}`,
      );
    } else if (value) throw new ServiceError('ERR_INVALID_PARAMETER', `the part ${valueName} comes twice`);
    else value = part;
  }
  return { value, grammars };
}

function grammarOf({ bytes, contentType }: FormPart): InlineGrammar {
  if (bytes.length > MAX_GRAMMAR_BYTES) {
    throw new ServiceError('ERR_TOO_LARGE', `a part named lm has more than ${MAX_GRAMMAR_BYTES} bytes`);
  }
  checkCharset(contentType, 'a part named lm');
  // Types that say nothing are left to the grammar reader, which looks at the content first anyway.
  return { bytes, mediaType: contentType };
}
