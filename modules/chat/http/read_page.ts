import { isId } from '#modules/kernel/ids'
import type { ChatPage } from '../sessions/index.ts'

/** Returns the page of a chat that a query asks for. */
export const readPage = (
  places: Record<'before' | 'after' | 'around', unknown>,
  isEnd: boolean
): ChatPage | 'several_places' | 'no_such_message' => {
  const given = (['before', 'after', 'around'] as const).filter((kind) => places[kind] !== undefined)
  const [kind] = given
  if (!kind) return { kind: isEnd ? 'end' : 'newest' }
  if (given.length > 1) return 'several_places'
  const messageId = places[kind]
  return isId(messageId) ? { kind, messageId } : 'no_such_message'
}
