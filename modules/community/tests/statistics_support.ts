import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { systemTimers } from '#plugins/contract/timers'
import { ReaderActivity } from '#modules/chat/index'
import { Gallery } from '#modules/gallery/index'
import { newId } from '#modules/kernel/ids'
import { appOwner } from '#tests/support/app'
import { RollUpStatistics } from '../src/statistics/roll_up_statistics.ts'

/** A day that no other test uses. */
export const firstDay = '2041-05-01'

export const dayAfter = (days: number, day = firstDay): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Adds a character. The gallery counts messages in a table beside it. */
export const addCharacter = async (ownerId: string, version = 1): Promise<string> => {
  const id = newId()
  await (
    await appOwner()
  ).rawQuery(
    `INSERT INTO characters (id, name, description, category, created_by, version_number, backstory, personality, first_message, scenario)
     VALUES (?, 'Mara', 'Keeps a light.', 'General', ?, ?, '', '', '', '')`,
    [id, ownerId, version]
  )
  return id
}

interface Talk {
  reader: string
  characterId: string
  version?: number
  isGroup?: boolean
  /** When the chat was opened and its first message sent. */
  at: string
  replies?: { kind?: 'reply' | 'reroll'; state?: 'written' | 'stopped' | 'failed'; text?: string; at?: string }[]
}

/** Adds a chat with replies, as the statements of replies leave it. Returns its id. */
export const addChat = async ({
  reader,
  characterId,
  version = 1,
  isGroup = false,
  at,
  replies = [{}],
}: Talk): Promise<string> => {
  const owner = await appOwner()
  const [chatId, said, answer] = [newId(), newId(), newId()]
  const written = replies.filter(({ kind }) => kind !== 'reroll').length
  await owner.rawQuery(
    `INSERT INTO chat_sessions (user_id, id, character_id, character_version, next_position, messages_written, created_at, last_message_at)
     VALUES (?, ?, ?, ?, 20, ?, ?, ?)`,
    [reader, chatId, isGroup ? null : characterId, version, written, at, replies.at(-1)?.at ?? at] as never
  )
  let position = 0
  for (const { kind = 'reply', state = 'written', text = 'Good evening.', at: repliedAt = at } of replies) {
    const isReroll = kind === 'reroll'
    const [messageId, userMessageId, replyId] = isReroll ? [answer, null, newId()] : [newId(), newId(), newId()]
    const [ofFirst, byUser] = position === 0 ? [answer, said] : [messageId, userMessageId]
    await owner.rawQuery(
      `INSERT INTO replies (user_id, id, chat_session_id, character_id, kind, user_message_id, message_id, position, tier, cost, state, owner, created_at, ended_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'basic', 1, ?, ?, ?, ?)`,
      [
        reader,
        replyId,
        chatId,
        isGroup ? characterId : null,
        kind,
        byUser,
        ofFirst,
        position + 2,
        state,
        newId(),
        repliedAt,
        repliedAt,
      ] as never
    )
    if (isReroll) {
      await owner.rawQuery(
        `INSERT INTO chat_message_alternates (user_id, id, message_id, position, content, ruby_cost, state, is_cut)
         VALUES (?, ?, ?, ?, ?, 1, 'complete', false)`,
        [reader, replyId, answer, position + 2, text]
      )
    } else {
      const firstRow = [reader, byUser, chatId, position + 1, reader, repliedAt]
      const secondRow = [reader, ofFirst, chatId, position + 2, text, repliedAt]
      await owner.rawQuery(
        `INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content, created_at)
         VALUES (?, ?, ?, ?, ?, 'Hello.', ?), (?, ?, ?, ?, NULL, ?, ?)`,
        [...firstRow, ...secondRow] as never
      )
    }
    position += 2
  }
  return chatId
}

/** The rollup at a time. It has counted all of a day but its last hour. */
export const rollUpAt = async (time: { now: string }, counted: string | null = firstDay) => {
  const owner = await appOwner()
  if (counted !== null) {
    await owner.rawQuery('DELETE FROM statistics_progress')
    await owner.rawQuery(
      `INSERT INTO statistics_progress (started_on, counted_until, closed_through) VALUES (?::date, ?::timestamptz, ?::date - 1)`,
      [counted, `${counted}T23:00:00Z`, counted]
    )
  }
  const timers = Object.create(systemTimers, { now: { value: () => Date.parse(time.now) } })
  const { container } = app
  const [db, activity, gallery] = await Promise.all([
    container.make(Database),
    container.make(ReaderActivity),
    container.make(Gallery),
  ])
  const rollUp = new RollUpStatistics(db, activity, gallery, timers)
  return {
    step: () => rollUp.step(),
    /** Takes all steps, without rests. */
    run: async () => {
      while (!(await rollUp.step()));
    },
  }
}

/** Closes a day whose spans are counted. */
export const close = async (day: string): Promise<void> => {
  const { run } = await rollUpAt({ now: `${dayAfter(1, day)}T03:00:00Z` }, day)
  await (
    await appOwner()
  ).rawQuery('UPDATE statistics_progress SET counted_until = ?::timestamptz', [`${dayAfter(1, day)}T00:00:00Z`])
  await run()
}
