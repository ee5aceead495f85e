import { inject } from '@adonisjs/core'
import { Config } from '@adonisjs/core/config'
import type { HttpContext } from '@adonisjs/core/http'
import { ownHosts } from '#modules/kernel/own_hosts'
import { problem } from '#modules/kernel/problem'
import type { UserSettingsChange } from '../../api.ts'
import { ChangeSettings } from '../actions/change_settings.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { SettingsQuery } from '../queries/settings_query.ts'
import { UserQuery } from '../queries/user_query.ts'
import { KnownDevices } from './known_devices.ts'
import { isProven, refuseUnproven } from './proof.ts'
import { refuseInvalid, refuseTooMany } from './refusals.ts'
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
    return this.settings.run(auth.getUserOrFail().id)
  }

  async change(ctx: HttpContext) {
    const user = ctx.auth.getUserOrFail()
    const [invalid, given] = await settingsValidator.tryValidate(ctx.request.body(), {
      meta: { ownHosts: ownHosts(this.config.get('app.appUrl'), ctx.request.host()) },
    })
    if (invalid) return refuseInvalid(ctx, invalid.messages)
    const change: UserSettingsChange = {
      ...given,
      email: given.email ?? undefined,
      limitlessEnabled: given.limitlessEnabled ?? undefined,
    }

    const isNewEmail = change.email !== undefined && change.email !== user.email
    if (isNewEmail) {
      if (!(await isProven(ctx))) return refuseUnproven(ctx)
      const waitSeconds = await this.limits.countEmailChange(user.id)
      if (waitSeconds !== null) return refuseTooMany(ctx, waitSeconds, 'Too many changes of the e-mail address.')
    }
    const changed = await this.changeSettings.run(user.id, change)
    if (changed.ok) {
      if (isNewEmail) this.devices.remember(ctx, change.email!)
      return this.users.run(user.id)
    }
    switch (changed.failure.kind) {
      case 'invalid':
        return refuseInvalid(ctx, [changed.failure])
      case 'email_taken': {
        const message = 'There is an account with this e-mail already.'
        return problem(ctx, 409, 'email_taken', message, [{ field: 'email', rule: 'unique', message }])
      }
    }
  }
}
