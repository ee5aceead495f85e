import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { readQuery } from '#modules/kernel/validation'
import { refusals, retryLater } from '#modules/kernel/refusals'
import { UserEvents } from '../user_events.ts'
import { EventStream } from './event_stream.ts'
import { isSignedIn } from './is_signed_in.ts'

const followValidator = vine.create({ hidden: vine.boolean().optional() })

const unavailable = retryLater(
  503,
  'unavailable',
  'The server can’t take another listener now. Please try again in a moment.'
)({ retryAfterSeconds: 5 })

const refuse = refusals({
  closed: unavailable,
  full: unavailable,
  too_many: retryLater(
    429,
    'too_many_requests',
    'That is open in too many places at once. Please close some of them.'
  )({ retryAfterSeconds: 60 }),
})

@inject()
export default class EventsController {
  constructor(private readonly events: UserEvents) {}

  /** GET /api/events: streams the caller's events, until the session ends, the server stops or the client reads too slowly. */
  async follow(ctx: HttpContext) {
    const { id: userId } = ctx.auth.getUserOrFail()
    const { hidden: isHidden = false } = await readQuery(ctx, followValidator)
    const capacity = this.events.capacity(userId)
    if (capacity !== 'available') return refuse(ctx, capacity)
    const stream = new EventStream(ctx)
    stream.hold(this.events.open(userId, Object.assign(stream, { isHidden, isSignedIn: () => isSignedIn(ctx) })))
  }
}
