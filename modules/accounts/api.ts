/** Wire shapes, paths and limits of accounts. Runs in a browser. */

export const limits = {
  passwordMin: 8,
  passwordMax: 200,
  emailMax: 254,
  nameMax: 80,
  usernameMin: 3,
  usernameMax: 30,
} as const

/**
 * The signed-in user. `rubies` is what may be spent now: the balance less what replies under way hold. `rubyDebt` is what is owed
 * after a payment was taken back whose rubies were spent; what comes in pays it first.
 */
export interface User {
  id: string
  username: string | null
  firstName: string | null
  lastName: string | null
  email: string
  profileImageUrl: string | null
  rubies: number
  rubyDebt: number
  limitlessEnabled: boolean
  discordJoined: boolean
  isAdmin: boolean
  createdAt: string
  personaName: string | null
  personaDescription: string | null
  personaAvatar: string | null
  personaPersonality: string | null
  personaBackground: string | null
  stats: { messagesWritten: number; charactersCreated: number }
}

/** The body of every failure. `code` is for machines, `message` is a sentence for a person. */
export interface Failure {
  message: string
  code: string
  errors?: { field: string; rule: string; message: string }[]
}

export const paths = {
  currentUser: '/api/auth/user',
  login: '/api/login',
  register: '/api/register',
  logout: '/api/logout',
} as const
