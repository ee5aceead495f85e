import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright-core'
import type { CharacterSummary, Shelf } from '#modules/gallery/api'
import { longRun } from '#tests/support/long_run'
import type { Stage } from '#tests/support/stage'
import { axeViolations } from './support/axe.ts'
import { boxOf } from './support/box.ts'
import { journey } from './support/journey.ts'
import { focusOn } from './support/keys.ts'
import { framesLater } from './support/look.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on, openNewChat, until } from './support/screens.ts'
import { withoutServerRendering } from './support/client_rendering.ts'

test.group('The gallery', () => {
  journey(
    'filters by search, chips and tags, keeps them in the URL, and restores them after a chat',
    { rubies: 50 },
    async ({ assert, page }) => {
      const { cards, search } = on(page)
      const chip = (name: string) => page.getByRole('link', { name, exact: true })
      const names = () => cards.getByRole('heading').allTextContents()
      const showsOnly = (expected: string[]) =>
        until(
          async () => JSON.stringify((await names()).sort()) === JSON.stringify(expected),
          `only ${expected} are shown`
        )
      await page.goto('/')
      await until(async () => (await cards.count()) === 8, 'eight characters are shown')
      const everyone = (await names()).sort()

      await search.fill('ghost of a word that nobody wrote')
      await search.press('Enter')
      await page.getByRole('heading', { name: 'No characters found' }).waitFor()
      await search.fill('WENNA')
      await search.press('Enter')
      await page.waitForURL('/?q=WENNA')
      await showsOnly(['Wenna Thorncroft'])
      assert.equal(await cards.locator('mark').first().textContent(), 'Wenna')
      await page.goBack()
      await page.getByRole('heading', { name: 'No characters found' }).waitFor()
      assert.equal(await search.inputValue(), 'ghost of a word that nobody wrote')
      await page.getByRole('button', { name: 'Clear search' }).click()
      await page.waitForURL('/')
      await showsOnly(everyone)

      await chip('Sci-Fi').click()
      await page.waitForURL('/?category=Sci-Fi')
      await until(async () => {
        const count = await cards.count()
        return count > 0 && count < 8
      }, 'fewer are shown')
      assert.equal(await chip('Sci-Fi').getAttribute('aria-current'), 'true')
      const some = (await names()).sort()
      await page.reload()
      await showsOnly(some)

      await openNewChat(page, some[0]!)
      await page.goBack()
      await showsOnly(some)
      await page.waitForURL('/?category=Sci-Fi')
      await chip('All').click()
      await showsOnly(everyone)

      await page.getByRole('button', { name: 'Filters' }).click()
      const panel = page.getByRole('dialog', { name: 'Filters' })
      const tags = panel.getByRole('list', { name: 'Tags' }).getByRole('button')
      const tag = (await tags.first().textContent())!
      await tags.first().click()
      await page.getByRole('heading', { level: 1, name: tag, exact: true }).waitFor()
      await panel.getByRole('tab', { name: 'Without' }).click()
      await tags.nth(1).click()
      await panel.getByRole('button', { name: 'Liked' }).click()
      await until(async () => new URL(page.url()).searchParams.get('liked') === 'true', 'the address has the filter')
      const { searchParams } = new URL(page.url())
      assert.equal(searchParams.get('tags'), tag)
      assert.isNotNull(searchParams.get('exclude'))
      await page.keyboard.press('Escape')
      await page.getByRole('heading', { name: 'No characters found' }).waitFor()
      await page.reload()
      const active = page.getByRole('list', { name: 'Active filters' }).getByRole('link')
      await until(async () => (await active.count()) === 4, 'three filters and a link that clears them')
      await active.filter({ hasText: 'Liked' }).click()
      await active.filter({ hasText: /^Not / }).click()
      await page.waitForURL((url) => url.search === `?${new URLSearchParams({ tags: tag })}`)
      await until(async () => (await cards.count()) > 0, 'the characters with the tag are shown')
    }
  ).tags(longRun)

  journey('saves blocked tags for the account', { rubies: 50, width: 390, height: 844 }, async ({ assert, page }) => {
    const { cards, modal } = on(page)
    await page.goto('/')
    await until(async () => (await cards.count()) === 8, 'eight characters are shown')
    await page.getByRole('button', { name: 'Filters' }).click()
    await modal.getByRole('tab', { name: 'Blocked' }).click()
    const tags = modal.getByRole('list', { name: 'Tags' }).getByRole('button')
    const tag = (await tags.first().textContent())!
    await tags.first().click()
    await modal.getByRole('button', { name: 'Show characters' }).click()
    await until(async () => (await cards.count()) < 8, 'fewer are shown')
    const left = await cards.count()
    assert.deepEqual(await axeViolations(page), [])
    await page.reload()
    await until(async () => (await cards.count()) === left, 'the tag is still blocked')
    await page.getByRole('button', { name: 'Filters' }).click()
    await modal.getByRole('tab', { name: 'Blocked' }).click()
    await modal.getByRole('button', { name: tag, exact: true, pressed: true }).waitFor()
    assert.deepEqual(await sidewaysOverflow(page), [])
    assert.deepEqual(await axeViolations(page), [])
  }).tags(longRun)

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
  ).tags(longRun)

  journey('shows initials when a picture fails to load', { rubies: 50 }, async ({ assert, page, visitor }) => {
    visitor.tolerate(/^failed: GET .*\/pictures\//)
    await page.route('**/pictures/**', (route) => route.abort('failed'))
    await page.goto('/')
    const picture = on(page).cards.filter({ hasText: 'Wenna Thorncroft' }).getByText('WE', { exact: true })
    await picture.waitFor()
    assert.isTrue(await picture.isVisible())
  }).tags(longRun)
})

