import vine from '@vinejs/vine'
import { isId } from '#modules/kernel/ids'
import { fail, ok } from '#modules/kernel/result'
import { isLonger } from '#modules/kernel/text'
import { custom, pageCursor, pageLimit } from '#modules/kernel/validation'
import { limits } from '../domain/limits.ts'
import { decodeEntryCursor } from '../queries/list_entries_query.ts'
import { decodeBookCursor } from '../queries/list_lorebooks_query.ts'

export const booksPageValidator = vine.create({
  limit: pageLimit({ usual: limits.booksPage, max: limits.booksPageMax }),
  cursor: pageCursor(decodeBookCursor),
})

export const entriesPageValidator = vine.create({
  limit: pageLimit({ usual: limits.entriesPage, max: limits.entriesPageMax }),
  cursor: pageCursor(decodeEntryCursor),
})

const isText = (text: unknown): text is string => typeof text === 'string' && !isLonger(text, limits.testTextMax)

/** A test reads either a text or a chat. */
export const testValidator = vine.create({
  lorebookIds: custom((ids) =>
    Array.isArray(ids) && ids.length >= 1 && ids.length <= limits.testBooksMax && ids.every(isId)
      ? ok(ids.map((id) => id.toLowerCase()))
      : fail({ rule: 'ids', message: `lorebookIds must be a list of 1 to ${limits.testBooksMax} ids.` })
  ),
  text: custom((text, { parent }) => {
    if (isText(text) !== isId(parent.sessionId)) return ok(isText(text) ? text : '')
    const most = limits.testTextMax.toLocaleString('en')
    const message = `Send either a text of at most ${most} characters or the sessionId of a chat.`
    return fail({ rule: 'text', message })
  }),
  sessionId: custom((id) => ok(isId(id) ? id : null)),
})
