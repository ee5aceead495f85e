import { Secret, TOTP } from 'otpauth'

/** The defaults of authenticator apps (RFC 6238). */
const stepSeconds = 30
const kind = { algorithm: 'SHA1', digits: 6, period: stepSeconds } as const

/** Accepts the previous and the next code, for clock drift and slow typing. */
const stepsEitherWay = 1

/** Returns 160 random bits (RFC 4226) in Base32. */
export const newSecret = () => new Secret({ size: 20 }).base32

/** Returns the URI for the QR code. */
export const secretUri = (secret: string, { issuer, label }: { issuer: string; label: string }) =>
  new TOTP({ ...kind, issuer, label, secret }).toString()

/** Returns the time step of a valid code, or null. The library compares in constant time. */
export const stepOf = (secret: string, code: string, nowMs = Date.now()): number | null => {
  if (!/^\d{6}$/.test(code)) return null
  const difference = new TOTP({ ...kind, secret }).validate({ token: code, timestamp: nowMs, window: stepsEitherWay })
  return difference === null ? null : Math.floor(nowMs / 1000 / stepSeconds) + difference
}
