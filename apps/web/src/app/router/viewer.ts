import type { User } from '#modules/accounts/api'
import type { Viewer } from '#web/screens'

export const viewerOf = (user: User | null): Viewer => (user === null ? 'visitor' : user.isAdmin ? 'admin' : 'member')
