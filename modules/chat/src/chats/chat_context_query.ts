import type { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { CharacterSheet, Sight } from '#modules/gallery/index'
import type { ChatContext } from '../../api.ts'
import { historyColumns, historyOf, type HistoryRow } from '../prompt/history_columns.ts'
import type { ChatLore } from '../generating/chat_lore.ts'
import type { Tier } from '../prompt/tier.ts'
import { planPrompt } from '../prompt/build_prompt.ts'
import type { TokenRatios } from '../prompt/token_ratios.ts'

interface Row extends HistoryRow {
  id: string
  pins: string[]
  sheet: CharacterSheet | null
  sight: Sight | null
  lorebook_ids: string[]
  always_on: string[]
  message_count: number
}

export interface ContextInput {
  user: CurrentUser
  sessionId: string
  tier: Tier
  /** The user's. */
  timeZone: string
  ratios: TokenRatios
  lore: ChatLore
}

/** Plans the next prompt of a chat, with the function that plans real prompts, and describes it. */
export const readChatContext = async (
  db: Database,
  { user, sessionId, tier, timeZone, ratios, lore }: ContextInput
): Promise<ChatContext | 'no_such_chat' | 'adult_gate'> => {
  const { rows } = (await db.rawQuery(
    `SELECT session.id, session.pins, session.lorebook_ids, seen.sheet, seen.sight, lore_always_on(:userId) AS always_on,
       (SELECT count(*)::int FROM chat_messages WHERE chat_session_id = session.id AND deleted_at IS NULL) AS message_count,
       ${historyColumns({ session: 'session.id', upTo: '2147483647', budget: ':budget' })}
     FROM (
       SELECT id, character_id, pins, lorebook_ids, character_version FROM chat_sessions
       WHERE id = :sessionId AND user_id = :userId AND deleted_at IS NULL
     ) session
     LEFT JOIN LATERAL gallery_sheet(
       session.character_id, :userId, :isAdmin::boolean, :seesAdult::boolean, session.character_version
     ) seen ON true`,
    {
      sessionId,
      userId: user.id,
      isAdmin: user.isAdmin,
      seesAdult: user.limitlessEnabled,
      budget: tier.contextTokens * 4,
    }
  )) as { rows: Row[] }
  const [row] = rows
  if (!row || !row.sheet || row.sight === 'hidden') return 'no_such_chat'
  if (row.sight === 'adult_gate') return 'adult_gate'
  const history = historyOf(row)
  // The next message has no id yet. The lengths of what dice give hardly differ.
  const macros = { seed: sessionId, chatId: row.id, at: Date.now(), timeZone, model: tier.name }
  const { sheet, lorebook_ids: chatBooks, always_on: alwaysOn } = row
  const texts = { sheet, persona: user.persona, history, macros }
  const { parts, kept, cut } = planPrompt({
    ...texts,
    pins: row.pins,
    lore: await lore.preview({ ...texts, userId: user.id, sessionId, messageId: null, chatBooks, alwaysOn, tier }),
    contextTokens: tier.contextTokens,
    outputTokensMax: tier.outputTokensMax,
    ratioOf: (script) => ratios.of(tier.model, script),
  })
  const messages = kept.map(({ message, tokens, cutTokens }) => ({
    id: message.id,
    tokens,
    ...(cutTokens > 0 ? { cutTokens } : {}),
  }))
  const historyTokens = messages.reduce((sum, { tokens }) => sum + tokens, 0)
  return {
    model: tier.id,
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
      cutMessages: row.message_count - messages.length,
      oldestId: messages[1]?.id ?? null,
    },
  }
}
