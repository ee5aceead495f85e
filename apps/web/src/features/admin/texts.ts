import type { Role } from '#modules/accounts/api'
import type { AdminUser } from '#modules/admin/api'

export const formatCount = (count: number): string => count.toLocaleString('en')

/** '420 ms', '1.3 s', '2 min'. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toLocaleString('en', { maximumFractionDigits: 1 })} s`
  return `${(ms / 60_000).toLocaleString('en', { maximumFractionDigits: 1 })} min`
}

const timeFormat = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dateFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

/** '14:05', in local time. */
export const timeOfDay = (time: string | number): string => timeFormat.format(new Date(time))

/** '30 Nov 2026', in local time. */
export const dateOf = (time: string): string => dateFormat.format(new Date(time))

/** The account's creation date in local time. */
export const createdOn = ({ createdAt }: { createdAt: string }): string => dateOf(createdAt)

type Names = Pick<AdminUser, 'firstName' | 'lastName' | 'username' | 'email'>

/** The full name, else the username, else the e-mail. */
export const displayName = ({ firstName, lastName, username, email }: Names): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username || email

export const roleNames: Record<Role, string> = {
  member: 'Member',
  creator: 'Creator',
  support: 'Support',
  moderator: 'Moderator',
  admin: 'Admin',
  owner: 'Owner',
}
