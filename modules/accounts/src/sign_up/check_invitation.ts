import { inject } from '@adonisjs/core'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { tokenHash } from '../domain/token.ts'
import { Admission } from './admission.ts'

export type CheckedInvitation =
  | { kind: 'none' }
  | { kind: 'valid'; token: string; hash: Buffer }
  | { kind: 'invalid' }
  | { kind: 'too_many'; retryAfterSeconds: number }

/** Looks up the invitation of a visitor. Wrong ones are counted per network, so that guessing is hopeless. */
@inject()
export class CheckInvitation {
  constructor(
    private readonly admission: Admission,
    private readonly limits: SignInLimits
  ) {}

  /** `address` is the client's IP address. An empty token is none. */
  async run(token: unknown, address: string): Promise<CheckedInvitation> {
    if (typeof token !== 'string' || token === '') return { kind: 'none' }
    const retryAfterSeconds = await this.limits.countInvitation(address)
    if (retryAfterSeconds !== null) return { kind: 'too_many', retryAfterSeconds }
    const hash = tokenHash(token)
    if (!(await this.admission.works(hash))) return { kind: 'invalid' }
    await this.limits.uncountInvitation(address)
    return { kind: 'valid', token, hash }
  }
}
