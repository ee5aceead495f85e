import type { Logger } from '@adonisjs/core/logger'
import type { Database } from '@adonisjs/lucid/database'
import type { Persona } from '#modules/accounts/index'
import type { CharacterSheet } from '#modules/gallery/index'
import {
  activateWithPatterns,
  budgetTokens,
  emptyState,
  entryKey,
  explain,
  type ActivationResult,
  type DroppedPrompt,
  type LeftEntry,
  type Lore,
  type LoreBook,
  type LoreState,
  type PatternMatcher,
  type UsedEntry,
} from '#modules/lore/index'
import type { PromptViewLore } from '../../api.ts'
import type { PromptMacros, PromptMessage } from '../prompt/prompt_input.ts'
import { macrosOf } from '../prompt/prompt_macros.ts'
import { estimateTokens } from '../prompt/estimate_tokens.ts'
import { macroCheck, readableBy } from '../prompt/prompt_record.ts'
import type { PromptLore } from '../prompt/lore_parts.ts'
import type { Tier } from '../prompt/tier.ts'

export interface ChatLoreInput {
  userId: string
  sessionId: string
  /** The answer to reroll, which doesn't count as a message of the chat. Null for other replies. */
  messageId: string | null
  sheet: CharacterSheet
  persona: Persona
  /** The user's lorebooks of this chat. Deleted ones are ignored. */
  chatBooks: readonly string[]
  /** The user's lorebooks that are always on. */
  alwaysOn: readonly string[]
  history: readonly PromptMessage[]
  tier: Pick<Tier, 'contextTokens' | 'outputTokensMax'>
  macros: PromptMacros
}

type BookSources = Pick<ChatLoreInput, 'sheet' | 'persona' | 'chatBooks' | 'alwaysOn'>

interface SessionRow {
  lore_state: LoreState | null
  message_count: number
  answer_count: number
  /** The index of the selected greeting, from 0. Null for a chat that began without one, and for a group chat. */
  greeting: number | null
}

/** The entries for a prompt, and the reasons why entries are in the prompt or not. */
export interface ChosenLore {
  used: readonly PromptLore[]
  views: readonly PromptViewLore[]
  /** The texts of the character that its entries replace. */
  dropped: readonly DroppedPrompt[]
}

export const noLore: ChosenLore = { used: [], views: [], dropped: [] }

/** How many unused entries are listed. Entries whose keys were found come first. */
const leftMaxShown = 500
/** The same limit for kept prompts, which list only unused entries whose keys were found. */
const leftMaxKept = 20

type Activated = ActivationResult & { before: LoreState; books: readonly LoreBook[] }

