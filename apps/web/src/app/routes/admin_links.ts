import { hasScreen } from '../layouts/destinations.ts'
import { screenPaths } from '../router/known_paths.ts'

export const adminTabAddress = `${screenPaths.settings}?tab=admin`

/** Where admins go, in the order in which they mostly do. */
export const adminLinks = [
  { label: 'Dashboard', to: screenPaths.admin },
  { label: 'Users', to: adminTabAddress },
  { label: 'Characters', to: screenPaths.adminCharacters },
  { label: 'Audit log', to: screenPaths.adminAudit },
].filter(({ to }) => hasScreen({ to: to.replace(/\?.*/, '') }))
