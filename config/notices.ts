/** The notice that a machine writes: above each chat, the demo and share pages, and again in chats as a reminder. Admins can change it. */
import models from './models.ts'

const text = 'This is AI. Everything characters say is fiction.'

/** While only the built-in writer answers, which isn't an AI model. */
const textOfDemo = 'A program writes this. Everything characters say is fiction.'

export default {
  text: models.tiers.every(({ isDemo }) => isDemo) ? textOfDemo : text,
  /**
   * A user is reminded with the first message of each day in their time zone, and after each talk of this length. A talk ends with a pause
   * that is longer.
   */
  talkMinutes: 180,
  pauseMinutes: 30,
}
