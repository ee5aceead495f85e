import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Notice, NoticeDefault } from '#modules/kernel/settings'
import { readBody } from '#modules/kernel/validation'
import type { AdminNotice, NoticeBody } from '../../api.ts'
import { WordNotice } from '../actions/word_notice.ts'
import { noticeValidator } from './validators.ts'

@inject()
export default class NoticeController {
  constructor(
    private readonly notice: Notice,
    private readonly noticeDefault: NoticeDefault,
    private readonly wordNotice: WordNotice
  ) {}

  show(): AdminNotice {
    return { ...toBody(this.notice), default: toBody(this.noticeDefault) }
  }

  async change(ctx: HttpContext): Promise<AdminNotice> {
    await this.wordNotice.run(ctx.auth.getUserOrFail().id, await readBody(ctx, noticeValidator))
    return this.show()
  }

  async reset(ctx: HttpContext): Promise<AdminNotice> {
    await this.wordNotice.run(ctx.auth.getUserOrFail().id, null)
    return this.show()
  }
}

const toBody = ({ text, talkMinutes, pauseMinutes }: NoticeBody): NoticeBody => ({ text, talkMinutes, pauseMinutes })
