import { inject } from '@adonisjs/core'
import { Config } from '@adonisjs/core/config'
import type { HttpContext } from '@adonisjs/core/http'
import { ownHosts } from '#modules/kernel/own_hosts'
import { readBody } from '#modules/kernel/validation'
import type { UserSettingsChange } from '../../api.ts'
import { ChangeSettings } from '../actions/change_settings.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { SettingsQuery } from '../queries/settings_query.ts'
import { UserQuery } from '../queries/user_query.ts'
import { KnownDevices } from './known_devices.ts'
import { isProven } from './proof.ts'
import { refuse } from './refusals.ts'
import { settingsValidator } from './validators.ts'

@inject()
export default class SettingsController {
  constructor(
    private readonly settings: SettingsQuery,
    private readonly changeSettings: ChangeSettings,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices,
    private readonly users: UserQuery,
    private readonly config: Config
  ) {}

  async show({ auth }: HttpContext) {
    return this.settings.run(auth.getUserOrFail().id, auth.use('web'))
  }

  async change(ctx: HttpContext) {
    const user = ctx.auth.getUserOrFail()
    const given = await readBody(ctx, settingsValidator, {
      meta: { ownHosts: ownHosts(this.config.get('app.appUrl'), ctx.request.host()) },
    })
    const change: UserSettingsChange = {
      ...given,
      email: given.email ?? undefined,
      limitlessEnabled: given.limitlessEnabled ?? undefined,
      isOfAge: given.isOfAge ?? undefined,
    }

    const isNewEmail = change.email !== undefined && change.email !== user.email
    if (isNewEmail) {
      if (!(await isProven(ctx))) return refuse(ctx, 'unproven')
      const waitSeconds = await this.limits.countEmailChange(user.id)
      if (waitSeconds !== null) {
        const reason = 'Too many changes of the e-mail address.'
        return refuse(ctx, { kind: 'too_many', retryAfterSeconds: waitSeconds, reason })
      }
    }
    const changed = await this.changeSettings.run(user.id, change, ctx.auth.use('web'))
    if (!changed.ok) return refuse(ctx, changed.failure)
    if (isNewEmail) this.devices.remember(ctx, change.email!)
    return this.users.run(user.id, ctx.auth.use('web'))
  }
}
