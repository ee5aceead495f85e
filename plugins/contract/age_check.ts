import type { AgeCheck } from './age.ts'
import { ProviderError } from './errors.ts'
import { isWebAddress } from './payment_order.ts'

/** Throws `bad_request` for a check that no provider accepts. */
export function refuseInvalidCheck({ id, returnUrl }: AgeCheck): void {
  if (!isCheckId(id)) throw new ProviderError('bad_request', 'The id of the age check is not a UUID.')
  if (!isWebAddress(returnUrl)) throw new ProviderError('bad_request', 'The return URL must be http or https.')
}

export const isCheckId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
