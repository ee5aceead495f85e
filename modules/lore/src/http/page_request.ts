import type { FieldProblem } from '#modules/kernel/problem'
import { fail, ok, type Result } from '#modules/kernel/result'

/** Parses `limit` and `cursor` of a list. */
export const readPageRequest = <Position>(
  { limit: limitText, cursor }: Record<string, unknown>,
  { usual, max, decode }: { usual: number; max: number; decode: (cursor: string) => Position | null }
): Result<{ limit: number; after: Position | null }, FieldProblem[]> => {
  const limit = limitText === undefined ? usual : /^\d{1,4}$/.test(String(limitText)) ? Number(limitText) : 0
  if (limit < 1 || limit > max || Array.isArray(limitText))
    return fail([{ field: 'limit', rule: 'range', message: `limit must be a whole number from 1 to ${max}.` }])
  const after = typeof cursor === 'string' ? decode(cursor) : null
  if (cursor !== undefined && after === null)
    return fail([{ field: 'cursor', rule: 'cursor', message: 'cursor must come from the page before.' }])
  return ok({ limit, after })
}