const idOf = async (stage: Stage, name: string): Promise<string> => {
  const { rows } = await stage.db.query('SELECT id FROM characters WHERE name = $1', [name])
  return rows[0].id
}

/** Fakes a gallery of two pages. It repeats the real characters with new ids; `kept` keeps its id. */
const fillTwoPages = async (page: Page, kept: string) => {
  await withoutServerRendering(page)
  await page.route('**/api/characters/shelves', (route) => route.fulfill({ json: [] }))
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
  journey('is one click target and moves nothing on hover', { rubies: 50, height: 1200 }, async ({ assert, page }) => {
    const { cards, modal } = on(page)
    // This page has no shelves, so the cards are in view.
    await page.goto('/?sort=name')
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
      [0.3, 0.95],
    ] as const) {
      await page.mouse.click(x + width * across, y + height * down)
      await modal.waitFor()
      await page.keyboard.press('Escape')
      await modal.waitFor({ state: 'detached' })
    }
    await page.mouse.move(x + width / 2, y + height / 3)
    await cards
      .nth(1)
      .getByRole('link', { name: /^Chat with/ })
      .click()
    await on(page).composer.waitFor()
  }).tags(longRun)

  journey('is a link that opens in a tab and can be copied', { rubies: 50 }, async ({ assert, stage, page }) => {
    await page.goto('/')
    const link = on(page).card('Wenna Thorncroft')
    const address = new URL(`/character/${await idOf(stage, 'Wenna Thorncroft')}`, page.url()).href
    assert.equal(await link.evaluate((element: any) => element.href), address)
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ button: 'middle' })])
    await tab.getByRole('heading', { level: 1, name: 'Wenna Thorncroft' }).waitFor()
    assert.equal(tab.url(), address)
    await tab.close()
    assert.equal(await on(page).modal.count(), 0)
    assert.equal(new URL(page.url()).pathname, '/')
  }).tags(longRun)

  journey('has the same box as its skeleton', { rubies: 50, width: 360, height: 740 }, async ({ assert, page }) => {
    const gate = Promise.withResolvers<void>()
    await withoutServerRendering(page)
    await page.route('**/api/characters?*', async (route) => {
      await gate.promise
      await route.continue()
    })
    // This page has no shelves, which would be above the cards.
    await page.goto('/?sort=name')
    const skeletons = page.getByTestId('character-skeleton')
    await skeletons.first().waitFor()
    const boxes = await Promise.all([0, 1, 2].map((index) => boxOf(skeletons.nth(index))))
    gate.resolve()
    await on(page).cards.nth(2).waitFor()
    assert.deepEqual(await Promise.all([0, 1, 2].map((index) => boxOf(on(page).cards.nth(index)))), boxes)
  }).tags(longRun)

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
      assert.equal(await card.getByRole('heading').getByRole('link').count(), 0)
      assert.equal(await card.locator('img').count(), 0)
      assert.deepEqual(await sidewaysOverflow(page), [])
      assert.deepEqual(await axeViolations(page), [])
    }
  ).tags(longRun)
})

