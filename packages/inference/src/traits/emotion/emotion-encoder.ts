import { graphFiles } from '@locutor/graphs';
import { models } from '@locutor/models';

/** The recognition model whose encoder states the emotion head reads. */
export const ENCODER = 'moonshine-base';

/** Of its encoder; the model store checks the installed file against it. */
export const ENCODER_SHA256 = models
  .find(({ name }) => name === ENCODER)!
  .files.find(({ name }) => name === graphFiles.encoder)!.sha256;
