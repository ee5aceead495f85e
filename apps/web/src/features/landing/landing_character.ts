import { signInAddress } from '#modules/accounts/calls'
import type { PictureFocus } from '#modules/gallery/api'
import { screens } from '#web/screens'

/** A character as the landing page shows it. */
export interface LandingCharacter {
  id: string
  name: string
  avatar: string | null
  avatarFocus: PictureFocus | null
  background: string | null
  /** Null while loading, or without one. */
  scenario: string | null
  /** The first message with names filled in; null while loading, or without one. */
  opening: string | null
  /** The first spoken sentences of the first message. Null when none is short enough. */
  line: string | null
  /** The demo answers visitors as this character. */
  answers: boolean
}

/** Leads through registration to the demo chat, which the app adopts and opens, or to a new chat with the character. */
export const registerAddress = (characterId: string, isKept: boolean): string => {
  const next = isKept ? screens.recentChats.path : screens.chat.href({ characterId }, { new: 'true' })
  return signInAddress('register', next)
}
