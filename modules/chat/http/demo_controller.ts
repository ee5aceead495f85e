import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import { EventStream } from '#modules/realtime/index'
import type { AdoptedDemo } from '../api.ts'
import { AdoptTranscript, Demo } from '../replies/index.ts'
import { refuseDemo } from './refusals.ts'
import { demoFrames } from './reply_frames.ts'
import { adoptValidator, demoValidator } from './reply_validators.ts'

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
    if (!this.demo.isOn) return refuseDemo(ctx, 'off')
    const { zone: timeZone, ...sent } = await readBody(ctx, demoValidator)
    const outcome = await this.demo.answer({ ...sent, timeZone, address: ctx.request.ip() })
    if (outcome.kind !== 'started') return refuseDemo(ctx, outcome)
    const stream = new EventStream(ctx)
    stream.onGone(() => outcome.live.end('stopped'))
    return outcome.live.join(demoFrames(stream))
  }

  /** POST /api/demo/adopt: turns a transcript into a chat of the caller's new account. */
  async adopt(ctx: HttpContext): Promise<AdoptedDemo | void> {
    const { transcript } = await readBody(ctx, adoptValidator)
    const outcome = await this.adoptTranscript.run(ctx.auth.getUserOrFail(), transcript)
    return outcome.kind === 'adopted' ? outcome.chat : refuseDemo(ctx, outcome)
  }
}
