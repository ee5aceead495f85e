import {
  isAdminRole,
  isStaff,
  type ListedInvitation,
  type Role,
  type SignUpChange,
  type SignUpSettings,
  type SitePageName,
  type WaitingAddress,
} from '#modules/accounts/api'
import type {
  AdminActRow,
  AdminAnnouncement,
  AdminNotice,
  AdminDebt,
  AdminMailContent,
  AdminUser,
  Announcements,
  Bucket,
  Dashboard,
  Figures,
  Period,
  AdminModel,
  NoticeBody,
  ReviewDecisionBody,
} from '#modules/admin/api'
import type { CodeBatch, NewCodeBatch } from '#modules/economy/api'
import type { HeldReviewDetails } from '#modules/gallery/api'
import { answer } from './check_answer.ts'
import { aiNotice, pageOf, refuse } from './fake_answers.ts'
import { defaultUser, type FakeApi } from './fake_api.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const usualNotice: NoticeBody = { text: aiNotice, talkMinutes: 180, pauseMinutes: 30 }

/** The admin calls of the fake server, except those about characters. */
export class FakeAdmin {
  /** The users, newest first. */
  users: AdminUser[] = []
  acts: AdminActRow[] = []
  debts: AdminDebt[] = []
  models: AdminModel[] = []
  mails: AdminMailContent[] = []
  /** The batches of codes, newest first. */
  codeBatches: CodeBatch[] = []
  held: HeldReviewDetails[] = []
  decisions: ReviewDecisionBody[] = []
  signUp: SignUpSettings = { mode: null, configuredMode: 'open', userInvitations: 0 }
  invitations: ListedInvitation[] = []
  waiting: WaitingAddress[] = []
  announcements: AdminAnnouncement[] = []
  notice: AdminNotice = { ...usualNotice, default: usualNotice }
  /** Above the pages of all readers. */
  shown: Announcements = { maintenance: null, announcements: [] }
  dashboard: Dashboard = { periods: { day: period(24, hourMs), week: period(7, dayMs) }, ledger: null }
  readonly api: FakeApi

  constructor(api: FakeApi) {
    this.api = api
  }

  addUser(fields: Partial<AdminUser> = {}): AdminUser {
    const { rubyDebt: _, ...plain } = defaultUser
    const id = fields.id ?? this.api.id('person')
    const user = { ...plain, email: `${id}@example.com`, username: null, disabledAt: null, debt: 0, ...fields, id }
    this.users.unshift(user)
    return user
  }

  addAct(fields: Partial<AdminActRow> = {}): AdminActRow {
    const act: AdminActRow = {
      id: this.api.id('act'),
      createdAt: new Date().toISOString(),
      actor: { id: 'user-1', name: 'Sam Doe', email: 'sam@example.com' },
      kind: 'rubies_granted',
      subject: { type: 'user', id: 'person-1', name: 'Mara <mara@example.com>' },
      before: { rubies: 50 },
      after: { rubies: 150 },
      ...fields,
    }
    this.acts.unshift(act)
    return act
  }

