import { inject } from '@adonisjs/core'
import { decodeCursor } from '#modules/kernel/pages'
import { isId } from '#modules/kernel/ids'
import type { ChatSearch } from '../ports.ts'
import { SearchChats, SearchPace, type SearchChatsInput } from './search_chats.ts'
import { parseTerms } from './search_terms.ts'

export const decodeHit = (cursor: string): SearchChatsInput['after'] => {
  const [at, id] = decodeCursor(cursor, 2) ?? []
  return typeof at === 'number' && Number.isSafeInteger(at) && isId(id) ? { at, id } : null
}

/** The search of chats for other modules, with the same limit as in the app. */
@inject()
export class FindInChats implements ChatSearch {
  constructor(
    private readonly searchChats: SearchChats,
    private readonly pace: SearchPace
  ) {}

  async find({ user, q, cursor }: Parameters<ChatSearch['find']>[0]): ReturnType<ChatSearch['find']> {
    const terms = parseTerms(q)
    const after = cursor === null ? null : decodeHit(cursor)
    if (cursor !== null && after === null) return { kind: 'invalid_cursor' }
    if (terms.length === 0) return { kind: 'found', hits: [], next: null, isComplete: true }
    const retryAfterSeconds = await this.pace.count(user.id)
    if (retryAfterSeconds !== null) return { kind: 'too_many_searches', retryAfterSeconds }
    const place = { characterId: null, sessionId: null, from: null, to: null, timeZone: 'UTC' }
    return { kind: 'found', ...(await this.searchChats.run({ user, terms, after, ...place })) }
  }
}
