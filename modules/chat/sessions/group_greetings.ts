import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Steps } from '#modules/kernel/steps'
import { limits } from '../limits.ts'
import { findGreetings } from '../replies/index.ts'

/** A character of a new group chat, with the first messages that it offers, the preferred one first. */
export interface GreetingMember {
  id: string
  char: string
  greetings: readonly string[]
}

export interface GroupGreeting {
  characterId: string
  speaker: string
  text: string
}

/**
 * Returns the greetings that a group chat begins with, by its characters in their order, as far as they fit the limits. Each character's
 * first greeting goes in before any second one.
 */
export function* groupGreetingsOf(members: readonly GreetingMember[]): Steps<GroupGreeting[]> {
  const offered: GroupGreeting[][] = []
  for (const { id, char, greetings } of members) {
    const found = yield* findGreetings(greetings)
    offered.push(found.map((index) => ({ characterId: id, speaker: char, text: greetings[index]! })))
  }
  const kept = new Set<GroupGreeting>()
  let letters = 0
  const rounds = Math.max(0, ...offered.map(({ length }) => length))
  for (let round = 0; round < rounds && kept.size < limits.greetingsMax; round++)
    for (const greeting of offered.flatMap((each) => each[round] ?? [])) {
      const isFitting = letters + greeting.text.length <= limits.greetingsLetters
      if (kept.size >= limits.greetingsMax || (kept.size > 0 && !isFitting)) continue
      letters += greeting.text.length
      kept.add(greeting)
    }
  return offered.flatMap((each) => each.filter((greeting) => kept.has(greeting)))
}

/** Stores the first message of a new group chat, whose alternates are all greetings. The first one is selected. */
export const storeGroupGreetings = async (
  trx: TransactionClientContract,
  { userId, sessionId }: { userId: string; sessionId: string },
  greetings: readonly GroupGreeting[]
) => {
  const [first] = greetings
  if (!first) return
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
    `INSERT INTO chat_messages (user_id, id, chat_session_id, position, content, character_id, speaker)
     VALUES (?::uuid, uuidv7(), ?::uuid, 1, ?, ?::uuid, ?) RETURNING id`,
    [userId, sessionId, first.text, first.characterId, first.speaker]
  )
  const { id } = rows[0]!
  if (greetings.length === 1) return
  await trx.rawQuery(
    `INSERT INTO chat_message_alternates (user_id, id, message_id, position, content, ruby_cost, state, is_cut, character_id, speaker)
     SELECT :userId::uuid, CASE WHEN place = 1 THEN :id::uuid ELSE uuidv7() END, :id::uuid, place, text, 0, 'complete', false, "characterId", speaker
     FROM ROWS FROM (
       json_to_recordset(:greetings::json) AS (text text, "characterId" uuid, speaker text)
     ) WITH ORDINALITY AS given (text, "characterId", speaker, place)`,
    { userId, id, greetings: JSON.stringify(greetings) }
  )
  await trx.rawQuery('UPDATE chat_messages SET answer_id = id WHERE user_id = ?::uuid AND id = ?::uuid', [userId, id])
}
