export interface FileLimits {
  /** Of the file, and of each entry of an archive after decompression. */
  fileBytesMax: number
  /** Of a card's JSON, after decoding. */
  documentBytesMax: number
  /** Of one compressed PNG chunk, after decompression. */
  chunkBytesMax: number
  /** Text chunks in a PNG. Other chunks are not kept in memory. */
  textChunksMax: number
  /** Of everything that is decompressed from a file, the files of a plain archive included. */
  inflatedBytesMax: number
  entriesMax: number
  /** Scenarios in a BYAF. */
  scenariosMax: number
  /** Warnings per file. The rest is counted. */
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
