/** A model that is loaded when it is first asked for, so that a server that never needs it saves the memory. */
export function onFirstUse<Model>(load: () => Promise<Model>): () => Promise<Model> {
  let model: Promise<Model> | undefined;
  return () => {
    model ??= load().catch((error) => {
      // A damaged file is replaced while this process lives.
      model = undefined;
      throw error;
    });
    return model;
  };
}
