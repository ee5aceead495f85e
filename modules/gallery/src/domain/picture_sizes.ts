/** How wide the pictures are shown that a screen begins with, as the `sizes` of an image: the page asks for them in the same words. */
export const pictureSizes = {
  /** On a card. They are square, and a little wider than the card where their part of it is higher than wide. */
  card: '(min-width: 40rem) 20rem, 48vw',
  /** The scene of a character's page, from edge to edge. */
  scene: '100vw',
  /** The place behind a chat. Wherever the chat shows it, it is asked for in one size, so it is fetched once. */
  place: '(min-width: 64rem) 44rem, 100vw',
} as const
