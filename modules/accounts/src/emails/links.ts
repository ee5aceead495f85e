import { addressOf } from '#modules/kernel/calls'
import { showPasswordReset, showPendingAccount, showVerification } from '../../calls.ts'

/** Paths of links in mails. Callers prepend APP_URL, never the host of a request, which an attacker can choose. */
export const resetPath = (token: string) => addressOf(showPasswordReset, { query: { token } })
export const verifyEmailPath = (token: string) => addressOf(showVerification, { query: { token } })
export const openAccountPath = (token: string) => addressOf(showPendingAccount, { query: { token } })
