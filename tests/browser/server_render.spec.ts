import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { longRun } from '#tests/support/long_run'
import { journey } from './support/journey.ts'
import { longChat } from './support/long_chat.ts'
import { on, openNewChat, until } from './support/screens.ts'
import { Visitor } from './support/visitor.ts'

/**
 * Holds the app's script back, so the page stays as the server rendered it. `requests` records the paths of all requests. With
 * `hasEvents: false`, the stream of live events never opens, because the app refetches its data when it does.
 */
const holdApp = async (page: Page, { hasEvents = true } = {}) => {
  if (!hasEvents) await page.route('**/api/events', () => {})
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/main-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return { requests, startApp: held.resolve }
}
const rendered = (page: Page) => page.locator('#root > [inert]')
/** Returns the boxes of the visible elements, once the page and its fonts have loaded. */
const boxesOf = async (page: Page, places: string) => {
  // Before the page is loaded, `ready` may resolve although no text has requested its font yet.
  await page.waitForLoadState('load')
  await page.evaluate('document.fonts.ready.then(() => {})')
  const boxes = await Promise.all((await page.locator(places).all()).map((place) => place.boundingBox()))
  return boxes.flatMap((box) => (box ? [[box.x, box.y, box.width, box.height].map(Math.round)] : []))
}

