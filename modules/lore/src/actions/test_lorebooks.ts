import type { CurrentUser } from '#modules/accounts/index'
import { isId } from '#modules/kernel/ids'
import type { FieldProblem } from '#modules/kernel/problem'
import type { RateLimit } from '#modules/kernel/rate_limit'
import { fail, ok, type Result } from '#modules/kernel/result'
import { isLonger } from '#modules/kernel/text'
import type { LoreTest } from '../../api.ts'
import type { LoreChats } from '../../index.ts'
import { whyLeft, whyUsed } from '../domain/because.ts'
import { limits } from '../domain/limits.ts'
import { emptyState, type LoreMessage } from '../engine/types.ts'
import { activateWithPatterns, type PatternMatcher } from '../patterns/match_patterns.ts'
import type { ReadBooksQuery } from '../queries/read_books_query.ts'

export type TestRefusal =
  | { kind: 'unknown' | 'unknown_chat' | 'too_large' }
  | { kind: 'invalid'; problems: FieldProblem[] }
  | { kind: 'too_many'; retryAfterSeconds: number }

interface Services {
  books: Pick<ReadBooksQuery, 'forActivation'>
  chats: LoreChats
  matcher: Pick<PatternMatcher, 'match'>
  rateLimit: Pick<RateLimit, 'count'>
}

/** Shows which entries would be used for a text or a chat. Changes nothing. Only the books' own budgets apply. */
export class TestLorebooks {
  constructor(private readonly services: Services) {}

  async run(user: CurrentUser, sent: unknown): Promise<Result<LoreTest, TestRefusal>> {
    const checked = readRequest(sent)
    if (!checked.ok) return fail({ kind: 'invalid', problems: checked.failure })
    const { books, chats, matcher, rateLimit } = this.services
    const retryAfterSeconds = await rateLimit.count(user.id)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
    const { lorebookIds, text, sessionId } = checked.value
    const found = await books.forActivation(user.id, lorebookIds, 'character')
    if (!found.ok) return fail({ kind: found.failure })
    const chat = sessionId === null ? toChat(text) : await chats.read(user, sessionId)
    if (!chat) return fail({ kind: 'unknown_chat' })
    const activation = {
      books: found.value,
      ...chat,
      state: emptyState,
      budget: { tokens: Infinity, countTokens: (text: string) => chats.countTokens(text) },
      seed: { chat: sessionId ?? 'test', message: 'test' },
    }
    const { used, left, tokens } = await activateWithPatterns(matcher, activation, user.id)
    return ok({
      used: used.map(({ bookId, entryId, because, tokens }) => ({
        lorebookId: bookId,
        entryId,
        because: whyUsed(because),
        reason: because.kind,
        tokens,
      })),
      left: left.map(({ bookId, entryId, because }) => ({
        lorebookId: bookId,
        entryId,
        because: whyLeft(because),
        reason: because.kind,
      })),
      tokens,
    })
  }
}

/** Turns a text into a chat of one message, without a speaker. */
const toChat = (text: string): { messages: LoreMessage[] } => ({ messages: [{ name: '', text, isAnswer: false }] })

interface TestRequest {
  lorebookIds: string[]
  text: string
  sessionId: string | null
}

const readRequest = (sent: unknown): Result<TestRequest, FieldProblem[]> => {
  const { lorebookIds, text, sessionId } = (sent ?? {}) as Record<string, unknown>
  const problems: FieldProblem[] = []
  const isList = Array.isArray(lorebookIds) && lorebookIds.every(isId)
  if (!isList || lorebookIds.length < 1 || lorebookIds.length > limits.testBooksMax) {
    const message = `lorebookIds must be a list of 1 to ${limits.testBooksMax} ids.`
    problems.push({ field: 'lorebookIds', rule: 'ids', message })
  }
  const hasText = typeof text === 'string' && !isLonger(text, limits.testTextMax)
  const hasSession = isId(sessionId)
  if (hasText === hasSession) {
    const most = limits.testTextMax.toLocaleString('en')
    const message = `Send either a text of at most ${most} characters or the sessionId of a chat.`
    problems.push({ field: 'text', rule: 'text', message })
  }
  if (problems.length > 0) return fail(problems)
  return ok({
    lorebookIds: (lorebookIds as string[]).map((id) => id.toLowerCase()),
    text: hasText ? text : '',
    sessionId: hasSession ? sessionId : null,
  })
}
