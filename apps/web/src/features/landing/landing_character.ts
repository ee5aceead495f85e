import { paths } from '#modules/accounts/api'

/** A character as the landing page shows it. */
export interface LandingCharacter {
  id: string
  name: string
  avatar: string | null
  background: string | null
  /** Where they are when one meets them; null until it has come, or without one. */
  scenario: string | null
  /** What they say first, names filled in; null until it has come, or without one. */
  opening: string | null
}

/** Into a new chat with this one, by way of the sign-in page. */
export const chatAddress = (id: string): string => `${paths.login}?next=${encodeURIComponent(`/chat/${id}?new=true`)}`
