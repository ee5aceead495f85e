import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor } from '#modules/kernel/pages'
import { isStorable } from '#modules/kernel/text'
import { sorts, type Sort } from '../../api.ts'
import { isRank } from './search.ts'

export { sorts, type Sort }

/** The position of the row after which a page starts. In searches, the rank precedes the key. */
export interface Position {
  rank: number | null
  key: string
  id: string
}

/** Validates an ISO time of the years 1 to 9999. PostgreSQL can't parse JavaScript's other years. */
export const isTime = (text: string) => {
  const time = new Date(text)
  return (
    /^\d{4}-/.test(text) && !text.startsWith('0000') && !Number.isNaN(time.getTime()) && time.toISOString() === text
  )
}

const isWhole = (key: string) => /^-?\d{1,18}$/.test(key)

const fits: Record<Sort, (key: string) => boolean> = {
  popular: isWhole,
  new: isTime,
  name: isStorable,
  trending: isWhole,
}

/** The cursor includes the sort, because a position is only valid in its own order. */
export const encodePosition = (sort: Sort, { rank, key, id }: Position): string => encodeCursor([sort, rank, key, id])

/** Returns null for an invalid cursor, for a cursor of another sort, and if only one of the cursor and the list is for a search. */
export const decodePosition = (sort: Sort, cursor: string, isSearch = false): Position | null => {
  const [of, rank = null, key, id] = decodeCursor(cursor, 4) ?? []
  if (of !== sort || typeof key !== 'string' || !fits[sort](key) || !isId(id)) return null
  if (isSearch ? !isRank(rank) : rank !== null) return null
  return { rank: rank as number | null, key, id }
}
