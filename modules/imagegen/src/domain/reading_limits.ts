/** What reading one picture may cost. */
export const readingLimits = {
  /** The largest that cameras of phones make is 64. */
  megapixelsMax: 65,
  /** A picture is fitted into this many times its width, so that a very tall one is small instead of endless. */
  heightPerWidthMax: 3,
  /** Of the reading process, all in all. More is needed only by what was made to need it. */
  memoryBytesMax: 640 * 1_048_576,
  /** A process that has grown larger is not used for another picture. */
  restMemoryBytesMax: 256 * 1_048_576,
} as const
