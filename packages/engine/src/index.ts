export * from './models/index.ts';
export * from './pool/index.ts';
