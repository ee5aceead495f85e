import { inject } from '@adonisjs/core'
import type { CurrentUser } from '#modules/accounts/index'
import { LoreTestLimit } from '../rate_limits.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { LoreTest } from '../../api.ts'
import { Lore, LoreChats } from '../../index.ts'
import { whyLeft, whyUsed } from '../domain/because.ts'
import { emptyState, type LoreMessage } from '../engine/types.ts'
import { activateWithPatterns, PatternMatcher } from '../patterns/match_patterns.ts'

export type TestRefusal =
  { kind: 'unknown' | 'unknown_chat' | 'too_large' } | { kind: 'too_many_tests'; retryAfterSeconds: number }

/** Shows which entries would be used for a text or a chat. Changes nothing. Only the books' own budgets apply. */
@inject()
export class TestLorebooks {
  constructor(
    private readonly lore: Lore,
    private readonly chats: LoreChats,
    private readonly matcher: PatternMatcher,
    private readonly rateLimit: LoreTestLimit
  ) {}

  async run(user: CurrentUser, { lorebookIds, text, sessionId }: TestRequest): Promise<Result<LoreTest, TestRefusal>> {
    const { lore, chats, matcher, rateLimit } = this
    const retryAfterSeconds = await rateLimit.count(user.id)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many_tests', retryAfterSeconds })
    const found = await lore.readForActivation(user.id, lorebookIds, 'character')
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

export interface TestRequest {
  lorebookIds: string[]
  text: string
  /** The chat to test instead of the text, or null. */
  sessionId: string | null
}
