import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { codePoints } from '#modules/kernel/text'
import { limits } from '../../limits.ts'
import type { ChatKey } from '../replies.ts'

/** The maximum number of facts that a chat keeps. The oldest ones are deleted. */
const keptMax = 500

/** Proposes facts that are neither pinned nor known. Of many open proposals, only the newest ones are kept. */
export const proposeFacts = async (trx: TransactionClientContract, chat: ChatKey, facts: readonly string[]) => {
  const texts = facts.filter((fact) => codePoints(fact) <= limits.pinMax)
  if (texts.length === 0) return
  await trx.rawQuery(
    `INSERT INTO chat_facts (user_id, chat_session_id, text)
     SELECT user_id, id, fact FROM chat_sessions, unnest(:texts::text[]) fact
     WHERE user_id = :userId::uuid AND id = :sessionId::uuid AND NOT EXISTS (SELECT FROM unnest(pins) pin WHERE lower(pin) = lower(fact))
     ON CONFLICT DO NOTHING`,
    { ...chat, texts }
  )
  await trx.rawQuery(
    `DELETE FROM chat_facts WHERE user_id = :userId::uuid AND id IN (
       (SELECT id FROM chat_facts WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid AND state = 'proposed'
        ORDER BY id DESC OFFSET :proposedMax::int)
       UNION
       (SELECT id FROM chat_facts WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid
        ORDER BY id DESC OFFSET :keptMax::int)
     )`,
    { ...chat, proposedMax: limits.factsProposedMax, keptMax }
  )
}

export type FactRefusal = 'no_such_chat' | 'no_such_fact' | 'too_many_pins'

/** Accepts or dismisses a proposed fact. Accepting adds it as the last pin. Repeating the same answer does nothing. */
export const answerFact = async (
  trx: TransactionClientContract,
  { userId, sessionId, factId, isAccepted }: { userId: string; sessionId: string; factId: string; isAccepted: boolean }
): Promise<FactRefusal | null> => {
  const { rows: sessions } = await trx.rawQuery<{ rows: { pins: string[] }[] }>(
    'SELECT pins FROM chat_sessions WHERE user_id = ?::uuid AND id = ?::uuid AND deleted_at IS NULL FOR UPDATE',
    [userId, sessionId]
  )
  const [session] = sessions
  if (!session) return 'no_such_chat'
  const { rows } = await trx.rawQuery<{ rows: { text: string; state: string }[] }>(
    'SELECT text, state FROM chat_facts WHERE user_id = ?::uuid AND id = ?::uuid AND chat_session_id = ?::uuid FOR UPDATE',
    [userId, factId, sessionId]
  )
  const [fact] = rows
  if (!fact) return 'no_such_fact'
  const state = isAccepted ? 'accepted' : 'dismissed'
  if (fact.state === state) return null
  if (fact.state !== 'proposed') return 'no_such_fact'
  if (isAccepted && !session.pins.includes(fact.text)) {
    if (session.pins.length >= limits.pinsMax) return 'too_many_pins'
    await trx.rawQuery('UPDATE chat_sessions SET pins = pins || ?::text WHERE user_id = ?::uuid AND id = ?::uuid', [
      fact.text,
      userId,
      sessionId,
    ])
  }
  await trx.rawQuery('UPDATE chat_facts SET state = ? WHERE user_id = ?::uuid AND id = ?::uuid', [
    state,
    userId,
    factId,
  ])
  return null
}
