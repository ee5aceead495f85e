import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { SealedSecrets } from '../../index.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { SessionStore } from '../sessions/session_store.ts'
import { BeginSecondFactor } from './begin_second_factor.ts'
import { BeginSecondStep } from './begin_second_step.ts'
import { CheckCode } from './check_code.ts'
import { ConfirmSecondFactor } from './confirm_second_factor.ts'
import { RenewRecoveryCodes } from './renew_recovery_codes.ts'
import { ResealSecondFactors } from './reseal_second_factors.ts'
import { SecondStepCookie } from './second_step_cookie.ts'
import { SecondSteps } from './second_steps.ts'

export const registerSecondFactor = ({ config, container }: ApplicationService) => {
  container.singleton(BeginSecondFactor, async (resolver) => {
    const issuer = config.get<string>('brand.brand.name')
    return new BeginSecondFactor(await resolver.make(Database), await resolver.make('encryption'), { issuer })
  })
  container.singleton(ConfirmSecondFactor, async (resolver) => {
    const [db, sessions] = await Promise.all([resolver.make(Database), resolver.make(SessionStore)])
    return new ConfirmSecondFactor(db, await resolver.make('encryption'), await resolver.make('hash'), sessions)
  })
  container.singleton(
    RenewRecoveryCodes,
    async (resolver) => new RenewRecoveryCodes(await resolver.make(Database), await resolver.make('hash'))
  )
  container.singleton(
    CheckCode,
    async (resolver) =>
      new CheckCode(
        await resolver.make(Database),
        await resolver.make('encryption'),
        await resolver.make('hash'),
        await resolver.make(SignInLimits),
        await resolver.make('logger')
      )
  )
  container.singleton(
    SealedSecrets,
    async (resolver) => new ResealSecondFactors(await resolver.make(Database), await resolver.make('encryption'))
  )
  container.singleton(SecondSteps, async (resolver) => new SecondSteps(await resolver.make(Database)))
  container.singleton(SecondStepCookie, () => new SecondStepCookie({ secure: config.get('app.http.cookie.secure') }))
  container.singleton(
    BeginSecondStep,
    async (resolver) => new BeginSecondStep(await resolver.make(SecondSteps), await resolver.make(SecondStepCookie))
  )
}
