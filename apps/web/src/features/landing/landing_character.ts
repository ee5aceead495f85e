import { paths } from '#modules/accounts/api'
import { screens } from '#web/screens'

/** A character as the landing page shows it. */
export interface LandingCharacter {
  id: string
  name: string
  avatar: string | null
  background: string | null
  /** Null while loading, or without one. */
  scenario: string | null
  /** The first message with names filled in; null while loading, or without one. */
  opening: string | null
}

/** Leads through sign-in to a new chat with the character. */
export const chatAddress = (characterId: string): string =>
  `${paths.login}?next=${encodeURIComponent(screens.chat.href({ characterId }, { new: 'true' }))}`
