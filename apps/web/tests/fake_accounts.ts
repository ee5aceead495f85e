import type { ApiToken, NewApiToken } from '#modules/access/api'
import {
  usernameMessages,
  usernameProblem,
  type AccountSettings,
  type CodeBody,
  type Invitation,
  type InvitationBody,
  type ListedPersona,
  type ListedSession,
  type PasswordChange,
  type PersonaChange,
  type AgreementsBody,
  type Proof,
  type SignInMethod,
  type SitePage,
  type User,
  type UserSettingsChange,
} from '#modules/accounts/api'
import { answer } from './check_answer.ts'
import { refuse, refuseField } from './fake_answers.ts'
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

/** The accounts calls of the fake server. */
export class FakeAccounts {
  /** The user's password, or null without one. */
  password: string | null = 'correct horse'
  signIns: SignInMethod[] = []
  takenUsernames: string[] = ['mara']
  takenEmails: string[] = []
  /** The personas besides the default one, whose texts are the user's. */
  personas: ListedPersona[] = []
  defaultPersonaId = 'first'
  secondFactor: AccountSettings['secondFactor'] = null
  /** The name of the provider that verifies ages. */
  ageCheck: string | null = null
  /** The valid codes, both of the app and for recovery. */
  codes: string[] = ['123456']
  tokens: ApiToken[] = []
  invitations: Invitation[] = []
  /** The people that the user may still invite. Null without a limit. */
  invitationsLeft: number | null = 0
  sessions: ListedSession[] = [this.session({ id: 'here', isCurrent: true })]
  /** Whether the user has reauthenticated recently. */
  isProven = true
  /** All versions of the operator's pages, oldest first. */
  pages: SitePage[] = []
  readonly api: FakeApi

  constructor(api: FakeApi) {
    this.api = api
  }

  /** Returns null for calls of other modules. */
  answer(method: string, url: URL, body: unknown): Response | null {
    const call = `${method} ${url.pathname}`
    if (call === 'GET /api/user/sessions') return answer('ListedSessions', this.sessions)
    if (method === 'DELETE' && url.pathname.startsWith('/api/user/sessions'))
      return this.#endSession(url.pathname.split('/')[4])
    if (url.pathname.startsWith('/api/tokens')) return this.#token(method, url.pathname.split('/')[3], body)
    if (url.pathname.startsWith('/api/invitations')) return this.#invitation(method, url.pathname.split('/')[3], body)
    if (call === 'POST /api/user/proof') return this.#prove((body as Proof).currentPassword)
    if (call.startsWith('POST /api/user/proof/'))
      return answer('Redirect', { url: 'https://provider.example/authorize' })
    const isUnproven = !this.isProven && this.#needsProof(call, body)
    if (isUnproven) return refuse(403, 'proof_needed', 'Please show first that it is you.')
    if (call === 'POST /api/user/age-check')
      return answer('BegunAgeCheck', { url: 'https://ages.example/check', check: 'the check' })
    if (call === 'POST /api/user/age-check/outcome') {
      this.api.user = { ...this.api.user!, isOfAge: true, limitlessEnabled: true, adultClosed: null }
      return answer('User', this.api.user)
    }
    if (call === 'POST /api/user/agreements') return this.#agree(body as AgreementsBody)
    if (call === 'GET /api/user/settings') return answer('AccountSettings', this.#settings())
    if (call === 'PUT /api/user/settings') return this.#change(body as UserSettingsChange)
    if (url.pathname.startsWith('/api/personas')) return this.#persona(method, url.pathname.split('/')[3], body)
    if (call === 'POST /api/user/verification-mail')
      return this.api.user!.emailVerified
        ? refuse(409, 'verified_already', 'Your e-mail address is verified.')
        : answer('Confirmation', { message: 'We have sent you a link.' })
    if (call === 'PUT /api/user/username') return this.#rename((body as { username: string }).username)
    if (call === 'PUT /api/user/password') return this.#setPassword(body as PasswordChange)
    if (call.startsWith('POST /api/user/sign-ins/'))
      return answer('Redirect', { url: 'https://provider.example/authorize' })
    if (call.startsWith('DELETE /api/user/sign-ins/')) return this.#unlink(url.pathname.split('/').at(-1)!)
    if (call.includes(' /api/user/second-factor')) return this.#secondFactor(call, (body as CodeBody | null)?.code)
    if (call === 'POST /api/user/sign-out-everywhere') {
      this.api.user = null
      return answer('Confirmation', { message: 'You are signed out everywhere.' })
    }
    if (!call.startsWith('GET /api/user/username/check/')) return null
    const problem = this.#problemOf(decodeURIComponent(url.pathname.split('/').at(-1)!))
    return answer('UsernameCheck', { available: problem === null, message: problem ?? usernameMessages.available })
  }

  sitePage(url: URL): Response {
    const name = url.pathname.split('/')[3]
    const newest = (of: string) => this.pages.findLast((page) => page.name === of)
    if (!name) {
      const listed = this.pages.filter((page) => newest(page.name) === page).map(({ text: _text, ...page }) => page)
      return answer('ListedSitePages', listed)
    }
    const version = url.searchParams.get('version')
    const page = version
      ? this.pages.find((each) => each.name === name && each.version === Number(version))
      : newest(name)
    return page ? answer('SitePage', page) : refuse(404, 'not_found', 'There is no such page.')
  }

  addPage(name: SitePage['name'], text: string): SitePage {
    const version = this.pages.filter((page) => page.name === name).length + 1
    const page = { name, version, text, publishedAt: '2026-11-20T10:00:00.000Z' }
    this.pages.push(page)
    return page
  }

  #agree(body: AgreementsBody): Response {
    const user = this.api.user!
    const left = user.agreementsWanted?.filter(({ page, version }) => body[`${page}Version`] !== version) ?? []
    const { agreementsWanted: _agreementsWanted, ...rest } = user
    this.api.user = left.length > 0 ? { ...rest, agreementsWanted: left } : rest
    return answer('User', this.api.user)
  }

