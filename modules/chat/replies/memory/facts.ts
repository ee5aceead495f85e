import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { codePoints } from '#modules/kernel/text'
import { limits } from '../../limits.ts'

/** The maximum number of facts that a chat keeps. The oldest ones are deleted. */
const keptMax = 500

/** Proposes facts that are neither pinned nor known. Of many open proposals, only the newest ones are kept. */
export const proposeFacts = async (trx: TransactionClientContract, sessionId: string, facts: readonly string[]) => {
  const texts = facts.filter((fact) => codePoints(fact) <= limits.pinMax)
  if (texts.length === 0) return
  await trx.rawQuery(
    `INSERT INTO chat_facts (chat_session_id, text)
     SELECT id, fact FROM chat_sessions, unnest(?::text[]) fact
     WHERE id = ?::uuid AND NOT EXISTS (SELECT FROM unnest(pins) pin WHERE lower(pin) = lower(fact))
     ON CONFLICT DO NOTHING`,
    [texts, sessionId] as never
  )
  await trx.rawQuery(
    `DELETE FROM chat_facts WHERE id IN (
       SELECT id FROM chat_facts WHERE chat_session_id = ?::uuid AND state = 'proposed' ORDER BY id DESC OFFSET ?::int
     ) OR id IN (SELECT id FROM chat_facts WHERE chat_session_id = ?::uuid ORDER BY id DESC OFFSET ?::int)`,
    [sessionId, limits.factsProposedMax, sessionId, keptMax]
  )
}

export type FactRefusal = 'no_such_chat' | 'no_such_fact' | 'too_many_pins'

/** Accepts or dismisses a proposed fact. Accepting adds it as the last pin. Repeating the same answer does nothing. */
export const answerFact = async (
  trx: TransactionClientContract,
  { userId, sessionId, factId, isAccepted }: { userId: string; sessionId: string; factId: string; isAccepted: boolean }
): Promise<FactRefusal | null> => {
  const { rows: sessions } = await trx.rawQuery<{ rows: { pins: string[] }[] }>(
    'SELECT pins FROM chat_sessions WHERE id = ?::uuid AND user_id = ?::uuid AND deleted_at IS NULL FOR UPDATE',
    [sessionId, userId]
  )
  const [session] = sessions
  if (!session) return 'no_such_chat'
  const { rows } = await trx.rawQuery<{ rows: { text: string; state: string }[] }>(
    'SELECT text, state FROM chat_facts WHERE id = ?::uuid AND chat_session_id = ?::uuid FOR UPDATE',
    [factId, sessionId]
  )
  const [fact] = rows
  if (!fact) return 'no_such_fact'
  const state = isAccepted ? 'accepted' : 'dismissed'
  if (fact.state === state) return null
  if (fact.state !== 'proposed') return 'no_such_fact'
  if (isAccepted && !session.pins.includes(fact.text)) {
    if (session.pins.length >= limits.pinsMax) return 'too_many_pins'
    await trx.rawQuery('UPDATE chat_sessions SET pins = pins || ?::text WHERE id = ?::uuid', [fact.text, sessionId])
  }
  await trx.rawQuery('UPDATE chat_facts SET state = ? WHERE id = ?::uuid', [state, factId])
  return null
}
