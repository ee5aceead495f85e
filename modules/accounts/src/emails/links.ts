import { paths } from '../../api.ts'

/** Paths of links in mails. Callers prepend APP_URL, never the host of a request, which an attacker can choose. */
export const resetPath = (token: string) => `${paths.resetPassword}?token=${token}`
export const verifyEmailPath = (token: string) => `${paths.verifyEmail}?token=${token}`
