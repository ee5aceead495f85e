import type { Page } from 'playwright-core'
import { findScreen, screens } from '#web/screens'

const isServerRendered = ({ pathname }: URL): boolean => {
  const name = findScreen(pathname, 'member')
  return name !== null && screens[name].isServerRendered === true
}
const rendered = /<div id="root">.*<script type="application\/json" id="first-data">[^<]*<\/script>/s

/** Removes the server-rendered screens from pages. The app then makes all calls itself, so a test can hold and answer them. */
export const withoutServerRendering = (page: Page): Promise<unknown> =>
  page.route(isServerRendered, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(rendered, '<div id="root"></div>') })
  })