test.group('Server rendering', () => {
  for (const width of [1440, 768, 360])
    journey(
      `shows the gallery inert, and the app’s gallery in the same place, ${width} px wide`,
      { rubies: 50, width, height: 800 },
      async ({ assert, page }) => {
        const { requests, startApp } = await holdApp(page, { hasEvents: false })
        await page.goto('/', { waitUntil: 'commit' })
        await rendered(page).locator('article').first().waitFor()
        assert.equal(await on(page).cards.count(), 0, 'the rendered gallery is hidden from assistive technology')
        const before = await boxesOf(page, 'article, h1, header a')
        startApp()
        await on(page).cards.first().waitFor()
        assert.equal(await rendered(page).count(), 0)
        assert.deepEqual(await boxesOf(page, 'article, h1, header a'), before)
        assert.notInclude(requests, '/api/characters')
        assert.notInclude(requests, '/api/auth/user')
      }
    ).tags(width === 360 ? [] : longRun)

  for (const width of [1440, 360])
    journey(
      `greets a returning user at once, and the app moves nothing and doesn’t ask again, ${width} px wide`,
      { rubies: 50, width, height: 800 },
      async ({ assert, stage, page, client }) => {
        await stage.chats(client!, 1)
        const { requests, startApp } = await holdApp(page, { hasEvents: false })
        await page.goto('/', { waitUntil: 'commit' })
        await rendered(page).getByText('Good evening.').last().waitFor()
        const places = 'main section[aria-label] a, main article, h1'
        const before = await boxesOf(page, places)
        startApp()
        await page.getByRole('region', { name: 'Welcome back, Robin' }).getByRole('link').waitFor()
        await on(page).cards.first().waitFor()
        assert.deepEqual(await boxesOf(page, places), before)
        assert.notInclude(requests, '/api/chats/last')
      }
    ).tags(width === 360 ? [] : longRun)

  journey(
    'shows the chat in the address at its last messages',
    { rubies: 50, width: 360, height: 740 },
    async ({ assert, page }) => {
      await page.goto('/')
      await openNewChat(page, 'Wenna Thorncroft')
      await until(async () => page.url().includes('session='), 'the address has the session')
      const { requests, startApp } = await holdApp(page, { hasEvents: false })
      await page.reload({ waitUntil: 'commit' })
      await rendered(page).locator('[data-key]').first().waitFor()
      const before = await boxesOf(page, '[data-key], h2, textarea')
      startApp()
      await page.getByRole('textbox', { name: 'Message Wenna Thorncroft' }).waitFor()
      assert.deepEqual(await boxesOf(page, '[data-key], h2, textarea'), before)
      assert.isFalse(requests.some((path) => /^\/api\/(chats\/[\w-]+|models|auth\/user)$/.test(path)))
    }
  ).tags(longRun)

  for (const width of [1440, 768, 360])
    journey(
      `shows the end of a long chat, and the app moves nothing when it loads older messages, ${width} px wide`,
      { rubies: 50, width, height: 800, ownServer: true },
      async ({ assert, page, stage, client }) => {
        const address = await longChat(stage, client!, 120)
        const { requests, startApp } = await holdApp(page)
        await page.goto(address, { waitUntil: 'commit' })
        await rendered(page).locator('[data-key]').last().waitFor()
        assert.equal(await rendered(page).locator('[data-key]').count(), 12)
        // The title of the side panel hides when there are no similar characters.
        const places = '[data-key]:nth-last-child(-n+3), h2:not(.group\\/side h2), textarea'
        const before = await boxesOf(page, places)
        // Browsers scroll to whole pixels.
        const isInPlace = async () => {
          const now = await boxesOf(page, places)
          const isNear = (at: number, index: number) => Math.abs(at - before.flat()[index]!) <= 1
          return now.length === before.length && now.flat().every(isNear)
        }
        startApp()
        await page.getByRole('textbox', { name: /^Message / }).waitFor()
        await until(isInPlace, 'the app’s boxes match the rendered ones')
        await until(async () => requests.some((path) => /^\/api\/chats\/[\w-]+$/.test(path)), 'the end is read again')
        const older = page.getByRole('button', { name: 'Load older messages' })
        // Clicks without scrolling to the button.
        await older.evaluate((button: any) => button.click())
        await older.waitFor({ state: 'detached' })
        await until(isInPlace, 'the boxes have not moved')
      }
    ).tags(longRun)

  journey(
    'shows announcements at once, and the app moves nothing, to a visitor and a user who dismissed one',
    { rubies: 50, ownServer: true, width: 390, height: 844 },
    async ({ assert, page, stage, client: admin }) => {
      await stage.makeAdmin(admin!)
      const announce = async (text: string) => {
        const body = { text, audience: 'everyone', startsAt: null, endsAt: null, isDismissible: true, isDraft: false }
        assert.equal((await admin!.post('/api/admin/announcements', body)).status, 201)
      }
      for (const text of ['A **larger** machine', 'New rules']) await announce(text)
      await page.goto('/')
      await on(page).cards.first().waitFor()
      const banners = page.getByRole('region', { name: 'Announcements' })
      await banners.getByRole('button', { name: 'Dismiss announcement' }).first().click()
      const visitor = await Visitor.open({ url: stage.server.url, width: 390, height: 844 })
      for (const [reader, count] of [
        [page, 1],
        [visitor.page, 2],
      ] as const) {
        const { requests, startApp } = await holdApp(reader, { hasEvents: false })
        await reader.goto('/', { waitUntil: 'commit' })
        const places = '[data-banners] strong, [data-banners] > div, h1'
        await rendered(reader).locator('[data-banners] strong').waitFor()
        const before = await boxesOf(reader, places)
        assert.equal(await reader.locator('[data-banners] > div').count(), count)
        startApp()
        await reader.getByRole('region', { name: 'Announcements' }).waitFor()
        assert.deepEqual(await boxesOf(reader, places), before)
        assert.notInclude(requests, '/api/announcements')
      }
      assert.deepEqual(visitor.unexpected(), [])
      await visitor.context.close()
    }
  )

  journey('leaves out a banner that this browser has dismissed', { rubies: 50 }, async ({ assert, page }) => {
    await page.goto('/')
    await page
      .getByRole('region', { name: /^Join our Discord/ })
      .getByRole('button', { name: 'Dismiss' })
      .click()
    const { startApp } = await holdApp(page)
    await page.reload({ waitUntil: 'commit' })
    await rendered(page).locator('article').first().waitFor()
    // The app is held back, so only `boot.ts` can remove it.
    await page.getByText('Join our Discord').waitFor({ state: 'detached' })
    startApp()
    await on(page).cards.first().waitFor()
    assert.equal(await page.getByText('Join our Discord').count(), 0)
  }).tags(longRun)
})
