import { inject } from '@adonisjs/core'
import type { MailTransport } from '#plugins/contract/mail'
import { MailSettings } from '../index.ts'

/** The transport, which is loaded for the first mail and then kept. */
@inject()
export class Transport {
  #opened: Promise<MailTransport> | null = null

  constructor(private readonly settings: MailSettings) {}

  open(): Promise<MailTransport> {
    return (this.#opened ??= this.settings.open())
  }
}
