/** Every preparer a manifest entry may name. The program that prepares imports this file, by its path. */
export { preparers } from '@locutor/graphs';
