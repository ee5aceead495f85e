import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { journey } from './support/journey.ts'
import { longChat } from './support/long_chat.ts'
import { on, openNewChat, until } from './support/screens.ts'

/**
 * Until the app is let in, the page is what the server has drawn. Tells what the page asks for meanwhile and after. It may
 * not have loaded until then, as a browser counts it.
 */
const holdApp = async (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/main-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return { asked, letIn: held.resolve }
}
const drawn = (page: Page) => page.locator('#root > [inert]')
/** Where they stand who can be seen, in the faces that they are set in. */
const boxesOf = async (page: Page, places: string) => {
  await page.evaluate('document.fonts.ready.then(() => {})')
  const boxes = await Promise.all((await page.locator(places).all()).map((place) => place.boundingBox()))
  return boxes.flatMap((box) => (box ? [[box.x, box.y, box.width, box.height].map(Math.round)] : []))
}

test.group('What the server draws', () => {
  for (const width of [1440, 768, 360])
    journey(
      `is the gallery, to be seen and not used, and the app’s stands where it stood, ${width} wide`,
      { rubies: 50, width, height: 800 },
      async ({ assert, page }) => {
        const { asked, letIn } = await holdApp(page)
        await page.goto('/', { waitUntil: 'commit' })
        await drawn(page).locator('article').first().waitFor()
        assert.equal(await on(page).cards.count(), 0, 'readers meet nothing that can’t be used')
        const before = await boxesOf(page, 'article, h1, header a')
        letIn()
        await on(page).cards.first().waitFor()
        assert.equal(await drawn(page).count(), 0)
        assert.deepEqual(await boxesOf(page, 'article, h1, header a'), before)
        assert.notInclude(asked, '/api/characters')
        assert.notInclude(asked, '/api/auth/user')
      }
    )

  journey(
    'is the chat that the address names, at its words',
    { rubies: 50, width: 360, height: 740 },
    async ({ assert, page }) => {
      await page.goto('/')
      await openNewChat(page, 'Wenna Thorncroft')
      await until(async () => page.url().includes('session='), 'the address names the session')
      const { asked, letIn } = await holdApp(page)
      await page.reload({ waitUntil: 'commit' })
      await drawn(page).locator('[data-key]').first().waitFor()
      const before = await boxesOf(page, '[data-key], h2, textarea')
      letIn()
      await page.getByRole('textbox', { name: 'Message Wenna Thorncroft' }).waitFor()
      assert.deepEqual(await boxesOf(page, '[data-key], h2, textarea'), before)
      assert.isFalse(asked.some((path) => /^\/api\/(chats\/[\w-]+|models|auth\/user)$/.test(path)))
    }
  )

  for (const width of [1440, 768, 360])
    journey(
      `is the end of a long chat, whose boxes stay where they are when the app has read all of it, ${width} wide`,
      { rubies: 50, width, height: 800, ownServer: true },
      async ({ assert, page, stage, client }) => {
        const address = await longChat(stage, client!, 120)
        const { asked, letIn } = await holdApp(page)
        await page.goto(address, { waitUntil: 'commit' })
        await drawn(page).locator('[data-key]').last().waitFor()
        assert.equal(await drawn(page).locator('[data-key]').count(), 12)
        const places = '[data-key]:nth-last-child(-n+3), h2, textarea'
        const before = await boxesOf(page, places)
        // The browser scrolls to whole pixels.
        const isInPlace = async () => {
          const now = await boxesOf(page, places)
          const isNear = (at: number, index: number) => Math.abs(at - before.flat()[index]!) <= 1
          return now.length === before.length && now.flat().every(isNear)
        }
        letIn()
        await page.getByRole('textbox', { name: /^Message / }).waitFor()
        await until(isInPlace, 'the app’s boxes are where the drawn ones were')
        await until(async () => asked.some((path) => /^\/api\/chats\/[\w-]+$/.test(path)), 'the rest is read')
        const older = page.getByRole('button', { name: 'Load older messages' })
        await until(async () => (await older.count()) === 0, 'all is there')
        await until(isInPlace, 'the boxes are still there')
      }
    )

  journey('leaves out what was sent away in this browser for good', { rubies: 50 }, async ({ assert, page }) => {
    await page.goto('/')
    await page
      .getByRole('region', { name: /^Join our Discord/ })
      .getByRole('button', { name: 'Dismiss' })
      .click()
    const { letIn } = await holdApp(page)
    await page.reload({ waitUntil: 'commit' })
    await drawn(page).locator('article').first().waitFor()
    // The app is held back, so only `boot.ts` can remove it.
    await page.getByText('Join our Discord').waitFor({ state: 'detached' })
    letIn()
    await on(page).cards.first().waitFor()
    assert.equal(await page.getByText('Join our Discord').count(), 0)
  })
})
