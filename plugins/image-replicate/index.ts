export { replicate, type ReplicateDeps, type ReplicateOptions } from './src/replicate.ts'
