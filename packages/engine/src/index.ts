export * from './pool/index.ts';
export * from './recognize/index.ts';
export * from './speakers/index.ts';
