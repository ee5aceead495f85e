import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '@adonisjs/lucid/database'
import { sentConversation } from '#plugins/contract/sent_conversation'
import type { CharacterSheet, Visibility } from '#modules/gallery/index'
import type { ChatContext } from '../api.ts'
import { leftOutBefore } from '../memory/left_out.ts'
import {
  historyCharactersOf,
  historyColumns,
  historyFor,
  historyOf,
  type HistoryRow,
  othersOf,
  personaOf,
  planReply,
  type PromptInput,
  readableBy,
  recordPrompt,
  setupColumn,
  setupOf,
  type SetupRow,
  textsOf,
  viewPrompt,
  withChatTexts,
  type WriteConversation,
} from '../../prompts/index.ts'
import type { ContextRequest } from '../replies.ts'
import type { ReplyContext } from '../run/reply_context.ts'
import { loadContext } from './begin_context.ts'
import { presentMembers, speakerOf } from './next_speaker.ts'

interface Row extends HistoryRow, SetupRow {
  id: string
  is_group: boolean
  pins: string[]
  sheet: CharacterSheet | null
  sight: Visibility | null
  lorebook_ids: string[]
  always_on: string[]
  /** The number of messages that aren't hidden. */
  message_count: number
  hidden_count: number
}

/** Plans the next prompt of a chat, with the function that plans real prompts, and describes it. */
export const readChatContext = async (
  {
    db,
    ratios,
    lore,
    scripts,
    summaries,
    pictures,
    timers,
  }: Pick<ReplyContext, 'db' | 'ratios' | 'lore' | 'scripts' | 'summaries' | 'pictures' | 'timers'>,
  { user, sessionId, speakerId = null, tier, timeZone, isFull = false }: ContextRequest
): Promise<ChatContext | 'no_such_chat' | 'adult_gate'> => {
  const { rows } = (await db.rawQuery(
    `SELECT session.id, session.character_id IS NULL AS is_group, session.pins, session.lorebook_ids, seen.sheet, seen.sight, lore_always_on(:userId) AS always_on,
       ${setupColumn('session.id', ':userId')} AS setup,
       counted.hidden_count, counted.shown_count + CASE WHEN session.opening_version IS NULL THEN 0 ELSE 1 END AS message_count,
       ${historyColumns({ user: ':userId', session: 'session.id', upTo: '2147483647', budget: ':budget' })}
     FROM (
       SELECT id, character_id, pins, lorebook_ids, character_version, opening_version FROM chat_sessions
       WHERE user_id = :userId AND id = :sessionId AND deleted_at IS NULL
     ) session
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE hidden_at IS NULL)::int AS shown_count, count(hidden_at)::int AS hidden_count
       FROM chat_messages WHERE user_id = :userId AND chat_session_id = session.id AND deleted_at IS NULL
     ) counted
     LEFT JOIN LATERAL gallery_sheet(
       session.character_id, :userId, :isAdmin::boolean, :seesAdult::boolean, session.character_version
     ) seen ON true`,
    {
      sessionId,
      userId: user.id,
      isAdmin: user.isAdmin,
      seesAdult: user.limitlessEnabled,
      budget: historyCharactersOf(tier),
    }
  )) as { rows: Row[] }
  const [row] = rows
  if (!row) return 'no_such_chat'
  const cast = row.is_group ? await readCast(db, { user, sessionId, tier, speakerId }) : castOf(row)
  if (typeof cast === 'string') return cast
  const { others } = cast
  // The next message has no id yet, so the session seeds the dice. Their results hardly differ in length.
  const macros = { seed: sessionId, chatId: row.id, at: timers.now(), timeZone, model: tier.name }
  const { lorebook_ids: chatBooks, always_on: alwaysOn } = row
  const setup = setupOf(row, { user, isSaved: false })
  const { sheet, readable } = withChatTexts({ sheet: cast.sheet, readable: readableBy(user.id, cast.sheet) }, setup)
  const persona = personaOf(user, setup)
  const scripted = { userId: user.id, sheet, userName: persona.name, setup, history: cast.history }
  const { history: said, failed } = scripts.has(scripted)
    ? await scripts.apply(scripted)
    : { history: cast.history, failed: [] }
  const history = setup.hasPictures ? await pictures.addTo(user.id, said, tier) : said
  const texts = { sheet, readable, persona, history, macros }
  const chosen = await lore.preview({
    ...texts,
    userId: user.id,
    sessionId,
    messageId: null,
    chatBooks,
    alwaysOn,
    tier,
  })
  const { used, dropped, hiddenLoreTokens } = chosen
  const input = textsOf({
    ...texts,
    others,
    pins: row.pins,
    lore: used,
    hiddenLoreTokens,
    dropped,
    setup,
    awaitsMessage: true,
  })
  const plan = planReply(tier, input, {
    ratioOf: (script) => ratios.of(tier.model, script),
  })
  const { model, provider, reasoning } = tier
  const write: WriteConversation = (prompt) =>
    sentConversation(provider, { model, ...prompt, ...(reasoning && { reasoning }) })
  const { parts, kept, cut } = plan
  // Planning and recording each take as long as a prompt may hold the event loop.
  if (isFull) await yieldToEventLoop()
  const messages = kept.map(({ message, tokens, cutTokens }) => ({
    id: message.id,
    tokens,
    ...(cutTokens > 0 ? { cutTokens } : {}),
  }))
  const hiddenMessages = row.hidden_count > 0 ? { hiddenMessages: row.hidden_count } : {}
  const cutMessages = row.message_count - messages.length
  const historyTokens = messages.reduce((sum, { tokens }) => sum + tokens, 0)
  const before = leftOutBefore(plan, history, historyCharactersOf(tier)) ?? 0
  const isMissed =
    summaries.isAvailable &&
    (row.setup?.is_summary_on ?? true) &&
    !row.setup?.is_summary_frozen &&
    before > (row.setup?.summary_position ?? -1) + 1
  return {
    model: tier.id,
    modelId: tier.model,
    contextTokens: tier.contextTokens,
    outputTokens: tier.outputTokensMax,
    usedTokens: parts.reduce((sum, { tokens }) => sum + tokens, historyTokens),
    parts: [...Map.groupBy(parts, ({ kind }) => kind)].map(([kind, same]) => {
      return { kind, tokens: same.reduce((sum, { tokens }) => sum + tokens, 0) }
    }),
    cut,
    history: {
      tokens: historyTokens,
      messages,
      cutMessages,
      ...hiddenMessages,
      oldestId: messages[1]?.id ?? null,
      ...(isMissed && (await summaries.isSpent(user.id)) ? { isSummarySpent: true as const } : {}),
    },
    ...(isFull && {
      prompt: {
        ...viewPrompt(recordPrompt(plan, write), readable),
        lore: [...chosen.views],
        ...(failed.length > 0 ? { failedScripts: failed } : {}),
        cutMessages,
        ...hiddenMessages,
      },
    }),
  }
}

