/** JSON documents that keep their text when they are edited. */
export { JsonDocument } from './formats/json/json_document.ts'
export { encodeJson, type TextEncoding } from './formats/json/decode_text.ts'
export {
  jsonLimits,
  type JsonLimits,
  type JsonNode,
  type JsonPath,
  type JsonRefusal,
  type JsonValue,
} from './formats/json/json_node.ts'
export type { JsonEdit, PatchRefusal } from './formats/json/patch_json.ts'

/** Reading and writing of card files as bytes. */
export { openFile } from './formats/files/open_file.ts'
export { fileLimits, type FileLimits } from './formats/files/file_limits.ts'
export type {
  AssetRefusal,
  ContainedFile,
  FileAssets,
  FileFormat,
  FileRefusal,
  OpenedFile,
  SourceDocument,
} from './formats/files/opened_file.ts'
export { writeCardPng, type PngCards } from './formats/files/png/write_card_png.ts'
export { writeCharX, type CharXEntry } from './formats/files/zip/write_charx.ts'

export {
  BulkImports,
  type BulkCounts,
  type BulkOutcome,
  type BulkRequest,
  type BulkResult,
} from './src/bulk/bulk_imports.ts'
export { receiveFiles, type FilesRefusal } from './src/http/receive_files.ts'
export { WorkFolder } from './src/http/work_folder.ts'