  session(fields: Partial<ListedSession>): ListedSession {
    const now = new Date().toISOString()
    return {
      id: 'x',
      device: 'Firefox on Linux',
      createdAt: now,
      lastUsedAt: now,
      expiresAt: now,
      isCurrent: false,
      ...fields,
    }
  }

  #token(method: string, id: string | undefined, body: unknown): Response {
    if (method === 'GET') return answer('ApiTokens', this.tokens)
    if (method === 'DELETE') {
      this.tokens = this.tokens.filter((each) => each.id !== id)
      return answer('Confirmation', { message: 'The token no longer works.' })
    }
    const { name, scopes, days } = body as NewApiToken
    const expiresAt = days === null ? null : '2126-01-02T03:04:05.000Z'
    const token = {
      id: this.api.id('token'),
      name,
      scopes,
      createdAt: '2026-01-02T03:04:05.000Z',
      lastUsedAt: null,
      expiresAt,
    }
    this.tokens.unshift(token)
    return answer('CreatedApiToken', { token, value: `fct_value-of-${token.id}` }, { status: 201 })
  }

  invitation(fields: Partial<Invitation> = {}): Invitation {
    const now = Date.now()
    return {
      id: this.api.id('invitation'),
      note: null,
      role: null,
      rubies: 0,
      uses: 1,
      used: 0,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 14 * 86_400_000).toISOString(),
      isOpen: true,
      ...fields,
    }
  }

  #invitation(method: string, id: string | undefined, body: unknown): Response {
    if (method === 'GET') return answer('OwnInvitations', { invitations: this.invitations, left: this.invitationsLeft })
    if (method === 'DELETE') {
      this.invitations = this.invitations.map((each) => (each.id === id ? { ...each, isOpen: false } : each))
      return answer('Confirmation', { message: 'The invitation no longer works.' })
    }
    const { uses, note, role = null, rubies = 0 } = body as InvitationBody
    if (role !== null && !this.isProven) return refuse(403, 'proof_needed', 'Please show first that it is you.')
    const invitation = this.invitation({ uses, note: note?.trim() || null, role, rubies })
    this.invitations.unshift(invitation)
    if (this.invitationsLeft !== null) this.invitationsLeft -= uses
    const link = `https://facet.example/api/login?mode=register&invitation=token-of-${invitation.id}`
    return answer('CreatedInvitation', { invitation, link }, { status: 201 })
  }

  #endSession(id: string | undefined): Response {
    this.sessions = this.sessions.filter((each) => each.isCurrent || (id !== undefined && each.id !== id))
    return answer('Confirmation', { message: 'Signed out there.' })
  }

  #prove(currentPassword: string): Response {
    if (currentPassword !== this.password)
      return refuseField(422, 'wrong_password', 'currentPassword', 'The password is wrong.')
    this.isProven = true
    return answer('Confirmation', { message: 'Thank you, it is you.' })
  }

  #needsProof(call: string, body: unknown): boolean {
    const { email, newPassword } = (body ?? {}) as UserSettingsChange & Partial<PasswordChange>
    const isFirst = newPassword !== undefined && this.password === null
    return isFirst || email !== undefined || call.includes('/api/user/sign-ins/') || call.includes('/second-factor')
  }

  persona(fields: Partial<ListedPersona>): ListedPersona {
    const texts = { name: null, avatar: null, description: null, personality: null, background: null }
    return { id: 'p', isDefault: false, ...texts, lorebookIds: [], ...fields }
  }

  get defaultPersona(): ListedPersona {
    const { personaName, personaAvatar, personaDescription, personaPersonality, personaBackground } = this.api.user!
    return this.persona({
      id: this.defaultPersonaId,
      isDefault: true,
      name: personaName,
      avatar: personaAvatar,
      description: personaDescription,
      personality: personaPersonality,
      background: personaBackground,
    })
  }

  #persona(method: string, id: string | undefined, body: unknown): Response {
    const change = body as PersonaChange
    if (method === 'GET') return answer('ListedPersonas', [this.defaultPersona, ...this.personas])
    if (method === 'POST') {
      const created = this.persona({ ...change, id: `p${this.personas.length + 1}` })
      this.personas.push(created)
      return answer('ListedPersona', created, { status: 201 })
    }
    const found = this.personas.find((persona) => persona.id === id)
    if (!found) return refuse(404, 'not_found', 'This persona does not exist.')
    this.personas = this.personas.filter((persona) => persona !== found)
    if (method === 'DELETE') return answer('Confirmation', { message: 'The persona is deleted.' })
    const changed = { ...found, ...change }
    if (change.isDefault) {
      this.personas.push({ ...this.defaultPersona, isDefault: false })
      this.defaultPersonaId = found.id
      this.api.user = { ...this.api.user!, personaName: found.name, personaDescription: found.description }
    } else this.personas.push(changed)
    return answer('ListedPersona', changed)
  }

  #settings(): AccountSettings {
    const { limitlessEnabled, isOfAge, adultClosed, sampling, reading, asksBeforeNewModels } = this.api.user!
    return {
      ...Object.fromEntries(texts.map((key) => [key, this.api.user![key]])),
      limitlessEnabled,
      isOfAge,
      adultClosed,
      ageCheck: this.ageCheck,
      sampling,
      reading,
      asksBeforeNewModels,
      hasPassword: this.password !== null,
      storage: { usedBytes: 12 * 1_048_576, bytesMax: 2_048 * 1_048_576 },
      signIns: this.signIns,
      secondFactor: this.secondFactor,
      mayInvite: this.invitationsLeft !== 0,
    } as AccountSettings
  }

  #change(change: UserSettingsChange): Response {
    if (change.email && this.takenEmails.includes(change.email))
      return refuseField(409, 'email_taken', 'email', 'There is an account with this e-mail already.')
    const user: User = { ...this.api.user! }
    for (const key of texts) if (change[key] !== undefined) user[key] = (change[key]?.trim() || null) as string
    user.isOfAge = change.isOfAge ?? user.isOfAge
    if (change.limitlessEnabled && !user.isOfAge)
      return refuse(403, 'age_needed', 'Please show first that you are of age.')
    const wants =
      change.isOfAge !== false && (change.limitlessEnabled ?? (user.limitlessEnabled || user.adultClosed !== null))
    user.limitlessEnabled = wants && user.isOfAge
    user.adultClosed = wants && !user.isOfAge ? 'age' : null
    if (change.sampling !== undefined) user.sampling = change.sampling
    if (change.reading !== undefined) user.reading = change.reading
    if (change.asksBeforeNewModels !== undefined) user.asksBeforeNewModels = change.asksBeforeNewModels
    if (change.pictureHosts !== undefined) user.pictureHosts = change.pictureHosts
    this.api.user = user
    return answer('User', user)
  }

  #rename(username: string): Response {
    const problem = this.#problemOf(username)
    if (problem === usernameMessages.taken) return refuseField(409, 'username_taken', 'username', problem)
    if (problem) return refuseField(422, 'invalid', 'username', problem)
    this.api.user = { ...this.api.user!, username }
    return answer('User', this.api.user)
  }

  #problemOf(username: string): string | null {
    const isTaken = this.takenUsernames.includes(username.toLowerCase())
    return usernameProblem(username) ?? (isTaken ? usernameMessages.taken : null)
  }

  #unlink(provider: string): Response {
    const isLast = this.password === null && this.signIns.filter(({ linkedAt }) => linkedAt !== null).length < 2
    if (isLast)
      return refuseField(409, 'last_way_in', 'provider', 'It is the only way into your account. Set a password first.')
    this.signIns = this.signIns.map((each) => (each.provider === provider ? { ...each, linkedAt: null } : each))
    return answer('Confirmation', { message: 'It no longer signs you in.' })
  }

  #secondFactor(call: string, code?: string): Response {
    if (call === 'POST /api/user/second-factor') {
      if (this.secondFactor) return refuseField(409, 'second_factor_on', 'code', 'It is on already.')
      return answer('NewSecondFactor', {
        secret: 'GEZDGNBVGY3TQOJQ',
        uri: 'otpauth://totp/Facet:sam?secret=GEZDGNBVGY3TQOJQ',
      })
    }
    if (!this.codes.includes(code ?? ''))
      return refuseField(422, 'wrong_code', 'code', 'That code is wrong, or was used before.')
    if (call.startsWith('DELETE')) {
      this.secondFactor = null
      return answer('Confirmation', { message: 'It is off.' })
    }
    this.secondFactor = { since: this.secondFactor?.since ?? new Date().toISOString(), recoveryCodesLeft: 10 }
    const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkm${index}`)
    return answer('RecoveryCodes', { recoveryCodes })
  }

  #setPassword({ currentPassword, newPassword }: PasswordChange): Response {
    if (this.password !== null && currentPassword !== this.password)
      return refuseField(422, 'wrong_password', 'currentPassword', 'The current password is wrong.')
    this.password = newPassword
    return answer('Confirmation', { message: 'Your password has been changed.' })
  }
}
