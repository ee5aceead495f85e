import { test } from '@japa/runner'
import { journey } from './support/journey.ts'
import { on, openNewChat, until } from './support/screens.ts'

test.group('The gallery', () => {
  journey(
    'follows its search and its chips, in the list and in the address, and is found again from the chat',
    { rubies: 50 },
    async ({ assert, page }) => {
      const { cards } = on(page)
      const search = page.getByRole('searchbox', { name: 'Search the gallery' })
      const chip = (name: string) => page.getByRole('link', { name, exact: true })
      const showsOnly = (names: string[]) =>
        until(
          async () =>
            JSON.stringify((await cards.getByRole('button').allTextContents()).sort()) === JSON.stringify(names),
          `only ${names} are shown`
        )
      await page.goto('/')
      await until(async () => (await cards.count()) === 8, 'eight characters are shown')
      const everyone = (await cards.getByRole('button').allTextContents()).sort()

      await search.fill('ghost of a word that nobody wrote')
      await page.getByRole('heading', { name: 'No characters found' }).waitFor()
      await search.fill('WENNA')
      await showsOnly(['Wenna Thorncroft'])
      await page.waitForURL('/?q=WENNA')
      await search.fill('')
      await showsOnly(everyone)
      await page.waitForURL('/')

      await chip('Sci-Fi').click()
      await page.waitForURL('/?category=Sci-Fi')
      await until(async () => {
        const count = await cards.count()
        return count > 0 && count < 8
      }, 'fewer are shown')
      assert.equal(await chip('Sci-Fi').getAttribute('aria-current'), 'true')
      const some = (await cards.getByRole('button').allTextContents()).sort()
      await page.reload()
      await showsOnly(some)

      await openNewChat(page, some[0]!)
      await page.goBack()
      await showsOnly(some)
      await page.waitForURL('/?category=Sci-Fi')
      await chip('All').click()
      await showsOnly(everyone)

      await page.getByRole('searchbox', { name: 'Search characters' }).fill('wenna')
      await page.keyboard.press('Enter')
      await page.waitForURL('/?q=wenna')
      await showsOnly(['Wenna Thorncroft'])
      assert.equal(await search.inputValue(), 'wenna')
    }
  )

  journey(
    'shows who is coming while it loads, says when it could not, and tries again',
    { rubies: 50 },
    async ({ assert, page, visitor }) => {
      visitor.tolerate(/^failed: GET .*\/api\/characters\?/)
      const waiting = Promise.withResolvers<void>()
      await page.route('**/api/auth/user', async (route) => {
        await waiting.promise
        await route.continue()
      })
      const failing = Promise.withResolvers<void>()
      await page.route(
        '**/api/characters?*',
        async (route) => {
          await failing.promise
          await route.abort('failed')
        },
        { times: 1 }
      )
      await page.goto('/')
      await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor()
      assert.equal(await page.getByRole('banner').count(), 0)
      waiting.resolve()
      await page.getByTestId('character-skeleton').first().waitFor()
      assert.equal(await page.getByTestId('character-skeleton').count(), 12)
      failing.resolve()
      await page.getByRole('heading', { name: 'The gallery could not be loaded' }).waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      await until(async () => (await on(page).cards.count()) === 8, 'eight characters are shown')
    }
  )

  journey(
    'covers a picture that fails with the initials of the name',
    { rubies: 50 },
    async ({ assert, page, visitor }) => {
      visitor.tolerate(/^failed: GET .*\/pictures\//)
      await page.route('**/pictures/**', (route) => route.abort('failed'))
      await page.goto('/')
      const picture = on(page).cards.filter({ hasText: 'Wenna Thorncroft' }).getByText('WE', { exact: true })
      await picture.waitFor()
      assert.isTrue(await picture.isVisible())
    }
  )
})

test.group('An address that leads nowhere', () => {
  journey('shows the 404 page to a stranger, for the chats of others too', {}, async ({ stage, page }) => {
    for (const path of ['/nothing', `/chat/${stage.characterIds[0]}`]) {
      await page.goto(path)
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    }
    await page.getByRole('link', { name: 'Go home' }).click()
    await page.getByRole('link', { name: 'Start Chatting' }).waitFor()
  })

  journey(
    'shows the 404 page to whoever is signed in, and says so of a chat that is not there',
    { rubies: 50 },
    async ({ stage, page, visitor }) => {
      await page.goto('/nothing')
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
      visitor.tolerate(/^answer: GET \/api\/chats\/\S+ 404$/)
      const unknown = '00000000-0000-7000-8000-000000000000'
      for (const path of [`/chat/${unknown}`, `/chat/${stage.characterIds[0]}?session=${unknown}`, '/chat/nonsense']) {
        await page.goto(path)
        await page.getByRole('heading', { name: 'Chat not found' }).waitFor()
      }
      await page.getByRole('link', { name: 'Back to the gallery' }).click()
      await on(page).gallery.waitFor()
    }
  )
})
