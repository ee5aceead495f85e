import type { HttpContext } from '@adonisjs/core/http'
import type { AgeProvider } from '#plugins/contract/age'

/** `config/age.ts` */
export abstract class AgeSettings {
  /** ISO 3166 codes. Adult content is closed there. */
  abstract readonly blockedCountries: readonly string[]
  /** The header in which a trusted proxy says the country. Null without one. */
  abstract readonly countryHeader: string | null
  /** Whether adult content is closed where the country is missing or unknown. */
  abstract readonly blocksUnknown: boolean
  /** Verifies ages. Without one, the users' own statements count. */
  abstract readonly provider: AgeProvider | null
}

/** The method of users who only state that they are of age. */
export const statement = 'statement'

/** Returns the country that a trusted proxy names in this header. Null if it is missing or unknown. */
export const countryOf = (header: string | null, { request }: Pick<HttpContext, 'request'>): string | null => {
  const country = header === null ? undefined : request.header(header)?.trim().toUpperCase()
  // CDNs say XX for an unknown country, and T1 for Tor.
  return country !== undefined && /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null
}

/** Whether the law of the request's country closes adult content. */
export const isAdultBlocked = (
  { blockedCountries, countryHeader, blocksUnknown }: AgeSettings,
  ctx: Pick<HttpContext, 'request'>
): boolean => {
  if (blockedCountries.length === 0) return false
  const country = countryOf(countryHeader, ctx)
  return country === null ? blocksUnknown : blockedCountries.includes(country)
}

/** Whether a user has shown to be of age, in the way that counts here. */
export const isOfAge = (ageMethod: string | null, { provider }: Pick<AgeSettings, 'provider'>): boolean =>
  ageMethod !== null && (provider === null || ageMethod === provider.name)

interface Stored {
  /** The user's switch. */
  limitlessEnabled: boolean
  ageMethod: string | null
}

/** The reason why adult content is closed: the law of the country, or that the user hasn't shown to be of age. */
export type AdultClosed = 'age' | 'country'

export interface AdultAccess {
  /** Whether adult content is open to the user. */
  limitlessEnabled: boolean
  /** Why it is closed although the user wants it, or may not even turn it on. */
  adultClosed: AdultClosed | null
  isOfAge: boolean
}

export const adultAccess = (
  { limitlessEnabled, ageMethod }: Stored,
  settings: Pick<AgeSettings, 'provider'>,
  isBlocked: boolean
): AdultAccess => {
  const ofAge = isOfAge(ageMethod, settings)
  const adultClosed = isBlocked ? 'country' : limitlessEnabled && !ofAge ? 'age' : null
  return { limitlessEnabled: limitlessEnabled && adultClosed === null, adultClosed, isOfAge: ofAge }
}