test.group('The chips', () => {
  journey(
    'are one row that arrow keys scroll, with the current one in view',
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
      for (let step = 1; step < boxes.length; step++) await page.keyboard.press('ArrowRight')
      await focusOn(chips.last())
      await until(() => isInView(chips.last()), 'the last chip is in view')
      assert.deepEqual(await sidewaysOverflow(page), [])
    }
  ).tags(longRun)
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
      await page.getByText('You have seen everyone').waitFor()
      assert.equal(await on(page).cards.count(), 48)
    }
  ).tags(longRun)

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
  ).tags(longRun)
})

/** Fakes a gallery of `total` characters. It repeats the real ones with new ids; `kept.name` keeps its id at `kept.at`. */
const fillGallery = async (page: Page, total: number, kept: { name: string; at: number }) => {
  await withoutServerRendering(page)
  // Starters would push all cards out of a phone's first view.
  await page.route('**/api/characters/starters', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/characters/shelves', (route) => route.fulfill({ json: [] }))
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

/** Scrolls down by one viewport if it shows cards. Returns whether it has scrolled. */
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
        await page.getByText('You have seen everyone').waitFor()
        assert.isBelow(await renderedCount(), 60)
        await page.evaluate('scrollTo(0, 0)')
        await on(page).card('Number 0').waitFor()
        assert.isBelow(await renderedCount(), 60)
      }
    ).tags(longRun)

  journey('keeps the focused card mounted and the position when resized', { rubies: 50 }, async ({ assert, page }) => {
    await fillGallery(page, 400, { name: 'none', at: -1 })
    await page.goto('/')
    const first = on(page).card('Number 1')
    await first.focus()
    await scrollTo(page, 'Number 80')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Number 1')
    assert.equal(await on(page).card('Number 2').count(), 0)
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate<string>('document.activeElement.textContent'), 'Chat')
    await page.keyboard.press('Tab')
    assert.match(await page.evaluate<string>('document.activeElement.textContent'), /^Number \d+$/)

    const card = await scrollTo(page, 'Number 80')
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
  }).tags(longRun)

  journey('can be walked by Tab, card by card', { rubies: 50 }, async ({ assert, page }) => {
    await fillGallery(page, 400, { name: 'none', at: -1 })
    await page.goto('/')
    await on(page).card('Number 0').focus()
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    for (let step = 1; step <= 90; step++) {
      // The next page loads without a click.
      await until(async () => (await on(page).card(`Number ${step}`).count()) > 0, 'the next one is there')
      await page.keyboard.press('Tab')
      assert.equal(await focused(), 'Chat')
      await page.keyboard.press('Tab')
      assert.equal(await focused(), `Number ${step}`)
    }
    assert.isBelow(await on(page).cards.count(), 60)
  }).tags(longRun)
})

test.group('The sort order', () => {
  journey('stays in the URL together with chips and searches', { rubies: 50 }, async ({ page }) => {
    await page.goto('/')
    const sort = page.getByRole('button', { name: /^Sort by/ })
    const choose = async (order: string) => {
      await sort.click()
      await page.getByRole('menuitemradio', { name: order }).click()
    }
    const names = () => on(page).cards.getByRole('heading').allTextContents()
    await until(async () => (await names()).length === 8, 'eight are shown')
    await choose('Name')
    await page.waitForURL('/?sort=name')
    await until(async () => {
      const all = await names()
      return all.length === 8 && all.every((name, index) => index === 0 || all[index - 1]! < name)
    }, 'they are sorted by name')
    await page.getByRole('link', { name: 'Fantasy', exact: true }).click()
    await page.waitForURL('/?category=Fantasy&sort=name')
    await page.reload()
    await page.getByRole('button', { name: 'Sort by: Name' }).waitFor()
    await choose('Popular')
    await page.waitForURL('/?category=Fantasy')
  }).tags(longRun)
})

