import { editMessage } from '#modules/chat/calls'
import { callServer } from '#web/lib/api_client'
import { beginReply, chatCalls, readChat, type ChatTarget } from './chat_calls.ts'

export interface BranchReply {
  /** The new text of the branch's last message. */
  content: string
  tier: string
  /** In a group chat, the id of the character that answers. */
  speakerId: string | undefined
}

/** Changes the last message of a branch, and begins a reply to it. The screen of the branch joins the reply. */
export async function beginInBranch(place: ChatTarget, sessionId: string, reply: BranchReply): Promise<void> {
  const { content, tier: model, speakerId } = reply
  const stream = new AbortController()
  const { messages } = await readChat(place, { session: sessionId }, stream.signal)
  const last = messages.at(-1)
  if (!last?.clientMessageId) return
  if (last.content !== content) await callServer(editMessage, { params: { id: last.id }, body: { content } })
  const body = { clientMessageId: last.clientMessageId, content, model, sessionId, ...(speakerId && { speakerId }) }
  const { send, params } = chatCalls(place)
  await beginReply(send, params, body, stream.signal)
  stream.abort()
}
