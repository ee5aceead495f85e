/** The signed-in user. Read with the session on every request, so a revoked right takes effect at the next one. */
export interface CurrentUser {
  id: string
  email: string
  username: string | null
  firstName: string | null
  isAdmin: boolean
  hasSecondFactor: boolean
  limitlessEnabled: boolean
  persona: Persona
}

/** The part of the user that prompts contain. Missing texts are empty. */
export interface Persona {
  /** The persona's name, else the username, else the first name, else 'User'. */
  name: string
  description: string
  personality: string
  background: string
}
