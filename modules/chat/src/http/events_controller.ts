import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { ChatRoom } from '../chat_room.ts'
import { EventStream } from './event_stream.ts'
import { isStillSignedIn } from './still_signed_in.ts'

@inject()
export default class EventsController {
  constructor(private room: ChatRoom) {}

  /** GET /api/events: what changes for the caller, until the session ends, the server stops, or nobody reads any more. */
  async follow(ctx: HttpContext) {
    const { events } = this.room.context
    const { id: userId } = ctx.auth.getUserOrFail()
    switch (events.room(userId)) {
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
    events.listen(userId, Object.assign(stream, { isSignedIn: () => isStillSignedIn(ctx) }))
  }
}
