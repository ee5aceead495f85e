/** Imports of card files, for other modules. */
export {
  BulkImports,
  type BulkCounts,
  type BulkOutcome,
  type BulkRequest,
  type BulkResult,
} from './src/bulk/bulk_imports.ts'
export { receiveFiles } from './src/http/receive_files.ts'
export { WorkFolder } from './src/http/work_folder.ts'
