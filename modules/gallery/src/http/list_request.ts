import { fail, ok, type Result } from '#modules/kernel/result'
import type { FieldProblem } from '#modules/kernel/problem'
import { codePoints, isBlank } from '#modules/kernel/text'
import { limits } from '../../api.ts'
import { tidyTags } from '../domain/character_rules.ts'
import { decodePosition, sorts, type Sort } from '../domain/sorts.ts'
import type { ListRequest } from '../queries/list_characters_query.ts'

/** Parses the query of `GET /api/characters`. Missing and empty parameters get their defaults. */
export const readListRequest = (query: Record<string, unknown>): Result<ListRequest, FieldProblem[]> => {
  const problems: FieldProblem[] = []
  const text = (field: string): string => {
    const value = query[field] ?? ''
    if (typeof value === 'string' && codePoints(value) <= limits.queryMax) return value
    problems.push({ field, rule: 'text', message: `${field} must be text of at most ${limits.queryMax} characters.` })
    return ''
  }

  const chipsOf = (field: string): string[] => {
    const chips = tidyTags(text(field).split(',').map(withoutMark))
    if (chips.length <= limits.filterTagsMax) return chips
    problems.push({ field, rule: 'maxLength', message: `${field} may have at most ${limits.filterTagsMax} tags.` })
    return []
  }
  const flag = (field: string): boolean => {
    const value = text(field)
    if (!['', 'true', 'false'].includes(value))
      problems.push({ field, rule: 'boolean', message: `${field} must be true or false.` })
    return value === 'true'
  }

  const q = text('q')
  const chip = withoutMark(text('category')).trim()
  const filters = { tags: chipsOf('tags'), exclude: chipsOf('exclude'), mine: flag('mine'), liked: flag('liked') }
  const sort = (text('sort') || 'popular') as Sort
  if (!sorts.includes(sort))
    problems.push({ field: 'sort', rule: 'enum', message: `sort must be one of ${sorts.join(', ')}.` })
  const limitText = text('limit') || String(limits.listDefault)
  const limit = /^\d{1,3}$/.test(limitText) ? Number(limitText) : 0
  if (limit < 1 || limit > limits.listMax)
    problems.push({
      field: 'limit',
      rule: 'range',
      message: `limit must be a whole number from 1 to ${limits.listMax}.`,
    })
  const cursor = text('cursor')
  const after = cursor && sorts.includes(sort) ? decodePosition(sort, cursor, !isBlank(q)) : null
  if (cursor && !after)
    problems.push({
      field: 'cursor',
      rule: 'cursor',
      message: 'cursor must come from the page before, in the same order.',
    })

  if (problems.length > 0) return fail(problems)
  return ok({ q, category: chip.toLowerCase() === 'all' ? '' : chip, ...filters, sort, limit, after })
}

/** Removes chr(31), with which gallery_chips marks chips of adult characters. Requests must not contain it. */
const withoutMark = (chip: string) => chip.replaceAll('\u001f', '')
