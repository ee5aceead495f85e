import type { FormChallenge } from '#modules/accounts/api'
import type { CaseDetails, ContentSweep, DecisionBody, ListedCase, Quote, Statement } from '#modules/moderation/api'
import { answer } from './check_answer.ts'
import { pageOf, refuse } from './fake_answers.ts'

/** The moderation calls of the fake server. */
export class FakeModeration {
  statements: Statement[] = []
  quotes: Quote[] = []
  cases: CaseDetails[] = []
  sweep: ContentSweep | null = null
  /** The challenge of the public form. */
  challenge: FormChallenge['challenge'] = null

  /** Returns null for calls of other modules. */
  answer(method: string, url: URL, body: unknown): Response | null {
    const call = `${method} ${url.pathname}`
    const [, , , id = '', verb] = url.pathname.split('/')
    if (call === 'GET /api/statements') return pageOf('Statements', url, this.statements)
    if (verb === 'appeal' && url.pathname.startsWith('/api/statements/'))
      return this.#appeal(id, (body as { words: string }).words)
    if (url.pathname.startsWith('/api/reports/quotes/')) return answer('Quotes', this.quotes)
    if (call === 'GET /api/challenge') return answer('FormChallenge', { challenge: this.challenge })
    if (call === 'POST /api/notices') return answer('Confirmation', { message: 'Sent.' }, { status: 201 })
    if (call === 'POST /api/reports') return answer('Confirmation', { message: 'Thank you.' }, { status: 201 })
    if (call === 'GET /api/admin/content-sweep') return answer('ContentSweepAnswer', { sweep: this.sweep })
    if (call === 'GET /api/admin/cases') return this.#list(url)
    if (url.pathname.startsWith('/api/admin/cases/')) return this.#case(url.pathname.split('/')[4]!, method, body)
    return null
  }

  #list(url: URL) {
    const state = url.searchParams.get('state')
    const listed = this.cases
      .filter((each) => each.state === state)
      .map(({ id, thing, title, state, reason, reports, openedAt, dueAt, decision }): ListedCase => {
        return { id, thing, title, state, reason, reports, openedAt, dueAt, decision }
      })
    return pageOf('ListedCases', url, listed)
  }

  #case(id: string, method: string, body: unknown) {
    const found = this.cases.find((each) => each.id === id)
    if (!found) return refuse(404, 'not_found', 'There is no such case.')
    if (method === 'POST') {
      const { kind, reason, words } = body as DecisionBody
      const createdAt = new Date().toISOString()
      const moderator = { id: 'user-1', name: 'Sam' }
      const decision = { id: 'decision-1', createdAt, moderator, kind, reason, words, until: null, undoneAt: null }
      Object.assign(found, { state: 'closed', dueAt: null, decision: kind })
      found.decisions.push({ ...decision, appeal: null, isOfCopy: false })
    }
    return answer('CaseDetails', found)
  }

  #appeal(id: string, words: string) {
    const found = this.statements.find((each) => each.id === id)
    if (!found) return refuse(404, 'not_found', 'There is no such statement.')
    const appeal = { createdAt: new Date().toISOString(), words, outcome: null, answer: '' }
    Object.assign(found, { appeal, canAppeal: false })
    return answer('Statement', found)
  }
}
