import type { User } from '#modules/accounts/api'
import type { Viewer } from '#web/screens'

export function viewerOf(user: User | null): Viewer {
  if (user === null) return 'visitor'
  if (user.isAdmin) return 'admin'
  return user.role === 'support' || user.role === 'moderator' ? user.role : 'member'
}
