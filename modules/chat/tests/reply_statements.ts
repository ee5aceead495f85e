import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { systemTimers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import { loadContext } from '../replies/begin/begin_context.ts'
import { beginNext, beginSend, type SendInput } from '../replies/begin/begin_statements.ts'
import { openSession } from '../replies/opening/open_session.ts'
import { endReply } from '../replies/run/end_reply.ts'
import { endingOf } from '../replies/run/endings.ts'
import { readReply } from '../replies/run/read_reply.ts'
import { rescueText } from '../replies/run/rescue_text.ts'

/** Runs every statement of a reply for a new user. `owner`: a connection of the database's owner. */
export const runReply = async (client: QueryClientContract, owner: QueryClientContract) => {
  const { rows } = await owner.rawQuery(`SELECT id FROM characters WHERE is_public AND NOT is_nsfw LIMIT 1`)
  const characterId: string = rows[0].id
  const user = { id: newId(), isAdmin: false, limitlessEnabled: false }
  await owner.rawQuery(`SELECT ledger_open_account('${user.id}')`)
  await owner.rawQuery(`SELECT ledger_post('${user.id}', 50, 'admin_grant', 'A test', 'opening')`)
  const session = await openSession(client, user.id, characterId, 1)
  const [replyId, messageId, userMessageId, processId] = [newId(), newId(), newId(), newId()]
  const terms = { tier: 'basic', cost: 1, owner: processId }
  const send: SendInput = {
    user,
    characterId,
    sessionId: session.id,
    clientMessageId: newId(),
    historyCharacters: 8_000,
    isLimited: true,
    replyId,
    messageId,
    userMessageId,
    content: 'Hello',
    ...terms,
  }
  const beginning = { db: { connection: () => client } as never, timers: systemTimers }
  const begun = await beginSend(beginning, send)
  if (!begun.ok || !begun.value.begun) throw new Error(JSON.stringify(begun))
  const sent = await loadContext(client, { ...send, kind: 'reply' })
  const ending = {
    userId: user.id,
    ...endingOf('complete', { text: 'Hi.' }),
    owner: processId,
    characterId,
    description: 'A reply',
    firstTextMs: 1,
  } as const
  await endReply(client, { ...ending, replyId, kind: 'reply' })
  await readReply(client, user.id, replyId)
  const again = { replyId: newId(), messageId: newId(), userMessageId }
  const unchanged = { isNew: false, continues: null, speaker: null, talk: null }
  await beginNext(beginning, {
    ...again,
    ...terms,
    ...unchanged,
    kind: 'reply',
    userId: user.id,
    sessionId: session.id,
    nextPosition: sent.next_position!,
    content: send.content,
    clientMessageId: send.clientMessageId,
    knownReplyId: replyId,
  })
  await endReply(client, { ...ending, replyId: again.replyId, kind: 'reply' })
  const clientMessageId = newId()
  const context = await loadContext(client, {
    kind: 'reroll',
    user,
    characterId,
    sessionId: null,
    rewrittenId: again.messageId,
    clientMessageId,
    historyCharacters: 8_000,
    isLimited: true,
  })
  const rerollId = newId()
  await beginNext(beginning, {
    kind: 'reroll',
    replyId: rerollId,
    messageId: again.messageId,
    ...terms,
    ...unchanged,
    userId: user.id,
    sessionId: session.id,
    nextPosition: context.next_position!,
    userMessageId,
    content: null,
    clientMessageId,
    knownReplyId: null,
  })
  await endReply(client, { ...ending, replyId: rerollId, kind: 'reroll' })
  for (const kind of ['reply', 'reroll', 'continue'] as const)
    await rescueText(client, { ...ending, replyId: newId(), kind })
  return { user, characterId, sessionId: session.id, messageId: again.messageId, userMessageId, replyId: again.replyId }
}
