import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import type { Persona } from '#modules/accounts/index'
import type { CharacterSheet } from '#modules/gallery/index'
import {
  activateWithPatterns,
  budgetTokens,
  emptyState,
  entryKey,
  explain,
  Lore,
  PatternMatcher,
  type ActivationResult,
  type DroppedPrompt,
  type LeftEntry,
  type LoreBook,
  type LoreMessage,
  type LoreState,
  type UsedEntry,
} from '#modules/lore/index'
import type { PromptViewLore } from '../../prompts/api.ts'
import {
  estimateTokens,
  macrosOf,
  type PromptLore,
  type PromptMacros,
  type PromptMessage,
  type Readable,
  readableSheet,
  roundDownHidden,
  roundUpHidden,
  type Tier,
} from '../../prompts/index.ts'

export interface ChatLoreInput {
  userId: string
  sessionId: string
  /** The answer to reroll, which doesn't count as a message of the chat. Null for other replies. */
  messageId: string | null
  sheet: CharacterSheet
  /** The user's access to the texts of the sheet. */
  readable: Readable
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
  /** The tokens that are reserved for entries that the user may not read. */
  hiddenLoreTokens: number
}

export const noLore: ChosenLore = { used: [], views: [], dropped: [], hiddenLoreTokens: 0 }

/** How many unused entries are listed. Entries whose keys were found come first. */
const leftMaxShown = 500
/** The same limit for kept prompts, which list only unused entries whose keys were found. */
const leftMaxKept = 20

/** The result for books of one kind: those that the user may read, or the others. */
interface Activated {
  books: readonly LoreBook[]
  result: ActivationResult
}

interface BothActivated {
  readable: Activated
  hidden: Activated
  hiddenLoreTokens: number
  before: LoreState
  state: LoreState
}

/** Decides which entries of lorebooks a prompt contains. */
@inject()
export class ChatLore {
  readonly #db: Database
  readonly #lore: Lore
  readonly #matcher: PatternMatcher
  readonly #logger: Logger

