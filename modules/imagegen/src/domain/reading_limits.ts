/** Resource limits of reading one picture. */
export const readingLimits = {
  /** Phone cameras produce up to 64. */
  megapixelsMax: 65,
  /** Taller pictures are scaled down to fit this ratio. */
  heightPerWidthMax: 3,
  /** The size of a PNG that a picture is converted into. The server holds it in memory. */
  pngBytesMax: 64 * 1_048_576,
  /** Resident memory of the reading process. Only maliciously crafted pictures need more. */
  memoryBytesMax: 640 * 1_048_576,
} as const
