export interface FileLimits {
  /** The size of the file, and of each archive entry after decompression. */
  fileBytesMax: number
  /** The size of a card's JSON after decoding. */
  documentBytesMax: number
  /** The size of one compressed PNG chunk after decompression. */
  chunkBytesMax: number
  /** The number of text chunks in a PNG. Other chunks are not kept in memory. */
  textChunksMax: number
  /** The total size of all data decompressed from a file, including the files of a plain archive. */
  inflatedBytesMax: number
  entriesMax: number
  /** The number of scenarios in a BYAF. */
  scenariosMax: number
  /** The number of warnings per file. Further warnings are only counted. */
  warningsMax: number
}

const mebibyte = 1_048_576

export const fileLimits: FileLimits = {
  fileBytesMax: 64 * mebibyte,
  documentBytesMax: 8 * mebibyte,
  chunkBytesMax: 16 * mebibyte,
  textChunksMax: 5_000,
  inflatedBytesMax: 512 * mebibyte,
  entriesMax: 10_000,
  scenariosMax: 1_000,
  warningsMax: 30,
}
