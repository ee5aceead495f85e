import type { ChatData, Message } from '#modules/chat/api'
import * as calls from '#modules/chat/calls'
import type { ById, Call } from '#modules/kernel/calls'
import { callServer, fetchCall } from '#web/lib/api_client'
import { readerZone } from '#web/lib/reader_zone'

/** The id of a character, or the id of a group chat. */
export type ChatTarget = string | { groupId: string }

const ofGroup = {
  get: calls.getGroup,
  send: calls.sendToGroup,
  follow: calls.followGroup,
  stop: calls.stopGroup,
  reroll: calls.rerollInGroup,
  continue: calls.continueInGroup,
  impersonate: calls.impersonateInGroup,
  suggest: calls.suggestInGroup,
}
const ofOne: typeof ofGroup = {
  get: calls.getChat,
  send: calls.sendMessage,
  follow: calls.followReply,
  stop: calls.stopReply,
  reroll: calls.reroll,
  continue: calls.continueReply,
  impersonate: calls.impersonate,
  suggest: calls.suggest,
}

/** Returns the calls of a chat with one character or of a group chat, with their parameters. */
export const chatCalls = (place: ChatTarget) =>
  typeof place === 'string' ? { params: { id: place }, ...ofOne } : { params: { id: place.groupId }, ...ofGroup }

/** Reads a page of a chat, oldest message first. That of a group chat has members instead of a character. */
export function readChat(place: ChatTarget, query: calls.WhichMessages, signal?: AbortSignal): Promise<ChatData> {
  const { get, params } = chatCalls(place)
  return callServer(get as typeof calls.getChat, { params, query, signal })
}

/** Sends a call that begins a reply, and returns its stream. `clientMessageId` is the idempotency key. */
export async function beginReply<Body extends object>(
  call: Call<never, ById & { body: Body }>,
  params: ById['params'],
  body: NoInfer<Body> & { clientMessageId: string },
  signal: AbortSignal
): Promise<ReadableStream<Uint8Array>> {
  return streamOf(await fetchCall(call, { params, body: { ...body, zone: readerZone }, signal }))
}

/** Returns the stream of the reply that is being written; null when no reply is. */
export async function joinReply(
  place: ChatTarget,
  sessionId: string,
  signal: AbortSignal
): Promise<ReadableStream<Uint8Array> | null> {
  const { follow, params } = chatCalls(place)
  const response = await fetchCall(follow, { params, query: { session: sessionId }, signal })
  return response.status === 204 ? null : streamOf(response)
}

/** Stops the reply that is being written. The text so far is kept, and its stream ends. */
export function stopReply(place: ChatTarget, sessionId: string): Promise<{ message: Message | null }> {
  const { stop, params } = chatCalls(place)
  return callServer(stop, { params, body: { sessionId } })
}

/** A successful response without the expected stream. */
export class NoResponseBody extends Error {
  override readonly name = 'NoResponseBody'

  constructor() {
    super('No response body')
  }
}

function streamOf({ body }: Response): ReadableStream<Uint8Array> {
  if (!body) throw new NoResponseBody()
  return body
}
