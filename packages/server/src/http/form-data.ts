import { ServiceError } from '../errors/index.ts';
import { FormParser } from './form-parser.ts';
import type { PartHead } from './part-head.ts';

const FORM = /^\s*multipart\/form-data\s*(;|$)/i;

export function isForm(contentType: string | undefined): contentType is string {
  return contentType !== undefined && FORM.test(contentType);
}

export interface FormPart extends PartHead {
  /** A view of the body, not a copy. */
  readonly bytes: Uint8Array;
}

/** The parts of a multipart/form-data body that is here already: fed at once, the parser gives each as one view. */
export function splitForm(body: Uint8Array, contentType: string, maxParts: number): FormPart[] {
  const parser = new FormParser(contentType);
  parser.feed(body);
  const parts: FormPart[] = [];
  let head: PartHead | undefined;
  let bytes = body.subarray(0, 0);
  for (let event = parser.next(); event.kind !== 'end'; event = parser.next()) {
    if (event.kind === 'more') throw parser.brokenOff;
    if (event.kind === 'data') bytes = event.bytes;
    else if (event.kind === 'part') {
      if (parts.length === maxParts)
        throw new ServiceError('ERR_TOO_LARGE', `the form has more than ${maxParts} parts`);
      head = event.head;
      bytes = body.subarray(0, 0);
    } else parts.push({ ...head!, bytes });
  }
  return parts;
}
