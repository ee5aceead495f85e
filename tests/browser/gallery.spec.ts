import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright-core'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { framesLater } from './support/look.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on, openNewChat, until } from './support/screens.ts'
import { withoutServerRendering } from './support/client_rendering.ts'

test.group('The gallery', () => {
  journey(
    'filters by search and chips, keeps them in the URL, and restores them after a chat',
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
    'shows skeletons while loading, then an error with a retry',
    { rubies: 50 },
    async ({ assert, page, visitor }) => {
      visitor.tolerate(/^failed: GET .*\/api\/characters\?/)
      const waiting = Promise.withResolvers<void>()
      await withoutServerRendering(page)
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
      await page.getByRole('heading', { name: 'Couldn’t load the gallery' }).waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      await until(async () => (await on(page).cards.count()) === 8, 'eight characters are shown')
    }
  )

  journey('shows initials when a picture fails to load', { rubies: 50 }, async ({ assert, page, visitor }) => {
    visitor.tolerate(/^failed: GET .*\/pictures\//)
    await page.route('**/pictures/**', (route) => route.abort('failed'))
    await page.goto('/')
    const picture = on(page).cards.filter({ hasText: 'Wenna Thorncroft' }).getByText('WE', { exact: true })
    await picture.waitFor()
    assert.isTrue(await picture.isVisible())
  })
})

const boxOf = async (element: Locator) => (await element.boundingBox())!

/** Fakes a gallery of two pages. It repeats the real characters with new ids; `kept` keeps its id. */
const fillTwoPages = async (page: Page, kept: string) => {
  await withoutServerRendering(page)
  await page.route('**/api/characters?*', async (route) => {
    const url = new URL(route.request().url())
    const isSecond = url.searchParams.has('cursor')
    if (!isSecond) url.searchParams.set('limit', '8')
    url.searchParams.delete('cursor')
    const response = await route.fetch({ url: url.href })
    const eight = (await response.json()) as { id: string; name: string }[]
    const page = isSecond ? 'second' : 'first'
    const all = [0, 1, 2].flatMap((round) =>
      eight.map((character) => ({
        ...character,
        id: isSecond && round === 1 && character.name === kept ? character.id : `${page}-${round}-${character.id}`,
        name: isSecond && round === 1 && character.name === kept ? `${character.name} the second` : character.name,
      }))
    )
    await route.fulfill({
      json: all,
      headers: isSecond ? {} : { Link: '</api/characters?limit=24&cursor=next>; rel="next"' },
    })
  })
}

test.group('A card', () => {
  journey('is one click target and moves nothing on hover', { rubies: 50 }, async ({ assert, page }) => {
    const { cards, modal } = on(page)
    await page.goto('/')
    await cards.nth(7).waitFor()
    const before = await Promise.all([0, 1, 2, 4].map((index) => boxOf(cards.nth(index))))
    const { x, y, width, height } = before[1]!
    await page.mouse.move(x + width / 2, y + height / 3)
    await page.evaluate(framesLater)
    const after = await Promise.all([0, 2, 4].map((index) => boxOf(cards.nth(index))))
    assert.deepEqual(after, [before[0], before[2], before[3]])
    for (const [across, down] of [
      [0.06, 0.06],
      [0.94, 0.5],
      [0.5, 0.95],
    ] as const) {
      await page.mouse.click(x + width * across, y + height * down)
      await modal.waitFor()
      await page.keyboard.press('Escape')
      await modal.waitFor({ state: 'detached' })
    }
  })

  journey('has the same box as its skeleton', { rubies: 50, width: 360, height: 740 }, async ({ assert, page }) => {
    const gate = Promise.withResolvers<void>()
    await withoutServerRendering(page)
    await page.route('**/api/characters?*', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto('/')
    const skeletons = page.getByTestId('character-skeleton')
    await skeletons.first().waitFor()
    const boxes = await Promise.all([0, 1, 2].map((index) => boxOf(skeletons.nth(index))))
    gate.resolve()
    await on(page).cards.nth(2).waitFor()
    assert.deepEqual(await Promise.all([0, 1, 2].map((index) => boxOf(on(page).cards.nth(index)))), boxes)
  })

  journey(
    'of an adult character is covered and loads no picture',
    { rubies: 50, width: 320, height: 568 },
    async ({ assert, page }) => {
      await withoutServerRendering(page)
      await page.route('**/api/characters?*', async (route) => {
        const [first, ...rest] = (await (await route.fetch()).json()) as object[]
        const adult = {
          ...first,
          name: 'Velvet Marrow',
          isNsfw: true,
          avatar: null,
          background: null,
          description: null,
        }
        await route.fulfill({ json: [adult, ...rest] })
      })
      await page.goto('/')
      const card = on(page).cards.filter({ hasText: 'Velvet Marrow' })
      await card.getByText('Adult Content', { exact: true }).waitFor()
      await card.getByText('Enable in Settings', { exact: true }).waitFor()
      assert.equal(await card.getByRole('button').count(), 0)
      assert.equal(await card.locator('img').count(), 0)
      assert.deepEqual(await sidewaysOverflow(page), [])
      assert.deepEqual(await axeViolations(page), [])
    }
  )
})

test.group('The chips', () => {
  journey(
    'are one row that Tab scrolls, with the current one in view',
    { rubies: 50, width: 360, height: 740 },
    async ({ assert, page }) => {
      await page.goto('/?category=Dominant')
      await on(page).gallery.waitFor()
      const chips = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
      const isInView = async (chip: Locator) => {
        const { x, width } = await boxOf(chip)
        return x >= 0 && x + width <= 360
      }
      const chosen = chips.filter({ hasText: 'Dominant' })
      await until(() => isInView(chosen), 'the chosen chip is in view')
      const boxes = await Promise.all((await chips.all()).map(boxOf))
      assert.equal(new Set(boxes.map(({ y }) => y)).size, 1)
      assert.isTrue(boxes.every(({ width, height }) => width >= 44 && height >= 44))
      await chips.first().focus()
      await until(() => isInView(chips.first()), 'the first chip is in view')
      for (let step = 1; step < boxes.length; step++) await page.keyboard.press('Tab')
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Submissive')
      await until(() => isInView(chips.last()), 'the last chip is in view')
      assert.deepEqual(await sidewaysOverflow(page), [])
    }
  )
})

test.group('A long gallery', () => {
  journey(
    'restores the scroll position after a chat and loads to the end',
    { rubies: 50 },
    async ({ assert, page }) => {
      await fillTwoPages(page, 'Wenna Thorncroft')
      await page.goto('/')
      const card = on(page).card('Wenna Thorncroft the second')
      // Scrolling near the end loads the next page.
      await until(async () => {
        await page.mouse.wheel(0, 1_500)
        return (await card.count()) > 0
      }, 'the second page is there')
      await card.scrollIntoViewIfNeeded()
      await card.click()
      const left = await page.evaluate<number>('scrollY')
      assert.isAbove(left, 1_000)
      await on(page).modal.getByRole('button', { name: 'Start New Chat' }).click()
      await on(page).composer.waitFor()
      await page.goBack()
      await card.waitFor()
      await until(async () => (await page.evaluate<number>('scrollY')) === left, 'the scroll position is the same')
      await page.keyboard.press('End')
      await page.getByText('That’s everyone.').waitFor()
      assert.equal(await on(page).cards.count(), 48)
    }
  )

  journey(
    'offers a retry when the next page fails to load',
    { rubies: 50, width: 360, height: 740 },
    async ({ assert, page, visitor }) => {
      visitor.tolerate(/^failed: GET .*cursor=next/)
      await fillTwoPages(page, 'Wenna Thorncroft')
      await page.route('**/api/characters?*cursor=next', (route) => route.abort('failed'), { times: 1 })
      await page.goto('/')
      await on(page).cards.first().waitFor()
      await page.keyboard.press('End')
      await page.getByText('Couldn’t load more characters.').waitFor()
      assert.equal(await on(page).cards.count(), 24)
      await page.getByRole('button', { name: 'Try again' }).click()
      await until(async () => (await on(page).cards.count()) === 48, 'all are shown')
    }
  )
})

/** Fakes a gallery of `total` characters. It repeats the real ones with new ids; `kept.name` keeps its id at `kept.at`. */
const fillGallery = async (page: Page, total: number, kept: { name: string; at: number }) => {
  await withoutServerRendering(page)
  await page.route('**/api/characters?*', async (route) => {
    const url = new URL(route.request().url())
    const [limit, start] = ['limit', 'cursor'].map((key) => Number(url.searchParams.get(key) ?? 0)) as [number, number]
    url.searchParams.set('limit', '8')
    url.searchParams.delete('cursor')
    const eight = (await (await route.fetch({ url: url.href })).json()) as { id: string; name: string }[]
    const real = eight.find(({ name }) => name === kept.name)
    const all = Array.from({ length: Math.min(limit, total - start) }, (_, offset) => {
      const index = start + offset
      const character = eight[index % 8]!
      return index === kept.at && real
        ? { ...real, name: `${kept.name} herself` }
        : { ...character, id: `${index}-${character.id}`, name: `Number ${index}` }
    })
    const isLast = start + limit >= total
    url.searchParams.set('limit', String(limit))
    url.searchParams.set('cursor', String(start + limit))
    await route.fulfill({ json: all, headers: isLast ? {} : { Link: `<${url.pathname}${url.search}>; rel="next"` } })
  })
}

/** Scrolls down by one viewport if it shows cards. True when it has scrolled. */
const scrollOnePage = `(() => {
  const before = scrollY
  const isInView = ({ top, bottom }) => bottom > 0 && top < innerHeight
  const cards = [...document.querySelectorAll('main article')]
  if (cards.some((card) => isInView(card.getBoundingClientRect()))) scrollBy(0, innerHeight)
  return scrollY > before
})()`

/** Scrolls step by step until a card is in the viewport. */
const scrollTo = async (page: Page, name: string) => {
  const card = on(page).card(name)
  const comesIntoView = () =>
    card.evaluateAll(([found]: any[]) => {
      found?.scrollIntoView({ block: 'nearest' })
      return found !== undefined
    })
  const step = async () => (await comesIntoView()) || (await page.evaluate<boolean>(scrollOnePage))
  for (let seen = 0; seen < 2; seen = (await comesIntoView()) ? seen + 1 : 0) {
    await until(step, `the view moves on to ${name}`)
    // The card can be unmounted in the next frame, when the view still moves.
    await page.evaluate(framesLater)
  }
  return card
}

test.group('A very long gallery', () => {
  for (const window of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ])
    journey(
      `renders only cards near the viewport and restores its position after a reload of the chat, ${window.width} wide`,
      { rubies: 50, ...window },
      async ({ assert, page }) => {
        const renderedCount = async () =>
          (await on(page).cards.count()) + (await page.getByTestId('character-skeleton').count())
        await fillGallery(page, 400, { name: 'Wenna Thorncroft', at: 200 })
        await page.goto('/')
        const card = await scrollTo(page, 'Wenna Thorncroft herself')
        assert.isBelow(await renderedCount(), 60)
        await card.click()
        const left = await page.evaluate<number>('scrollY')
        assert.isAbove(left, 5_000)
        await on(page).modal.getByRole('button', { name: 'Start New Chat' }).click()
        await on(page).composer.waitFor()
        await page.reload()
        await on(page).composer.waitFor()
        await page.goBack()
        await card.waitFor()
        await until(async () => (await page.evaluate<number>('scrollY')) === left, 'the scroll position is the same')
        assert.isTrue(await card.isVisible())

        await scrollTo(page, 'Number 399')
        await page.getByText('That’s everyone.').waitFor()
        assert.isBelow(await renderedCount(), 60)
        await page.evaluate('scrollTo(0, 0)')
        await on(page).card('Number 0').waitFor()
        assert.isBelow(await renderedCount(), 60)
      }
    )

  journey('keeps the focused card mounted and the position when resized', { rubies: 50 }, async ({ assert, page }) => {
    await fillGallery(page, 400, { name: 'none', at: -1 })
    await page.goto('/')
    const first = on(page).card('Number 1')
    await first.focus()
    await scrollTo(page, 'Number 150')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Number 1')
    assert.equal(await on(page).card('Number 2').count(), 0)
    await page.keyboard.press('Tab')
    assert.match(await page.evaluate<string>('document.activeElement.textContent'), /^Number \d+$/)

    const card = await scrollTo(page, 'Number 150')
    await page.evaluate('document.activeElement.blur()')
    const { y } = await boxOf(card)
    await page.evaluate(`scrollBy(0, ${y - 100})`)
    await until(async () => Math.abs((await boxOf(card)).y - 100) < 60, 'it is at the top')
    // In one frame, resize events come before scroll events.
    await page.evaluate(framesLater)
    await page.setViewportSize({ width: 700, height: 800 })
    await until(async () => {
      const box = (await card.count()) > 0 ? await boxOf(card) : null
      return box !== null && box.y > -400 && box.y < 800
    }, 'it is still in view')
  })

  journey('can be walked by Tab, card by card', { rubies: 50 }, async ({ assert, page }) => {
    await fillGallery(page, 400, { name: 'none', at: -1 })
    await page.goto('/')
    await on(page).card('Number 0').focus()
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    for (let step = 1; step <= 90; step++) {
      // The next page loads without a click.
      await until(async () => (await on(page).card(`Number ${step}`).count()) > 0, 'the next one is there')
      await page.keyboard.press('Tab')
      assert.equal(await focused(), `Number ${step}`)
    }
    assert.isBelow(await on(page).cards.count(), 60)
  })
})

test.group('The sort order', () => {
  journey('stays in the URL together with chips and searches', { rubies: 50 }, async ({ assert, page }) => {
    await page.goto('/')
    const sort = page.getByRole('combobox', { name: 'Sort by' })
    const names = () => on(page).cards.getByRole('heading').allTextContents()
    await until(async () => (await names()).length === 8, 'eight are shown')
    await sort.selectOption('Name')
    await page.waitForURL('/?sort=name')
    await until(async () => {
      const all = await names()
      return all.length === 8 && all.every((name, index) => index === 0 || all[index - 1]! < name)
    }, 'they are sorted by name')
    await page.getByRole('link', { name: 'Fantasy', exact: true }).click()
    await page.waitForURL('/?category=Fantasy&sort=name')
    await page.reload()
    assert.equal(await sort.inputValue(), 'name')
    await sort.selectOption('Popular')
    await page.waitForURL('/?category=Fantasy')
  })
})

test.group('Fast typing in the search', () => {
  journey(
    'shows the latest result, whatever the order of responses, and loses no letter',
    { rubies: 50 },
    async ({ assert, page }) => {
      const slow = Promise.withResolvers<void>()
      let isRequested = false
      await page.route('**/api/characters?*q=sunny*', async (route) => {
        isRequested = true
        await slow.promise
        await route.continue().catch(() => {})
      })
      await page.goto('/')
      await on(page).cards.nth(7).waitFor()
      const search = page.getByRole('searchbox', { name: 'Search the gallery' })
      await search.fill('sunny')
      await until(async () => isRequested, 'the first search is on its way')
      await search.fill('wenna')
      await page.waitForURL('/?q=wenna')
      await until(
        async () =>
          JSON.stringify(await on(page).cards.getByRole('button').allTextContents()) === '["Wenna Thorncroft"]',
        'only Wenna is shown'
      )
      slow.resolve()
      await search.pressSequentially(' thorncroft', { delay: 40 })
      await page.waitForURL('/?q=wenna+thorncroft')
      assert.equal(await search.inputValue(), 'wenna thorncroft')
      assert.deepEqual(await on(page).cards.getByRole('button').allTextContents(), ['Wenna Thorncroft'])
    }
  )
})

test.group('The chat selection', () => {
  journey(
    'shows background and portrait, and closes on a swipe on phones',
    { rubies: 50, width: 360, height: 740 },
    async ({ assert, page }) => {
      const { modal } = on(page)
      await page.goto('/')
      await on(page).card('Wenna Thorncroft').click()
      await modal.getByText('No previous chats with Wenna Thorncroft').waitFor()
      const pictures = modal.locator('img')
      assert.equal(await pictures.count(), 2)
      for (const picture of await pictures.all())
        await until(() => picture.evaluate((image: any) => image.naturalWidth > 0), 'the picture is loaded')
      assert.deepEqual(await axeViolations(page), [])
      const { y } = await boxOf(modal)
      const touch = await page.context().newCDPSession(page)
      const at = (dy: number) => [{ x: 150, y: y + 40 + dy }]
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
      for (const dy of [20, 60, 110, 160])
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(dy) })
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await modal.waitFor({ state: 'detached' })
    }
  )
})

test.group('An unknown URL', () => {
  journey('shows the 404 page to visitors, for chats too', {}, async ({ stage, page }) => {
    for (const path of ['/nothing', `/chat/${stage.characterIds[0]}`]) {
      await page.goto(path)
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    }
    await page.getByRole('link', { name: 'Go home' }).click()
    await page.getByRole('link', { name: 'Start Chatting' }).waitFor()
  })

  journey(
    'shows the 404 page to signed-in users, and "Chat not found" for unknown chats',
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
