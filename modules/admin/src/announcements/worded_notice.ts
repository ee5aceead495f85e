import { inject } from '@adonisjs/core'
import { Notice } from '#modules/kernel/settings'
import { SiteNotices } from './site_notices.ts'

/** The notice that a machine writes, as it is in force. */
@inject()
export class WordedNotice extends Notice {
  constructor(private readonly notices: SiteNotices) {
    super()
  }

  get text() {
    return this.notices.notice.text
  }

  get talkMinutes() {
    return this.notices.notice.talkMinutes
  }

  get pauseMinutes() {
    return this.notices.notice.pauseMinutes
  }
}