/** Decides which entries of lorebooks a prompt contains. */
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

  /** Whether a reply has any lorebooks. Most replies have none, and need no query. */
  has({ sheet, persona, chatBooks, alwaysOn }: BookSources): boolean {
    return [chatBooks, persona.lorebookIds, sheet.lorebookIds, alwaysOn].some((ids) => ids.length > 0)
  }

  /**
   * Chooses the entries for a reply, and stores timed effects in the chat. Logs failures, because a reply without lore is better than none.
   */
  async forReply(input: ChatLoreInput): Promise<ChosenLore> {
    try {
      const activated = await this.#activate(input)
      if (!activated) return noLore
      const { state, before } = activated
      if (JSON.stringify(state) !== JSON.stringify(before))
        await this.#db.rawQuery(
          'UPDATE chat_sessions SET lore_state = ?::jsonb WHERE id = ?::uuid AND user_id = ?::uuid',
          [JSON.stringify(state), input.sessionId, input.userId]
        )
      return chosenOf(input, activated, { leftMax: leftMaxKept })
    } catch (error) {
      this.#logger.warn({ err: error, chatId: input.sessionId }, 'the lorebooks of a reply could not be read')
      return noLore
    }
  }

  /** Chooses the entries for the view of the next prompt. Changes nothing. */
  async preview(input: ChatLoreInput): Promise<ChosenLore> {
    const activated = await this.#activate(input)
    return activated ? chosenOf(input, activated, { leftMax: leftMaxShown }) : noLore
  }

  async #activate(input: ChatLoreInput): Promise<Activated | null> {
    if (!this.has(input)) return null
    const { userId, sessionId, messageId, sheet, persona, chatBooks, alwaysOn, history, tier, macros } = input
    const [books, session] = await Promise.all([
      // A lorebook in several lists is read once, with the origin of the first list.
      this.#lore.readForReply([
        { ownerId: userId, bookIds: chatBooks, origin: 'chat' },
        { ownerId: userId, bookIds: persona.lorebookIds, origin: 'persona' },
        { ownerId: sheet.ownerId, bookIds: sheet.lorebookIds, origin: 'character' },
        { ownerId: userId, bookIds: alwaysOn, origin: 'global' },
      ]),
      this.#readSession(sessionId, messageId),
    ])
    if (books.length === 0 || !session) return null
    const { names, fill, fillHistory } = macrosOf({ sheet, persona, history, macros })
    const before = session.lore_state ?? emptyState
    const activation = {
      books,
      messages: fillHistory().map(({ message: { isUser, speaker }, text }) => {
        return { name: speaker ?? (isUser ? names.user : names.char), text, isAnswer: !isUser }
      }),
      state: before,
      budget: { tokens: budgetTokens(tier.contextTokens - tier.outputTokensMax), countTokens: estimateTokens },
      seed: { chat: sessionId, message: macros.seed },
      context: {
        chatLength: session.message_count,
        answers: session.answer_count,
        names: [sheet.name],
        tags: sheet.tags,
        greeting: session.greeting,
        sources: sourcesOf(input, { hasOwn: books.some(({ origin }) => origin !== 'character') }),
      },
      fill,
    }
    return { ...(await activateWithPatterns(this.#matcher, activation, userId)), before, books }
  }

  async #readSession(sessionId: string, messageId: string | null): Promise<SessionRow | null> {
    const { rows } = await this.#db.rawQuery<{ rows: SessionRow[] }>(
      `SELECT lore_state, message_count, answer_count, (
         SELECT coalesce((SELECT position - 1 FROM chat_message_alternates WHERE id = opening.answer_id), 0)
         FROM chat_messages opening
         WHERE chat_session_id = chat_sessions.id AND position = 1 AND user_id IS NULL AND chat_sessions.character_id IS NOT NULL
       ) AS greeting
       FROM chat_sessions CROSS JOIN LATERAL (
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

/** The reasons for leaving out entries whose keys were found, or that weren't read because of a limit. */
const nearReasons: readonly string[] = [
  'further_keys',
  'excluded_key',
  'group',
  'chance',
  'budget',
  'book_budget',
  'cooldown',
  'busy',
  'over_limit',
]

/** Marks and describes the entries as the user may read them. Hides the texts and keys of other users' lorebooks. */
const chosenOf = (
  input: ChatLoreInput,
  { used, left, books, droppedPrompts }: Activated,
  { leftMax }: { leftMax: number }
): ChosenLore => {
  const { sheet, userId, history } = input
  const isOwn = sheet.ownerId === userId
  const isChanged = readableBy(userId, sheet).all ? () => false : macroCheck(input, sheet.definitionPublic)
  const found = new Map(
    books.flatMap(({ id, origin, entries }) =>
      entries.map((entry) => [entryKey(id, entry.id), { entry, isForeign: origin === 'character' && !isOwn }] as const)
    )
  )
  const messageWith = messageFinder(history)
  const viewOf = ({ bookId, entryId, because }: UsedEntry | LeftEntry, isUsed: boolean): PromptViewLore => {
    const { entry, isForeign } = found.get(entryKey(bookId, entryId))!
    const why = explain(because)
    if (isForeign) return { ...unreadable, isUsed, reason: because.kind, because: why.withoutKey }
    const { key, inEntry } = why
    const named = {
      lorebookId: bookId,
      entryId,
      name: entry.name || (entry.keys[0] ?? ''),
      isUsed,
      reason: because.kind,
    }
    // The key was found in a text that the user may not read.
    if (inEntry !== undefined && found.get(inEntry)?.isForeign)
      return { ...named, because: isUsed ? 'A hidden entry brings it in.' : 'A hidden entry decides against it.' }
    const at = key === undefined || inEntry !== undefined ? undefined : messageWith(key)?.id
    return {
      ...named,
      because: why.sentence,
      ...(key !== undefined && { key }),
      ...(at !== undefined && { messageId: at }),
    }
  }
  const own = left.filter((each) => !found.get(entryKey(each.bookId, each.entryId))!.isForeign)
  const isNear = ({ because }: LeftEntry) => nearReasons.includes(because.kind)
  const near = own.filter(isNear)
  const listed = leftMax === leftMaxKept ? near : [...near, ...own.filter((each) => !isNear(each))]
  return {
    used: used.map((each) => {
      const { entry, isForeign } = found.get(entryKey(each.bookId, each.entryId))!
      return { ...each, isHidden: isForeign || isChanged(entry.content) }
    }),
    views: [
      ...used.map((each) => ({ ...viewOf(each, true), tokens: each.tokens })),
      ...listed.slice(0, leftMax).map((each) => viewOf(each, false)),
    ],
    dropped: droppedPrompts,
  }
}

const unreadable = { lorebookId: null, entryId: null, name: null }

/** The length of the messages that are searched for the keys of all entries, in UTF-16 units. */
const searchedMax = 10_000_000

/** Returns a function that finds the newest message with a key. It finds no patterns, because they aren't matched again. */
const messageFinder = (history: readonly PromptMessage[]) => {
  let newestFirst: { message: PromptMessage; text: string }[] | null = null
  let searchedLeft = searchedMax
  return (key: string): PromptMessage | undefined => {
    if (key.startsWith('/')) return undefined
    newestFirst ??= history.toReversed().map((message) => ({ message, text: message.content.toLowerCase() }))
    const wanted = key.toLowerCase()
    const has = (text: string) => (searchedLeft -= text.length) > 0 && text.includes(wanted)
    return newestFirst.find(({ text }) => has(text))?.message
  }
}

/**
 * Returns further texts in which entries look for keys. The user's own lorebooks must not reveal a hidden definition by the keys that they
 * find in it. So the definition is left out if such lorebooks take part.
 */
const sourcesOf = ({ userId, sheet, persona }: ChatLoreInput, { hasOwn }: { hasOwn: boolean }) => {
  const { all, definitionPublic } = readableBy(userId, sheet)
  return {
    personaDescription: persona.description,
    ...((!hasOwn || all || definitionPublic) && {
      characterDescription: sheet.backstory,
      characterPersonality: sheet.personality,
      scenario: sheet.scenario,
    }),
    ...((!hasOwn || all) && { characterDepthNote: sheet.depthNote?.text ?? '' }),
  }
}