  /** Returns null for other calls. */
  answer(method: string, url: URL, body: unknown): Response | null {
    if (
      !/^\/api\/admin\/(announcements|notice|pages|users|acts|debts|dashboard|mails|models|code-batches|reviews|sign-up|invitations|waiting-list)/.test(
        url.pathname
      )
    )
      return null
    if (!isStaff(this.api.user?.role ?? 'member')) return refuse(403, 'forbidden', 'Only admins may do that.')
    const call = `${method} ${url.pathname}`
    if (call === 'GET /api/admin/users') return pageOf('AdminUsers', url, this.#found(url.searchParams.get('q') ?? ''))
    if (call === 'GET /api/admin/acts') {
      const q = (url.searchParams.get('q') ?? '').toLowerCase()
      return pageOf(
        'AdminActRows',
        url,
        this.acts.filter((act) => JSON.stringify(act).toLowerCase().includes(q))
      )
    }
    if (call === 'GET /api/admin/mails')
      return pageOf(
        'AdminMails',
        url,
        this.mails.map(({ text: _text, html: _html, ...mail }) => mail)
      )
    if (call.startsWith('GET /api/admin/mails/')) {
      const mail = this.mails.find(({ id }) => url.pathname.endsWith(`/${id}`))
      return mail ? answer('AdminMailContent', mail) : refuse(404, 'mail_not_found', 'There is no such mail.')
    }
    if (url.pathname.startsWith('/api/admin/reviews')) return this.#review(method, url, body)
    if (url.pathname.startsWith('/api/admin/announcements')) return this.#announcement(method, url, body)
    if (url.pathname === '/api/admin/notice') {
      const { default: usual } = this.notice
      if (method === 'PUT') this.notice = { ...(body as NoticeBody), default: usual }
      if (method === 'DELETE') this.notice = { ...usual, default: usual }
      return answer('AdminNotice', this.notice)
    }
    if (call.startsWith('PUT /api/admin/pages/')) {
      if (!this.api.accounts.isProven) return refuse(403, 'proof_needed', 'Please show first that it is you.')
      const name = url.pathname.split('/')[4] as SitePageName
      return answer('SitePage', this.api.accounts.addPage(name, (body as { text: string }).text))
    }
    if (call === 'GET /api/admin/debts') return pageOf('AdminDebts', url, this.debts)
    if (call === 'GET /api/admin/models') return answer('AdminModels', this.models)
    if (method === 'PUT' && url.pathname.endsWith('/reason')) {
      const { reason } = body as { reason: string | null }
      this.models = this.models.map((model) =>
        url.pathname.includes(`/${model.tier}/`) ? { ...model, reason } : model
      )
      return answer('AdminModels', this.models)
    }
    if (url.pathname === '/api/admin/sign-up') {
      if (method === 'PUT') this.signUp = { ...this.signUp, ...(body as SignUpChange) }
      return answer('SignUpSettings', this.signUp)
    }
    if (call === 'GET /api/admin/invitations') return pageOf('ListedInvitations', url, this.invitations)
    if (call === 'GET /api/admin/waiting-list') return pageOf('WaitingAddresses', url, this.waiting)
    if (call === 'GET /api/admin/dashboard') return answer('Dashboard', this.dashboard)
    if (call === 'GET /api/admin/code-batches') return pageOf('CodeBatches', url, this.codeBatches)
    if (call === 'POST /api/admin/code-batches') return this.#makeCodes(body as NewCodeBatch)
    const [, , , , id, verb] = url.pathname.split('/')
    const batch = this.codeBatches.find((each) => each.id === id)
    if (batch && verb === 'revoke') {
      batch.revokedAt ??= new Date().toISOString()
      return answer('CodeBatch', batch)
    }
    const user = this.users.find((each) => each.id === id)
    if (!user) return refuse(404, 'user_not_found', 'There is no such user.')
    if (method === 'PUT' && verb === 'disabled') {
      user.disabledAt = (body as { disabled: boolean }).disabled ? new Date().toISOString() : null
      return answer('AdminUser', user)
    }
    if (method === 'PUT' && verb === 'role') {
      user.role = (body as { role: Role }).role
      user.isAdmin = isAdminRole(user.role)
      return answer('AdminUser', user)
    }
    return this.#adjust(user, (body as { amount: number }).amount)
  }

  #makeCodes({ days, ...fields }: NewCodeBatch): Response {
    const now = new Date()
    const expiresAt = new Date(now.getTime() + days * dayMs).toISOString()
    const id = this.api.id('batch')
    const batch = { ...fields, id, redeemed: 0, createdAt: now.toISOString(), expiresAt, revokedAt: null }
    this.codeBatches.unshift(batch)
    const codes = Array.from({ length: fields.codes }, (_, index) => `${id}-${index}`)
    return answer('MadeCodes', { batch, codes })
  }

  #review(method: string, url: URL, body: unknown): Response {
    const [, , , , id] = url.pathname.split('/')
    if (id === undefined)
      return pageOf(
        'HeldReviews',
        url,
        this.held.map(({ isAdult: _adult, texts: _texts, pictures: _pictures, ...held }) => held)
      )
    const held = this.held.find((each) => each.id === id)
    if (!held) return refuse(404, 'review_not_found', 'This isn’t held any more.')
    if (method === 'GET') return answer('HeldReviewDetails', held)
    this.decisions.push(body as ReviewDecisionBody)
    this.held = this.held.filter((each) => each !== held)
    return answer('Confirmation', { message: 'It is published.' })
  }

  #announcement(method: string, url: URL, body: unknown): Response {
    if (method === 'GET') return answer('AdminAnnouncements', this.announcements)
    const id = url.pathname.split('/')[4] ?? this.api.id('announcement')
    const others = this.announcements.filter((each) => each.id !== id)
    if (method === 'DELETE') {
      this.announcements = others
      return answer('Confirmation', { message: 'Announcement deleted' })
    }
    const saved = { ...(body as AdminAnnouncement), id, createdAt: new Date().toISOString() }
    this.announcements = [saved, ...others]
    return answer('AdminAnnouncement', saved)
  }

  #found(q: string): AdminUser[] {
    const fits = (text: string | null) => text?.toLowerCase().includes(q.toLowerCase()) ?? false
    return this.users.filter(
      ({ firstName, lastName, email, username }) => fits(`${firstName} ${lastName}`) || fits(email) || fits(username)
    )
  }

  #adjust(user: AdminUser, amount: number): Response {
    if (user.rubies + amount < 0)
      return refuse(
        422,
        'insufficient_rubies',
        `The balance is ${user.rubies}, so ${-amount} rubies can't be deducted.`
      )
    const paid = Math.max(0, Math.min(user.debt, amount))
    user.debt -= paid
    user.rubies += amount - paid
    return answer('RubyAdjustmentAnswer', { message: `The balance is ${user.rubies}.`, rubies: user.rubies })
  }
}

const noFigures: Figures = {
  users: 0,
  replies: 0,
  rubiesIn: 0,
  rubiesOut: 0,
  providerErrors: 0,
  firstTextMs: null,
}

/** Returns a period that ends now, with figures in the last bucket only. */
export function period(count: number, stepMs: number, last: Partial<Figures> = {}): Period {
  const end = Math.floor(Date.now() / stepMs) * stepMs
  const buckets = Array.from({ length: count }, (_, index): Bucket => {
    const startsAt = new Date(end - (count - 1 - index) * stepMs).toISOString()
    return { startsAt, ...noFigures, ...(index === count - 1 ? last : {}) }
  })
  return { buckets, totals: { ...noFigures, ...last } }
}
