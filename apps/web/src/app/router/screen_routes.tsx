import type { User } from '#modules/accounts/api'
import { useRoutes, type RouteObject } from 'react-router-dom'
import { useTitle } from '#web/lib/use_title'
import { screens, screensFor, type ScreenName } from '#web/screens'
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

function ScreenRoute({ name, user }: { name: ScreenName; user: User | null }) {
  useTitle(screens[name].title)
  const Part = screenParts[name]
  // The screens that are shown without a user don't require one.
  return <Part user={user!} />
}
