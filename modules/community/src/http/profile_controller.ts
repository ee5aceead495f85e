import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import type { ProfileSettings } from '../../api.ts'
import { DatabaseProfiles } from '../database_profiles.ts'
import { refuse } from './refusals.ts'
import { profileValidator } from './validators.ts'

/** The caller's own public profile. */
@inject()
export default class ProfileController {
  constructor(private readonly profiles: DatabaseProfiles) {}

  show({ auth }: HttpContext): Promise<ProfileSettings> {
    return this.profiles.find(auth.getUserOrFail().id)
  }

  async update(ctx: HttpContext): Promise<ProfileSettings | void> {
    const changed = await this.profiles.change(ctx.auth.getUserOrFail().id, await readBody(ctx, profileValidator))
    return changed.ok ? changed.value : refuse(ctx, changed.failure)
  }
}
