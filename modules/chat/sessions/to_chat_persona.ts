import { toPersona, type CurrentUser, type StoredPersona } from '#modules/accounts/index'
import type { ChatPersona } from './api.ts'

/** Converts a persona for the browser. Null: the user's default persona. */
export const toChatPersona = (user: CurrentUser, stored: StoredPersona | null): ChatPersona | null => {
  if (!stored) return null
  const { name, description, personality, background } = toPersona(user, stored)
  return { id: stored.id, name, avatar: stored.avatar, description, personality, background }
}
