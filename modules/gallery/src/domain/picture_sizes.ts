/** The `sizes` attributes of a screen's first pictures. The page's preload links must use the same values. */
export const pictureSizes = {
  /** Square pictures on cards. Some are a little wider than the card, because its picture area is taller than wide. */
  card: '(min-width: 40rem) 20rem, 48vw',
  /** The full-width background of a character's page. */
  scene: '100vw',
  /** The background of a chat. Every place that shows it uses this size, so the browser fetches it once. */
  place: '(min-width: 64rem) 44rem, 100vw',
} as const
