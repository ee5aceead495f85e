import type { User } from '#modules/accounts/api'
import type { ComponentType } from 'react'
import { lazyPart, type LazyPart } from '#web/lib/lazy_part'
import { findScreen, screenNames, screens, type ScreenName, type Viewer } from '#web/screens'

/** The default export of every `*_route.tsx` file in `app/routes`. Screens for visitors are rendered without a user. */
type RouteComponent = ComponentType<{ user: User }>

const routes = import.meta.glob<{ default: RouteComponent }>('../routes/*_route.tsx')

/** One chunk per screen: the first page of a visitor loads neither the gallery nor a chat. */
export const screenParts = Object.fromEntries(
  screenNames.map((name) => [
    name,
    lazyPart(async () => (await routes[`../routes/${screens[name].route}.tsx`]!()).default),
  ])
) as Record<ScreenName, LazyPart<{ user: User }>>

export const NotFound = lazyPart(async () => (await import('./not_found_screen.tsx')).NotFoundScreen)

/** Loads the chunk of the screen that the viewer gets at this path. */
export async function loadScreen(pathname: string, viewer: Viewer): Promise<void> {
  const name = findScreen(pathname, viewer)
  await (name === null ? NotFound : screenParts[name]).load()
}