test.group('The search', () => {
  journey(
    'suggests characters for the latest text, chosen by the keyboard',
    { rubies: 50 },
    async ({ assert, stage, page }) => {
      const { search } = on(page)
      const slow = Promise.withResolvers<void>()
      let isRequested = false
      await page.route('**/api/characters/suggestions?q=sun', async (route) => {
        isRequested = true
        await slow.promise
        await route.continue().catch(() => {})
      })
      await page.goto('/memory')
      const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
      await search.fill('sun')
      await until(async () => isRequested, 'the first call is on its way')
      await search.fill('wenn')
      await options.filter({ hasText: 'Wenna Thorncroft' }).waitFor()
      slow.resolve()
      await search.pressSequentially('a')
      assert.equal(await search.inputValue(), 'wenna')
      await options
        .first()
        .locator('mark')
        .filter({ hasText: /^Wenna$/ })
        .waitFor()
      assert.deepEqual(await axeViolations(page), [])
      await search.press('Escape')
      await options.first().waitFor({ state: 'detached' })
      assert.equal(await search.inputValue(), 'wenna')
      await search.press('ArrowDown')
      await options.first().waitFor()
      await search.press('ArrowDown')
      assert.equal(await options.first().getAttribute('aria-selected'), 'true')
      await search.press('Enter')
      await page.waitForURL(`/character/${await idOf(stage, 'Wenna Thorncroft')}`)
      await page.getByRole('heading', { level: 1, name: 'Wenna Thorncroft' }).waitFor()
      assert.equal(await options.count(), 0)
    }
  ).tags(longRun)

  journey(
    'is in the page on phones, and opens from a button on other screens',
    { rubies: 50, width: 360, height: 640 },
    async ({ assert, page }) => {
      const { search } = on(page)
      const opener = page.getByRole('banner').getByRole('button', { name: 'Search', exact: true })
      // Suggestions for the earlier text are faint, and have no number.
      const suggested = async () => {
        await page.getByRole('option', { name: /Wenna Thorncroft/ }).waitFor()
        await page
          .getByRole('status')
          .filter({ hasText: /^\d+ suggestions?$/ })
          .waitFor({ state: 'attached' })
      }
      await page.goto('/notifications')
      await opener.click()
      await focusOn(search)
      await search.press('Escape')
      await focusOn(opener)
      await opener.click()
      await search.fill('wenna')
      await suggested()
      assert.deepEqual(await sidewaysOverflow(page), [])
      assert.deepEqual(await axeViolations(page), [])
      await page.getByRole('option', { name: /^Search for/ }).click()
      await page.waitForURL('/?q=wenna')
      await until(async () => (await on(page).cards.count()) === 1, 'only Wenna is shown')
      assert.isFalse(await opener.isVisible())
      assert.equal(
        await page.getByRole('main').getByRole('combobox', { name: 'Search characters' }).inputValue(),
        'wenna'
      )
      await search.fill('wen')
      await suggested()
      assert.deepEqual(await sidewaysOverflow(page), [])
      assert.deepEqual(await axeViolations(page), [])
    }
  ).tags(longRun)
})

/** Answers with one shelf per title, of the characters in the gallery. */
const fillShelves = async (page: Page, change: (characters: CharacterSummary[]) => Partial<Shelf>[]) => {
  await withoutServerRendering(page)
  await page.route('**/api/characters/shelves', async (route) => {
    const list = await route.fetch({ url: new URL('/api/characters?limit=8', route.request().url()).href })
    const characters = (await list.json()) as CharacterSummary[]
    const usual = { kind: 'mood', about: null, query: null, characters } as const
    await route.fulfill({
      json: change(characters).map((shelf, index) => ({
        ...usual,
        id: String(index),
        title: `Shelf ${index}`,
        ...shelf,
      })),
    })
  })
}

