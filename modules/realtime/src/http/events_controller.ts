import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { UserEvents } from '../user_events.ts'
import { EventStream } from './event_stream.ts'
import { isSignedIn } from './is_signed_in.ts'

@inject()
export default class EventsController {
  constructor(private readonly events: UserEvents) {}

  /** GET /api/events: streams the caller's events, until the session ends, the server stops or the client reads too slowly. */
  async follow(ctx: HttpContext) {
    const { id: userId } = ctx.auth.getUserOrFail()
    switch (this.events.capacity(userId)) {
      case 'closed':
      case 'full':
        ctx.response.header('Retry-After', '5')
        return problem(
          ctx,
          503,
          'unavailable',
          'The server can’t take another listener now. Please try again in a moment.'
        )
      case 'too_many':
        ctx.response.header('Retry-After', '60')
        return problem(
          ctx,
          429,
          'too_many_requests',
          'That is open in too many places at once. Please close some of them.'
        )
    }
    const stream = new EventStream(ctx)
    this.events.open(userId, Object.assign(stream, { isSignedIn: () => isSignedIn(ctx) }))
  }
}
