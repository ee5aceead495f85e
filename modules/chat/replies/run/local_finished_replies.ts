import { inject } from '@adonisjs/core'
import { FinishedReplies, type FinishedReply } from '../ports.ts'
import { ReplyContext } from './reply_context.ts'

@inject()
export class LocalFinishedReplies extends FinishedReplies {
  readonly #context: ReplyContext

  constructor(context: ReplyContext) {
    super()
    this.#context = context
  }

  onFinished(listener: (reply: FinishedReply) => void) {
    this.#context.hub.onFinished(listener)
  }
}