interface Cast {
  /** The sheet of the character that the prompt is for. */
  sheet: CharacterSheet
  /** The history as that character sees it. */
  history: ReturnType<typeof historyOf>
  others?: PromptInput['others']
}

const castOf = (row: Row): Cast | 'no_such_chat' | 'adult_gate' => {
  if (!row.sheet || row.sight === 'hidden') return 'no_such_chat'
  return row.sight === 'adult_gate' ? 'adult_gate' : { sheet: row.sheet, history: historyOf(row) }
}

/** Reads a group chat. If no character would go on by itself, the prompt is for the last speaker, or else the first character. */
const readCast = async (
  db: Database,
  { user, sessionId, tier, speakerId = null }: Pick<ContextRequest, 'user' | 'sessionId' | 'tier' | 'speakerId'>
): Promise<Cast | 'no_such_chat' | 'adult_gate'> => {
  const context = await loadContext(db.connection(), {
    kind: 'reply',
    user,
    characterId: null,
    sessionId,
    clientMessageId: null,
    historyCharacters: historyCharactersOf(tier),
    isLimited: false,
  })
  if (context.members?.some(({ sight }) => sight === 'adult_gate')) return 'adult_gate'
  const present = presentMembers(context)
  const next = speakerOf({ kind: 'reply', content: null, speakerId }, context, sessionId)
  const speaker =
    next ?? (speakerId ? null : (present.find(({ id }) => id === context.last_speaker_id) ?? present[0] ?? null))
  if (!speaker) return 'no_such_chat'
  return {
    sheet: speaker.sheet,
    history: historyFor(speaker.id, historyOf(context)),
    others: othersOf(
      user.id,
      present.flatMap(({ id, sheet }) => (id === speaker.id ? [] : sheet))
    ),
  }
}
