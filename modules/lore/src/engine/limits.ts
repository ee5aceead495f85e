/** Bounds of one activation. */
export const engineLimits = {
  /** The number of messages that an entry can read. */
  scanDepthMax: 1_000,
  /** The length of the chat that is read, in UTF-16 units. Older messages are left out. */
  chatUnitsMax: 2_000_000,
  /** The length of the texts of other entries that are read, in UTF-16 units. */
  rereadUnitsMax: 2_000_000,
  /** The number of passes that read new texts or reach a recursion level, including the first pass. */
  passesMax: 10,
  /** The number of lines with decorators at the start of a text. */
  decoratorsMax: 100,
} as const
