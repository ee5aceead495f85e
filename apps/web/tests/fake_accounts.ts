import {
  usernameMessages,
  usernameProblem,
  type PasswordChange,
  type User,
  type UserSettings,
  type UserSettingsChange,
} from '#modules/accounts/api'
import type { FakeApi } from './fake_api.ts'

const texts = [
  'firstName',
  'lastName',
  'email',
  'profileImageUrl',
  'personaName',
  'personaDescription',
  'personaAvatar',
  'personaPersonality',
  'personaBackground',
] as const

/** The accounts' part of the stand-in for the server. */
export class FakeAccounts {
  password = 'correct horse'
  /** Those that others have. */
  takenUsernames: string[] = ['mara']
  takenEmails: string[] = []
  readonly api: FakeApi

  constructor(api: FakeApi) {
    this.api = api
  }

  /** Null for a call that is not the accounts'. */
  answer(method: string, url: URL, body: unknown): Response | null {
    const call = `${method} ${url.pathname}`
    if (call === 'GET /api/user/settings') return Response.json(this.#settings())
    if (call === 'PUT /api/user/settings') return this.#change(body as UserSettingsChange)
    if (call === 'PUT /api/user/username') return this.#rename((body as { username: string }).username)
    if (call === 'PUT /api/user/password') return this.#setPassword(body as PasswordChange)
    if (call === 'POST /api/user/sign-out-everywhere') {
      this.api.user = null
      return Response.json({ message: 'You are signed out everywhere.' })
    }
    if (!call.startsWith('GET /api/user/username/check/')) return null
    const problem = this.#problemOf(decodeURIComponent(url.pathname.split('/').at(-1)!))
    return Response.json({ available: problem === null, message: problem ?? usernameMessages.available })
  }

  #settings(): UserSettings {
    const { limitlessEnabled } = this.api.user!
    return { ...Object.fromEntries(texts.map((key) => [key, this.api.user![key]])), limitlessEnabled } as UserSettings
  }

  #change(change: UserSettingsChange): Response {
    if (change.email && this.takenEmails.includes(change.email))
      return refuse(409, 'email_taken', 'email', 'There is an account with this e-mail already.')
    const user: User = { ...this.api.user! }
    for (const key of texts) if (change[key] !== undefined) user[key] = (change[key]?.trim() || null) as string
    user.limitlessEnabled = change.limitlessEnabled ?? user.limitlessEnabled
    this.api.user = user
    return Response.json(user)
  }

  #rename(username: string): Response {
    const problem = this.#problemOf(username)
    if (problem === usernameMessages.taken) return refuse(409, 'username_taken', 'username', problem)
    if (problem) return refuse(422, 'invalid', 'username', problem)
    this.api.user = { ...this.api.user!, username }
    return Response.json(this.api.user)
  }

  #problemOf(username: string): string | null {
    const isTaken = this.takenUsernames.includes(username.toLowerCase())
    return usernameProblem(username) ?? (isTaken ? usernameMessages.taken : null)
  }

  #setPassword({ currentPassword, newPassword }: PasswordChange): Response {
    if (currentPassword !== this.password)
      return refuse(422, 'wrong_password', 'currentPassword', 'The current password is wrong.')
    this.password = newPassword
    return Response.json({ message: 'Your password has been changed.' })
  }
}

const refuse = (status: number, code: string, field: string, message: string) =>
  Response.json({ message, code, errors: [{ field, rule: code, message }] }, { status })
