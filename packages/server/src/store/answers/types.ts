/** Work that is done once for a request, however often the request is sent. */
export interface Once<Result> {
  /** The same for every repeat of the request, and for nothing else. */
  readonly id: string;
  /** What is kept with the work, for those who repeat the request. */
  answer(result: Result): Uint8Array;
}

/** The work was done for the same request before; `answer` is what was kept of it. */
export class AnsweredBefore extends Error {
  override readonly name = 'AnsweredBefore';
  readonly answer: Buffer;

  constructor(answer: Buffer) {
    super('the request was answered before');
    this.answer = answer;
  }
}
