import { screens } from '#web/screens'

export const adminTabAddress = screens.settings.href({}, { tab: 'admin' })
/** The admin tab with a search for users. */
export const usersAddress = (search: string) => screens.settings.href({}, { tab: 'admin', users: search })

/** The navigation of the admin screens. */
export const adminLinks = [
  { label: 'Dashboard', to: screens.admin.path },
  { label: 'Users', to: adminTabAddress },
  { label: 'Characters', to: screens.adminCharacters.path },
  { label: 'Audit log', to: screens.adminAudit.path },
  { label: 'Outbox', to: screens.adminOutbox.path },
]