test.group('The shelves', () => {
  journey(
    'scroll by buttons and by the keyboard, and end where a filter begins',
    { rubies: 50, width: 1024, height: 768 },
    async ({ assert, page }) => {
      await fillShelves(page, () => [{}, { query: 'sort=trending' }])
      await page.goto('/')
      const shelf = page.getByRole('region', { name: 'Shelf 0' })
      const links = shelf.getByRole('link')
      await links.last().waitFor()
      const isInView = (link: Locator) =>
        link.evaluate((element: any) => {
          const { left, right } = element.getBoundingClientRect()
          const row = element.closest('ul').getBoundingClientRect()
          return left >= row.left && right <= row.right
        })
      assert.isFalse(await isInView(links.last()))
      await shelf.locator('button').last().click()
      await until(async () => !(await isInView(links.first())), 'the row has scrolled')
      await links.first().focus()
      for (let step = 1; step < 8; step++) await page.keyboard.press('Tab')
      await focusOn(links.last())
      await until(() => isInView(links.last()), 'the focused card is in view')
      assert.deepEqual(await sidewaysOverflow(page), [])
      assert.deepEqual(await axeViolations(page), [])
      await page.getByRole('link', { name: 'See all of Shelf 1' }).click()
      await page.waitForURL('/?sort=trending')
      await shelf.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Sort by: Trending' }).waitFor()
      await page.goBack()
      await shelf.waitFor()
    }
  ).tags(longRun)

  journey('continue the newest chats', { rubies: 50 }, async ({ assert, stage, page, client }) => {
    const id = await idOf(stage, 'Wenna Thorncroft')
    const { body } = await client!.get(`/api/chats/${id}?new=true`)
    await fillShelves(page, () => [{ kind: 'continue', title: 'Continue', chats: { [id]: body.session.id } }])
    await page.goto('/')
    await page.getByRole('region', { name: 'Continue' }).getByRole('link', { name: 'Wenna Thorncroft' }).click()
    await page.waitForURL(`/chat/${id}?session=${body.session.id}`)
    await on(page).composer.waitFor()
    assert.equal(await on(page).modal.count(), 0)
  }).tags(longRun)

  journey('move nothing while they load', { rubies: 50, width: 390, height: 844 }, async ({ assert, page, client }) => {
    const gate = Promise.withResolvers<void>()
    await fillShelves(page, () => [{}, {}, {}])
    await page.route('**/api/characters/shelves', async (route) => {
      await gate.promise
      await route.fallback()
    })
    // Its banner appears with the answer.
    await page.route('**/api/daily-reward/check', () => {})
    await page.addInitScript(`
        localStorage.setItem('facet:starters-dismissed:${client!.user.id}', 'now')
        window.shift = 0
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value }).observe({ type: 'layout-shift', buffered: true })
      `)
    await page.goto('/')
    await page.getByTestId('character-skeleton').first().waitFor()
    gate.resolve()
    await page.getByRole('region', { name: 'Shelf 0' }).waitFor()
    await on(page).cards.first().waitFor()
    await page.evaluate(framesLater)
    assert.isAtMost(await page.evaluate<number>('window.shift'), 0.02)
    const face = await boxOf(page.getByRole('region', { name: 'Shelf 0' }).locator('img').first())
    assert.isBelow(face.y, 844 / 2)
  }).tags(longRun)
})

test.group('A surprise', () => {
  journey('is the page of a character that the user has not talked to', { rubies: 50 }, async ({ assert, page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Surprise me' }).click()
    await page.waitForURL(/\/character\//)
    await page.getByRole('button', { name: 'Start Chat' }).waitFor()
    await page.goBack()
    await on(page).gallery.waitFor()
    assert.equal(new URL(page.url()).pathname, '/')
  }).tags(longRun)
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
  ).tags(longRun)
})

test.group('An unknown URL', () => {
  journey('shows the 404 page to visitors, for chats too', {}, async ({ stage, page, visitor }) => {
    visitor.tolerate(/^answer: GET \/(nothing|chat\/\S+) 404$/)
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
      visitor.tolerate(/^answer: GET \/(nothing|api\/chats\/\S+) 404$/)
      await page.goto('/nothing')
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
      const unknown = '00000000-0000-7000-8000-000000000000'
      for (const path of [`/chat/${unknown}`, `/chat/${stage.characterIds[0]}?session=${unknown}`, '/chat/nonsense']) {
        await page.goto(path)
        await page.getByRole('heading', { name: 'Chat not found' }).waitFor()
      }
      await page.getByRole('link', { name: 'Back to the gallery' }).click()
      await on(page).gallery.waitFor()
    }
  ).tags(longRun)
})
