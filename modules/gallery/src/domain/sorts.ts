import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor } from '#modules/kernel/pages'
import { isStorable } from '#modules/kernel/text'

export const sorts = ['popular', 'new', 'name'] as const
export type Sort = (typeof sorts)[number]

/** A page starts after the row with this sort key and id. */
export interface Position {
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

const fits: Record<Sort, (key: string) => boolean> = {
  popular: (key) => /^-?\d{1,18}$/.test(key),
  new: isTime,
  name: isStorable,
}

/** The cursor includes the sort, because a position is only valid in its own order. */
export const encodePosition = (sort: Sort, { key, id }: Position): string => encodeCursor([sort, key, id])

/** Returns null for an invalid cursor and for a cursor of another sort. */
export const decodePosition = (sort: Sort, cursor: string): Position | null => {
  const [of, key, id] = decodeCursor(cursor, 3) ?? []
  return of === sort && typeof key === 'string' && fits[sort](key) && isId(id) ? { key, id } : null
}
