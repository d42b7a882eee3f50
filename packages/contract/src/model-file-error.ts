/** A model file that cannot be loaded. It may be damaged, which whoever keeps the models can find out. */
export class ModelFileError extends Error {
  override readonly name = 'ModelFileError';
  readonly file: string;

  /** `what` names the model: "the speaker model". */
  constructor(what: string, file: string, cause: unknown) {
    super(`${what} ${file} cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.file = file;
  }
}
