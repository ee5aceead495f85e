import { userName, type User } from '#modules/accounts/api'

/** For chats without a persona of their own. */
export const defaultPersona = (user: User) => ({
  name: userName(user),
  description: user.personaDescription ?? '',
  personality: user.personaPersonality ?? '',
  background: user.personaBackground ?? '',
})
