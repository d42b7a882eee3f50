import { InferenceSession } from 'onnxruntime-node';
import { ModelFileError } from '../contract/model-file-error.ts';
import { sessionOptions } from './session-options.ts';

/**
 * Without the arena a process with the base model stays some 60 MB smaller after long audio and is as fast: the
 * prepared graphs allocate little, and their large outputs go to buffers of ours.
 */
export async function openGraph(path: string): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(path, { ...sessionOptions, enableCpuMemArena: false });
  } catch (error) {
    throw new ModelFileError('the recognition model', path, error);
  }
}
