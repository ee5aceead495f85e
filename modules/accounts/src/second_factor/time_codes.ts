import { Secret, TOTP } from 'otpauth'

/** What every authenticator app takes for granted (RFC 6238). */
const stepSeconds = 30
const kind = { algorithm: 'SHA1', digits: 6, period: stepSeconds } as const

/** Clocks differ and people type slowly: the code before and the one after are good too. */
const stepsEitherWay = 1

/** 160 random bits, as RFC 4226 advises, in the letters and digits that apps let people type. */
export const newSecret = () => new Secret({ size: 20 }).base32

/** What a QR code carries into an app. */
export const secretUri = (secret: string, { issuer, label }: { issuer: string; label: string }) =>
  new TOTP({ ...kind, issuer, label, secret }).toString()

/** The step of time whose code it is; null when it is none of the three that are good now. Compared in constant time. */
export const stepOf = (secret: string, code: string, nowMs = Date.now()): number | null => {
  if (!/^\d{6}$/.test(code)) return null
  const difference = new TOTP({ ...kind, secret }).validate({ token: code, timestamp: nowMs, window: stepsEitherWay })
  return difference === null ? null : Math.floor(nowMs / 1000 / stepSeconds) + difference
}
