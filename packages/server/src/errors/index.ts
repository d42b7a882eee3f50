export { internalError } from './internal-error.ts';
export { quote, quoteUri } from './quote.ts';
export { type ErrorCode, errorRegistry } from './registry.ts';
export { type ErrorDetails, ServiceError } from './service-error.ts';
