import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { EventStream } from '#modules/realtime/index'
import type { AdoptedDemo } from '../api.ts'
import { AdoptTranscript, Demo } from '../replies/index.ts'
import { invalid } from './refusals.ts'
import { readDemoBody } from './read_demo_body.ts'
import { demoFrames } from './reply_frames.ts'

/** The demo on the landing page. `show` and `stream` need no session. */
@inject()
export default class DemoController {
  constructor(
    private readonly demo: Demo,
    private readonly adoptTranscript: AdoptTranscript
  ) {}

  /** GET /api/demo: returns the characters that answer visitors. */
  show() {
    return this.demo.show()
  }

  /** POST /api/demo/stream: answers a visitor. The reply ends when the visitor leaves, because nothing is stored. */
  async stream(ctx: HttpContext) {
    if (!this.demo.isOn) return problem(ctx, 404, 'not_found', 'The demo is off.')
    const body = readDemoBody(ctx.request.body() ?? {})
    if (!body.ok) return problem(ctx, 422, 'validation_failed', body.failure[0]!.message, body.failure)
    const outcome = await this.demo.answer({ ...body.value, address: ctx.request.ip() })
    switch (outcome.kind) {
      case 'started': {
        const stream = new EventStream(ctx)
        stream.onGone(() => outcome.live.end('stopped'))
        return outcome.live.join(demoFrames(stream))
      }
      case 'no_such_character':
        return problem(ctx, 404, 'not_found', 'Character not found')
      case 'invalid_transcript':
        return expired(ctx)
      case 'over':
        return problem(
          ctx,
          409,
          'demo_over',
          'That was the last reply of this demo. Create an account to keep talking.'
        )
      case 'used_up':
        ctx.response.header('Retry-After', String(outcome.retryAfterSeconds))
        return problem(ctx, 429, 'demo_used_up', 'Today’s free replies are used up. Create an account to keep talking.')
      case 'busy':
        ctx.response.header('Retry-After', '5')
        return problem(
          ctx,
          429,
          'too_many_requests',
          'Many visitors are talking right now. Please try again in a moment.'
        )
      case 'stopping':
        ctx.response.header('Retry-After', '5')
        return problem(ctx, 503, 'server_stopping', 'The server is restarting. Please try again in a moment.')
    }
  }

  /** POST /api/demo/adopt: turns a transcript into a chat of the caller's new account. */
  async adopt(ctx: HttpContext): Promise<AdoptedDemo | void> {
    const { transcript } = ctx.request.body() ?? {}
    if (typeof transcript !== 'string') return invalid(ctx, 'transcript', 'required', 'transcript is missing.')
    const outcome = await this.adoptTranscript.run(ctx.auth.getUserOrFail(), transcript)
    switch (outcome.kind) {
      case 'adopted':
        return outcome.chat
      case 'invalid_transcript':
        return expired(ctx)
      case 'no_such_character':
        return problem(ctx, 404, 'not_found', 'Character not found')
      case 'known_account':
        return problem(ctx, 403, 'known_account', 'A demo chat can only be kept in a new account.')
      case 'taken':
        return problem(ctx, 409, 'already_adopted', 'This demo chat was kept before.')
    }
  }
}

const expired = (ctx: HttpContext) =>
  problem(ctx, 422, 'transcript_expired', 'This demo chat has expired. Please start again.')
