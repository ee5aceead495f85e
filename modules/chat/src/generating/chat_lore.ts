import type { Logger } from '@adonisjs/core/logger'
import type { Database } from '@adonisjs/lucid/database'
import type { Persona } from '#modules/accounts/index'
import type { CharacterSheet } from '#modules/gallery/index'
import {
  activateWithPatterns,
  budgetTokens,
  emptyState,
  type ActivationResult,
  type Lore,
  type LoreState,
  type PatternMatcher,
} from '#modules/lore/index'
import { macrosOf, type PromptMacros, type PromptMessage } from '../prompt/build_prompt.ts'
import { estimateTokens } from '../prompt/estimate_tokens.ts'
import type { PromptLore } from '../prompt/lore_parts.ts'
import type { Tier } from '../prompt/tier.ts'

export interface ChatLoreInput {
  userId: string
  sessionId: string
  /** The answer that is written anew. It doesn't count as a message of the chat. */
  messageId: string | null
  sheet: CharacterSheet
  persona: Persona
  /** The user's lorebooks of this chat. Deleted ones do nothing. */
  chatBooks: readonly string[]
  /** The user's lorebooks that are always on. */
  alwaysOn: readonly string[]
  history: readonly PromptMessage[]
  tier: Pick<Tier, 'contextTokens' | 'outputTokensMax'>
  macros: PromptMacros
}

interface SessionRow {
  lore_state: LoreState | null
  message_count: number
  answer_count: number
}

/** Decides which entries of lorebooks a prompt gets. */
export class ChatLore {
  readonly #db: Database
  readonly #lore: Lore
  readonly #matcher: PatternMatcher
  readonly #logger: Logger

  constructor(deps: { db: Database; lore: Lore; matcher: PatternMatcher; logger: Logger }) {
    this.#db = deps.db
    this.#lore = deps.lore
    this.#matcher = deps.matcher
    this.#logger = deps.logger
  }

  /** False for most chats, which need no query. */
  has({ sheet, chatBooks, alwaysOn }: Pick<ChatLoreInput, 'sheet' | 'chatBooks' | 'alwaysOn'>): boolean {
    return chatBooks.length > 0 || sheet.lorebookIds.length > 0 || alwaysOn.length > 0
  }

  /** For a reply. The chat remembers timed effects. A failure is logged: a reply without lore is better than none. */
  async forReply(input: ChatLoreInput): Promise<readonly PromptLore[]> {
    try {
      const activated = await this.#activate(input)
      if (!activated) return []
      const { used, state, before } = activated
      if (JSON.stringify(state) !== JSON.stringify(before))
        await this.#db.rawQuery(
          'UPDATE chat_sessions SET lore_state = ?::jsonb WHERE id = ?::uuid AND user_id = ?::uuid',
          [JSON.stringify(state), input.sessionId, input.userId]
        )
      return used
    } catch (error) {
      this.#logger.warn({ err: error, chatId: input.sessionId }, 'the lorebooks of a reply could not be read')
      return []
    }
  }

  /** For the view of the next prompt. Changes nothing. */
  async preview(input: ChatLoreInput): Promise<readonly PromptLore[]> {
    return (await this.#activate(input))?.used ?? []
  }

  async #activate(input: ChatLoreInput): Promise<(ActivationResult & { before: LoreState }) | null> {
    if (!this.has(input)) return null
    const { userId, sessionId, messageId, sheet, persona, chatBooks, alwaysOn, history, tier, macros } = input
    const [books, session] = await Promise.all([
      // A book in several places counts as one of the first.
      this.#lore.readForReply([
        { ownerId: userId, bookIds: chatBooks, origin: 'chat' },
        { ownerId: sheet.ownerId, bookIds: sheet.lorebookIds, origin: 'character' },
        { ownerId: userId, bookIds: alwaysOn, origin: 'global' },
      ]),
      this.#readSession(sessionId, messageId),
    ])
    if (books.length === 0 || !session) return null
    const { names, fill, fillHistory } = macrosOf({ sheet, persona, history, macros })
    const before = session.lore_state ?? emptyState
    const result = await activateWithPatterns(this.#matcher, {
      books,
      messages: fillHistory().map(({ message: { isUser }, text }) => {
        return { name: isUser ? names.user : names.char, text, isAnswer: !isUser }
      }),
      state: before,
      budget: { tokens: budgetTokens(tier.contextTokens - tier.outputTokensMax), countTokens: estimateTokens },
      seed: { chat: sessionId, message: macros.seed },
      context: {
        chatLength: session.message_count,
        answers: session.answer_count,
        names: [sheet.name],
        sources: sourcesOf(input, { hasOwn: books.some(({ origin }) => origin !== 'character') }),
      },
      fill,
    })
    return { ...result, before }
  }

  async #readSession(sessionId: string, messageId: string | null): Promise<SessionRow | null> {
    const { rows } = await this.#db.rawQuery<{ rows: SessionRow[] }>(
      `SELECT lore_state, message_count, answer_count FROM chat_sessions CROSS JOIN LATERAL (
         SELECT count(*)::int AS message_count, count(*) FILTER (WHERE user_id IS NULL)::int AS answer_count
         FROM chat_messages
         WHERE chat_session_id = chat_sessions.id AND deleted_at IS NULL AND id IS DISTINCT FROM ?::uuid
       ) AS counted
       WHERE id = ?::uuid`,
      [messageId, sessionId]
    )
    return rows[0] ?? null
  }
}

/**
 * Further texts in which entries look for keys. The user's own lorebooks must not reveal a hidden definition by what they find in it, so it
 * is left out when they take part.
 */
const sourcesOf = ({ userId, sheet, persona }: ChatLoreInput, { hasOwn }: { hasOwn: boolean }) => ({
  personaDescription: persona.description,
  ...((!hasOwn || sheet.definitionPublic || sheet.ownerId === userId) && {
    characterDescription: sheet.backstory,
    characterPersonality: sheet.personality,
    scenario: sheet.scenario,
  }),
  ...((!hasOwn || sheet.ownerId === userId) && { characterDepthNote: sheet.depthNote?.text ?? '' }),
})
