/** Bounds of one activation. */
export const engineLimits = {
  /** Messages that an entry can read. */
  scanDepthMax: 1_000,
  /** UTF-16 units of the chat that are read. Older messages are left out. */
  chatUnitsMax: 2_000_000,
  /** UTF-16 units of the texts of other entries that are read. */
  rereadUnitsMax: 2_000_000,
  /** Passes that read new texts, the first one included. */
  passesMax: 10,
  /** Lines with decorators at the start of a text. */
  decoratorsMax: 100,
} as const
