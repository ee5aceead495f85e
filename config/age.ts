/** Adult content is for users of age, in countries that permit it. */
import { join } from 'node:path'
import type { AgeProvider } from '#plugins/contract/age'
import { trustsProxy } from './app.ts'
import env, { appUrl, dataDir, refuse } from './env.ts'

const blockedCountries = (env.get('ADULT_BLOCKED_COUNTRIES') ?? '')
  .toUpperCase()
  .split(',')
  .map((code) => code.trim())
  .filter(Boolean)
if (!blockedCountries.every((code) => /^[A-Z]{2}$/.test(code)))
  refuse(['ADULT_BLOCKED_COUNTRIES must be codes of two letters, separated by commas, such as DE,FR'])

const header = env.get('COUNTRY_HEADER')
// Without a proxy that sets it, anyone could send this header.
if (header && !trustsProxy) refuse(['TRUST_PROXY is missing: COUNTRY_HEADER needs it'])

const provider = async (): Promise<AgeProvider | null> => {
  if (env.get('AGE_PROVIDER') === 'none') return null
  if (env.get('NODE_ENV') === 'production')
    refuse(['AGE_PROVIDER must not be sandbox in production, because it verifies nothing'])
  const { sandboxAge } = await import('#plugins/age-sandbox/index')
  return sandboxAge({ baseUrl: `${appUrl}/age/sandbox`, folder: join(dataDir, 'age-sandbox') })
}

export default {
  blockedCountries,
  countryHeader: header || null,
  blocksUnknown: env.get('ADULT_UNKNOWN_COUNTRY') === 'blocked',
  provider: await provider(),
}
