import vine from '@vinejs/vine'
import type { FieldContext } from '@vinejs/vine/types'
import { fail, ok } from '#modules/kernel/result'
import { isBlank, isLonger, isStorable } from '#modules/kernel/text'
import { custom, pageCursor, pageLimit, withMessages, type CheckedField } from '#modules/kernel/validation'
import { commentSorts, limits } from '../../api.ts'
import { tidyTags } from '../domain/character_rules.ts'
import { mayFit } from '../domain/field_schemas.ts'
import { decodePosition, sorts, type Position, type Sort } from '../domain/sorts.ts'
import { decodeCommentPosition } from '../queries/list_comments_query.ts'

/** A parameter of the list. Missing and empty ones get their defaults. */
const parameter = <Output>(read: (text: string, field: FieldContext) => CheckedField<Output>) =>
  custom((value, field): CheckedField<Output> => {
    const text = value ?? ''
    if (typeof text === 'string' && !isLonger(text, limits.queryMax)) return read(text, field)
    return fail({ rule: 'text', message: `${field.name} must be text of at most ${limits.queryMax} characters.` })
  })

/** Removes chr(31), with which gallery_chips marks chips of adult characters. Requests must not contain it. */
const withoutMark = (chip: string) => chip.replaceAll('\u001f', '')

const chips = () =>
  parameter((text, { name }) => {
    const read = tidyTags(text.split(',').map(withoutMark))
    if (read.length <= limits.filterTagsMax) return ok(read)
    return fail({ rule: 'maxLength', message: `${name} may have at most ${limits.filterTagsMax} tags.` })
  })

const flag = () =>
  parameter((text, { name }) =>
    ['', 'true', 'false'].includes(text)
      ? ok(text === 'true')
      : fail({ rule: 'boolean', message: `${name} must be true or false.` })
  )

const isSort = (text: unknown): text is Sort => sorts.some((sort) => sort === text)

/** The query of `GET /api/characters`. */
export const listValidator = withMessages(
  vine.create({
    q: parameter((text) => ok(text)),
    category: parameter((text) => {
      const chip = withoutMark(text).trim()
      return ok(chip.toLowerCase() === 'all' ? '' : chip)
    }),
    tags: chips(),
    exclude: chips(),
    mine: flag(),
    liked: flag(),
    sort: parameter((text) => {
      const sort = text || 'popular'
      return isSort(sort) ? ok(sort) : fail({ rule: 'enum', message: `sort must be one of ${sorts.join(', ')}.` })
    }),
    limit: pageLimit({ usual: limits.listDefault, max: limits.listMax, isEmptyUsual: true }),
    cursor: parameter((text, { parent }): CheckedField<Position | null> => {
      const sort = parent.sort || 'popular'
      const isSearch = typeof parent.q === 'string' && !isBlank(parent.q)
      const position = text && isSort(sort) ? decodePosition(sort, text, isSearch) : null
      if (text === '' || position) return ok(position)
      return fail({ rule: 'cursor', message: 'cursor must come from the page before, in the same order.' })
    }),
  }),
  {},
  'invalid'
)

/** `edit=true` asks for all texts, for the edit form. */
export const characterValidator = vine.create({ edit: custom((edit) => ok(edit === 'true')) })

export const suggestionsValidator = withMessages(
  vine.create({
    q: custom((q = '') =>
      typeof q === 'string' && !isLonger(q, limits.queryMax) && isStorable(q)
        ? ok(q)
        : fail({ rule: 'text', message: `q must be text of at most ${limits.queryMax} characters.` })
    ),
  }),
  {},
  'invalid'
)

export const commentsPageValidator = vine.create({
  sort: vine.enum(commentSorts).optional(),
  parent: vine.string().uuid().optional(),
  linked: vine.string().uuid().optional(),
  limit: pageLimit({ usual: limits.commentsDefault, max: limits.commentsMax, rule: 'limit' }),
  cursor: pageCursor(decodeCommentPosition),
})

const commentContent = () =>
  custom((sent) => {
    const content = typeof sent === 'string' ? sent.trim() : ''
    if (isBlank(content)) return fail({ rule: 'content', message: 'Please write a comment first.' })
    if (!isLonger(content, limits.commentMax)) return ok(content)
    const most = limits.commentMax.toLocaleString('en')
    return fail({ rule: 'content', message: `A comment may have at most ${most} characters.` })
  })

export const commentValidator = vine.create({ content: commentContent(), parentId: vine.string().uuid().optional() })
export const editedCommentValidator = vine.create({ content: commentContent() })

const invalidTags = (message: string) => fail({ rule: 'tags', message })
const tooManyTags = `You can block at most ${limits.blockedTagsMax} tags.`
const longTag = `A tag may have at most ${limits.tagMax} characters.`

/** Tidying takes time, so much longer lists and texts are refused as they are. */
export const blockedTagsValidator = withMessages(
  vine.create({
    tags: custom((sent) => {
      if (!Array.isArray(sent) || !sent.every((tag) => typeof tag === 'string' && isStorable(tag)))
        return invalidTags('tags must be a list of texts.')
      if (sent.length > 10 * limits.blockedTagsMax) return invalidTags(tooManyTags)
      if (!sent.every((tag) => mayFit(tag, limits.tagMax))) return invalidTags(longTag)
      const tags = tidyTags(sent)
      if (tags.length > limits.blockedTagsMax) return invalidTags(tooManyTags)
      return tags.some((tag) => isLonger(tag, limits.tagMax)) ? invalidTags(longTag) : ok(tags)
    }),
  }),
  {},
  'invalid'
)

/** The width in `?w=`, undefined if it is missing, or NaN if it is invalid. */
export const widthValidator = vine.create({
  w: custom((w) =>
    ok(w === undefined ? undefined : typeof w === 'string' && /^\d{1,4}$/.test(w) ? Number(w) : Number.NaN)
  ),
})
