import { inject } from '@adonisjs/core'
import { asProviderError } from '#plugins/contract/errors'
import { Timers } from '#plugins/contract/timers'
import { MailCheckup } from '../index.ts'
import { Transport } from './transport.ts'

const timeoutMs = 10_000

@inject()
export class CheckTransport extends MailCheckup {
  constructor(
    private readonly transport: Transport,
    private readonly timers: Timers
  ) {
    super()
  }

  async examine() {
    try {
      const transport = await this.transport.open()
      return { ok: true, says: await transport.check(this.timers.timeout(timeoutMs)) }
    } catch (error) {
      return { ok: false, says: asProviderError(error).message }
    }
  }
}
