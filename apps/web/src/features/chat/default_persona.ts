import { userName, type User } from '#modules/accounts/api'

/** Returns the persona for chats without their own persona. */
export const defaultPersona = (user: User) => ({
  name: userName(user),
  description: user.personaDescription ?? '',
  personality: user.personaPersonality ?? '',
  background: user.personaBackground ?? '',
})
