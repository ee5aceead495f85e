/** Who is asking: read with the session at every call, so a withdrawn right counts at the next one. */
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

/** What a prompt needs to know of the user. Empty texts when they don't say. */
export interface Persona {
  /** The persona's name, else the username, else the first name, else 'User'. */
  name: string
  description: string
  personality: string
  background: string
}
