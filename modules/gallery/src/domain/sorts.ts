import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor } from '#modules/kernel/pages'
import { isStorable } from '#modules/kernel/text'

export const sorts = ['popular', 'new', 'name'] as const
export type Sort = (typeof sorts)[number]

/** Where a page begins: after the row with this sort key and id. */
export interface Position {
  key: string
  id: string
}

/** As JSON has it, in a year of four digits: PostgreSQL reads neither the year 0 nor what JavaScript writes of years beyond. */
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

/** The sort is part of the cursor: a cursor of one order means nothing in another. */
export const encodePosition = (sort: Sort, { key, id }: Position): string => encodeCursor([sort, key, id])

/** Null when it is no cursor of this sort. */
export const decodePosition = (sort: Sort, cursor: string): Position | null => {
  const [of, key, id] = decodeCursor(cursor, 3) ?? []
  return of === sort && typeof key === 'string' && fits[sort](key) && isId(id) ? { key, id } : null
}
