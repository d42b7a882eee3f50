// The catalogs are no public part of the server package; the benchmark reads what the build made of them.
export {
  type EncoderInfo,
  encoderCatalog,
} from '../../../packages/server/dist/operations/encoders/catalog.js';
export { formatOf } from '../../../packages/server/dist/operations/encoders/encoded-format.js';
