export type GraphErrorCode =
  /** The bytes are not a protobuf message, or end inside a field. */
  | 'malformed'
  /** The graph is not the one a rewrite was written for. */
  | 'unexpected-graph';

/** Why a model file could not be prepared. */
export class GraphError extends Error {
  override readonly name = 'GraphError';
  readonly code: GraphErrorCode;

  constructor(code: GraphErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