  constructor(db: Database, lore: Lore, matcher: PatternMatcher, logger: Logger) {
    this.#db = db
    this.#lore = lore
    this.#matcher = matcher
    this.#logger = logger
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
          'UPDATE chat_sessions SET lore_state = ?::jsonb WHERE user_id = ?::uuid AND id = ?::uuid',
          [JSON.stringify(state), input.userId, input.sessionId]
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

  /**
   * Books of other users take part on their own. They share neither texts nor the budget with the books that the user may read, so that
   * these don't show what is in them.
   */
  async #activate(input: ChatLoreInput): Promise<BothActivated | null> {
    if (!this.has(input)) return null
    const { userId, sessionId, sheet, persona, chatBooks, alwaysOn, history, tier, macros } = input
    const isOwn = sheet.ownerId === userId
    const ofCharacter = { ownerId: sheet.ownerId, bookIds: sheet.lorebookIds, origin: 'character' as const }
    const [books, session] = await Promise.all([
      // A lorebook in several lists is read once, with the origin of the first list.
      this.#lore.readForReply([
        { ownerId: userId, bookIds: chatBooks, origin: 'chat' },
        { ownerId: userId, bookIds: persona.lorebookIds, origin: 'persona' },
        ...(isOwn ? [ofCharacter] : []),
        { ownerId: userId, bookIds: alwaysOn, origin: 'global' },
        // Books that the user may not read come last, because too many entries leave out further books.
        ...(isOwn ? [] : [ofCharacter]),
      ]),
      this.#readSession(input),
    ])
    if (books.length === 0 || !session) return null
    const { readable } = input
    const { names, fill, fillHidden, fillHistory } = macrosOf({ sheet, readable, persona, history, macros })
    const before = session.lore_state ?? emptyState
    const messages = fillHistory().map(({ message: { isUser, speaker }, text }): LoreMessage => {
      return { name: speaker ?? (isUser ? names.user : names.char), text, isAnswer: !isUser }
    })
    const activate = async (
      books: readonly LoreBook[],
      { tokens, ...more }: { tokens: number; fill: typeof fill; sheet: CharacterSheet }
    ): Promise<Activated> => ({
      books,
      result: await activateWithPatterns(
        this.#matcher,
        {
          books,
          messages,
          state: before,
          budget: { tokens, countTokens: estimateTokens },
          seed: { chat: sessionId, message: macros.seed },
          context: {
            chatLength: session.message_count,
            answers: session.answer_count,
            names: [sheet.name],
            tags: sheet.tags,
            greeting: session.greeting,
            sources: sourcesOf(more.sheet, persona),
          },
          fill: more.fill,
        },
        userId
      ),
    })
    const [hiddenBooks = [], readableBooks = []] = [true, false].map((isHidden) =>
      books.filter(({ origin }) => (origin === 'character' && !isOwn) === isHidden)
    )
    const tokens = budgetTokens(tier.contextTokens - tier.outputTokensMax)
    const hasReadable = readableBooks.some(({ entries }) => entries.length > 0)
    const hiddenLoreTokens = tokensFor(hiddenBooks, roundDownHidden(hasReadable ? tokens / 2 : tokens))
    const [open, hidden] = await Promise.all([
      activate(readableBooks, { tokens: tokens - hiddenLoreTokens, fill, sheet: readableSheet(sheet, readable) }),
      activate(hiddenBooks, { tokens: hiddenLoreTokens, fill: fillHidden, sheet }),
    ])
    const state = mergeStates(open.result.state, hidden)
    return { readable: open, hidden, hiddenLoreTokens, before, state }
  }

  async #readSession({
    userId,
    sessionId,
    messageId,
  }: Pick<ChatLoreInput, 'userId' | 'sessionId' | 'messageId'>): Promise<SessionRow | null> {
    const { rows } = await this.#db.rawQuery<{ rows: SessionRow[] }>(
      `SELECT lore_state, message_count + opening_count AS message_count, answer_count + opening_count AS answer_count, (
         SELECT coalesce((SELECT position - 1 FROM chat_message_alternates WHERE user_id = :userId::uuid AND id = opening.answer_id), 0)
         FROM chat_messages opening
         WHERE user_id = :userId::uuid AND chat_session_id = chat_sessions.id AND position = 1 AND author_id IS NULL
           AND chat_sessions.character_id IS NOT NULL
         UNION ALL SELECT 0 WHERE opening_version IS NOT NULL
       ) AS greeting
       FROM chat_sessions CROSS JOIN LATERAL (
         SELECT count(*)::int AS message_count, count(*) FILTER (WHERE author_id IS NULL)::int AS answer_count
         FROM chat_messages
         WHERE user_id = :userId::uuid AND chat_session_id = chat_sessions.id AND deleted_at IS NULL
           AND id IS DISTINCT FROM :messageId::uuid
       ) AS counted CROSS JOIN LATERAL (SELECT CASE WHEN opening_version IS NULL THEN 0 ELSE 1 END AS opening_count) AS unstored
       WHERE user_id = :userId::uuid AND id = :sessionId::uuid`,
      { userId, sessionId, messageId }
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

/**
 * Returns the tokens to reserve for the entries of books. They depend only on the length of their texts as written, so a prompt doesn't show
 * which of the entries it uses.
 */
const tokensFor = (books: readonly LoreBook[], max: number): number => {
  let tokens = 0
  for (const { entries } of books)
    for (const { enabled, content } of entries) {
      if (tokens >= max) return max
      if (enabled) tokens += estimateTokens(content)
    }
  return Math.min(max, roundUpHidden(tokens))
}

/** Takes the effects of the hidden books' entries from their result, and all others from the other one. */
const mergeStates = (readable: LoreState, { books, result }: Activated): LoreState => {
  const hidden = new Set(books.flatMap(({ id, entries }) => entries.map((entry) => entryKey(id, entry.id))))
  if (hidden.size === 0) return readable
  const merge = (name: keyof LoreState) =>
    Object.fromEntries([
      ...Object.entries(readable[name]).filter(([key]) => !hidden.has(key)),
      ...Object.entries(result.state[name]).filter(([key]) => hidden.has(key)),
    ])
  return { sticky: merge('sticky'), cooldown: merge('cooldown'), once: merge('once') }
}

/** Describes a book whose entries weren't read. */
const leftOutView = ({ id, leftOut }: LoreBook): PromptViewLore[] => {
  if (!leftOut) return []
  const because = explain({ kind: 'over_limit' }).sentence
  return [{ lorebookId: id, entryId: null, name: leftOut.name, isUsed: false, reason: 'over_limit', because }]
}

/** Describes the entries that the user may read. */
const chosenOf = (
  { readable: access, history }: ChatLoreInput,
  { readable, hidden, hiddenLoreTokens }: BothActivated,
  { leftMax }: { leftMax: number }
): ChosenLore => {
  const { used, left } = readable.result
  const found = new Map(
    readable.books.flatMap(({ id, entries }) => entries.map((entry) => [entryKey(id, entry.id), entry] as const))
  )
  const ofCharacter = new Set(readable.books.flatMap(({ id, origin }) => (origin === 'character' ? id : [])))
  const messageWith = messageFinder(history)
  const viewOf = ({ bookId, entryId, because }: UsedEntry | LeftEntry, isUsed: boolean): PromptViewLore => {
    const entry = found.get(entryKey(bookId, entryId))!
    const { sentence, key, inEntry } = explain(because)
    const at = key === undefined || inEntry !== undefined ? undefined : messageWith(key)?.id
    return {
      lorebookId: bookId,
      entryId,
      name: entry.name || (entry.keys[0] ?? ''),
      isUsed,
      reason: because.kind,
      because: sentence,
      ...(key !== undefined && { key }),
      ...(at !== undefined && { messageId: at }),
    }
  }
  const isNear = ({ because }: LeftEntry) => nearReasons.includes(because.kind)
  const near = left.filter(isNear)
  const listed = leftMax === leftMaxKept ? near : [...near, ...left.filter((each) => !isNear(each))]
  // Hidden entries replace only hidden texts, because otherwise a readable prompt would show that they are used.
  const droppedByHidden = access.all ? [] : hidden.result.droppedPrompts
  return {
    used: [
      ...hidden.result.used.map((each) => ({ ...each, isHidden: true, isCreators: true })),
      ...used.map((each) => ({ ...each, isCreators: ofCharacter.has(each.bookId) })),
    ],
    views: [
      ...used.map((each) => ({ ...viewOf(each, true), tokens: each.tokens })),
      ...listed.slice(0, leftMax).map((each) => viewOf(each, false)),
      ...readable.books.flatMap(leftOutView),
    ],
    dropped: [...readable.result.droppedPrompts, ...droppedByHidden],
    hiddenLoreTokens,
  }
}

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

/** Returns further texts in which entries look for keys. */
const sourcesOf = (sheet: CharacterSheet, persona: Persona) => ({
  personaDescription: persona.description,
  characterDescription: sheet.backstory,
  characterPersonality: sheet.personality,
  scenario: sheet.scenario,
  characterDepthNote: sheet.depthNote?.text ?? '',
})
