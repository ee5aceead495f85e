import type { Page } from 'playwright-core'

/** The screens that the server draws ahead of the app. */
const isDrawn = ({ pathname }: URL) => pathname === '/' || pathname.startsWith('/chat/')
const drawn = /<div id="root">.*<script type="application\/json" id="first-data">[^<]*<\/script>/s

/** From now on pages come as if nothing could be drawn ahead: the app asks for all by itself, so that its calls can be held and answered. */
export const withoutFirstPaint = (page: Page): Promise<unknown> =>
  page.route(isDrawn, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(drawn, '<div id="root"></div>') })
  })
