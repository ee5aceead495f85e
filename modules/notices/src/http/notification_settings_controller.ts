import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import type { NotificationSettings } from '../../api.ts'
import { ChangeSettings } from '../actions/change_settings.ts'
import { settingsValidator } from './validators.ts'

@inject()
export default class NotificationSettingsController {
  constructor(private readonly settings: ChangeSettings) {}

  show(ctx: HttpContext): Promise<NotificationSettings> {
    return this.settings.read(ctx.auth.getUserOrFail().id)
  }

  async change(ctx: HttpContext): Promise<NotificationSettings> {
    return this.settings.run(ctx.auth.getUserOrFail().id, await readBody(ctx, settingsValidator))
  }
}
