import vine from '@vinejs/vine'
import { isId } from '#modules/kernel/ids'
import { decodeCursor } from '#modules/kernel/pages'
import { pageCursor, pageLimit, withMessages } from '#modules/kernel/validation'
import { digestIntervals, limits, notificationKinds, notificationWays } from '../../api.ts'

const decodePosition = (cursor: string): string | null => {
  const [of, id] = decodeCursor(cursor, 2) ?? []
  return of === 'notification' && isId(id) ? id : null
}

export const pageValidator = vine.create({
  limit: pageLimit({ usual: limits.pageDefault, max: limits.pageMax }),
  cursor: pageCursor(decodePosition),
})

export const readAllValidator = withMessages(vine.create({ upTo: vine.string().uuid() }), {
  'upTo.*': 'upTo must be the id of a notification.',
})

export const settingsValidator = withMessages(
  vine.create({
    kind: vine.enum(notificationKinds),
    ways: vine.array(vine.enum(notificationWays)).distinct().maxLength(notificationWays.length),
  }),
  {
    'kind.*': 'kind must be a kind of notification.',
    'ways.*': `ways must be a list of ${notificationWays.join(', ')}.`,
    'ways.*.*': `ways must be a list of ${notificationWays.join(', ')}.`,
  }
)

export const digestValidator = withMessages(vine.create({ every: vine.enum(digestIntervals).nullable() }), {
  'every.*': `every must be ${digestIntervals.join(', ')} or null.`,
})
