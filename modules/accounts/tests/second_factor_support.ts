import { TOTP } from 'otpauth'
import type { Client } from '#tests/support/client'
import type { NewSecondFactor, RecoveryCodes } from '../api.ts'

/** Returns the code that an app shows after `halfMinutes` time steps. */
export const codeOf = (secret: string, halfMinutes = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + halfMinutes * 30_000 })

/** Returns a code that is invalid now, if possible one of `wanted`. */
export const wrongCodeOf = (secret: string, wanted: string[] = []): string => {
  const good = new Set([-3, -2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps)))
  const numbers = Array.from({ length: good.size + 1 }, (_, number) => String(number).padStart(6, '0'))
  return [...wanted, ...numbers].find((code) => !good.has(code))!
}

export interface Factor {
  secret: string
  recoveryCodes: string[]
}

/** Turns on the second factor of the signed-in user. The next time step's code is then valid for at least a minute. */
export const turnOn = async (client: Client): Promise<Factor> => {
  const begun = await client.post('/api/user/second-factor')
  if (begun.status !== 200) throw new Error(`${begun.status} ${begun.text}`)
  const { secret } = begun.body as NewSecondFactor
  const confirmed = await client.post('/api/user/second-factor/confirm', { code: codeOf(secret) })
  if (confirmed.status !== 200) throw new Error(`${confirmed.status} ${confirmed.text}`)
  return { secret, recoveryCodes: (confirmed.body as RecoveryCodes).recoveryCodes }
}
