import type { User } from '#modules/accounts/api'
import { useRoutes, type RouteObject } from 'react-router-dom'
import { lazyPart } from '#web/lib/lazy_part'
import { useTitle } from '#web/lib/use_title'
import { screens, screensFor, sitePageScreens, type ScreenName } from '#web/screens'
import { NotFound, screenParts } from './screen_parts.ts'
import { viewerOf } from './viewer.ts'

/** The screen at the current address. Addresses that the user may not see get the 404 page; the server checks every call again. */
export function ScreenRoutes({ user }: { user: User | null }) {
  const routes: RouteObject[] = screensFor(viewerOf(user)).map((name) => ({
    path: screens[name].path,
    element: <ScreenRoute key={name} name={name} user={user} />,
  }))
  return useRoutes([...routes, { path: '*', element: <NotFound isSignedIn={user !== null} /> }])
}

const AgreementScreen = lazyPart(
  async () => (await import('#web/features/accounts/screens/agreement_screen')).AgreementScreen
)

/** The screens of users who haven't agreed to new terms or rules: to read them, and to take their data and leave. */
const withoutAgreement = new Set<ScreenName>([...sitePageScreens, 'settingsData', 'settingsSecurity', 'share'])

function ScreenRoute({ name, user }: { name: ScreenName; user: User | null }) {
  useTitle(screens[name].title)
  const Part = screenParts[name]
  if (user?.agreementsWanted && !withoutAgreement.has(name))
    return <AgreementScreen key={name} wanted={user.agreementsWanted} />
  // The screens that are shown without a user don't require one.
  return <Part user={user!} />
}
