import { userName } from './domain/user_name.ts'

import type { SamplingChoice } from '#plugins/contract/sampling'
import type { Role } from './domain/roles.ts'

/** The signed-in user. Read with the session on every request, so a revoked right takes effect at the next one. */
export interface CurrentUser {
  id: string
  email: string
  username: string | null
  firstName: string | null
  role: Role
  /** Whether the role is admin or owner. */
  isAdmin: boolean
  hasSecondFactor: boolean
  limitlessEnabled: boolean
  /** The default persona. */
  persona: Persona
  /** The sampling of all chats. Null uses the sampling of the model's tier. */
  sampling: SamplingChoice | null
}

/** The part of the user that prompts contain. Missing texts are empty. */
export interface Persona {
  /** The persona's name, else the username, else the first name, else 'User'. */
  name: string
  description: string
  personality: string
  background: string
  /** The user's lorebooks that join prompts with this persona. Deleted lorebooks have no effect. */
  lorebookIds: readonly string[]
}

/** The result of the SQL function `accounts_persona`. */
export interface StoredPersona {
  id: string
  name: string | null
  avatar: string | null
  description: string | null
  personality: string | null
  background: string | null
  lorebookIds: string[]
}

/** Converts a stored persona to its form in prompts. */
export const toPersona = (
  { username, firstName }: Pick<CurrentUser, 'username' | 'firstName'>,
  { name, description, personality, background, lorebookIds }: Omit<StoredPersona, 'id' | 'avatar'>
): Persona => ({
  name: userName({ personaName: name, username, firstName }),
  description: description ?? '',
  personality: personality ?? '',
  background: background ?? '',
  lorebookIds,
})
