import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import type { LorebookEntry } from '#modules/lore/api'
import { longRun } from '#tests/support/long_run'
import { boxOf } from './support/box.ts'
import { journey, type JourneyContext } from './support/journey.ts'
import { focusOn } from './support/keys.ts'
import { until } from './support/screens.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Entries' })
const titles = (page: Page) => list(page).locator('[data-entry] > span:first-child > span:first-child').allInnerTexts()
/** Waits until the list has these titles. It changes a moment after its cause. */
const hasTitles = (page: Page, wanted: string[]) =>
  until(async () => (await titles(page)).join() === wanted.join(), `the entries are ${wanted.join()}`)
const handle = (page: Page, title: string) => page.getByRole('button', { name: `Move ${title}`, exact: true })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Entry' })

const storedTitles = async ({ client }: JourneyContext, id: string): Promise<string[]> =>
  (await client!.get(`/api/lorebooks/${id}/entries`)).body.map(({ name }: LorebookEntry) => name)

const middleOf = async (page: Page, title: string) => {
  const box = await boxOf(handle(page, title))
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test.group('Lorebooks', () => {
  journey('are written, ordered by keyboard and mouse, and tested', { rubies: 50 }, async (scene) => {
    const { page } = scene
    await page.goto('/library')
    await page.getByRole('list', { name: 'Library' }).getByRole('link', { name: 'Lorebooks' }).click()
    await page.getByRole('button', { name: 'New lorebook' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Harrow Point')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/lorebooks\/[\w-]{36}$/)
    const id = new URL(page.url()).pathname.split('/')[2]!

    for (const [title, key] of [
      ['Reef', 'reef'],
      ['Dragon', 'dragon'],
      ['Lamp', 'lamp'],
    ] as const) {
      await page.getByRole('button', { name: 'Add entry' }).click()
      await focusOn(panel(page).getByRole('textbox', { name: 'Title' }))
      await page.keyboard.type(title)
      await panel(page).getByRole('textbox', { name: 'Add a key: Keys' }).fill(key)
      await page.keyboard.press('Enter')
      await panel(page).getByRole('textbox', { name: 'Text', exact: true }).fill(`About the ${key}.`)
      await page.keyboard.press('Control+s')
      await panel(page).getByText('All changes saved').waitFor()
    }
    await hasTitles(page, ['Lamp', 'Dragon', 'Reef'])

    await handle(page, 'Reef').focus()
    await page.keyboard.press('Home')
    await page.getByText('Reef is now 1 of 3.').waitFor({ state: 'attached' })
    await focusOn(handle(page, 'Reef'))
    await page.keyboard.press('ArrowDown')
    await page.getByText('Reef is now 2 of 3.').waitFor({ state: 'attached' })
    await hasTitles(page, ['Lamp', 'Reef', 'Dragon'])

    const [from, to] = [await middleOf(page, 'Lamp'), await middleOf(page, 'Dragon')]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y - 5, { steps: 4 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y + 20, { steps: 4 })
    await page.mouse.up()
    await hasTitles(page, ['Reef', 'Dragon', 'Lamp'])
    await until(
      async () => (await storedTitles(scene, id)).join() === 'Reef,Dragon,Lamp',
      'the server has the order of the page'
    )

    await page.getByRole('tab', { name: 'Test' }).click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('A dragon sleeps on the reef.')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    const used = page.getByRole('region', { name: 'Used: 2 entries' })
    await used.getByText('The key “dragon” is in the text.').waitFor()
    const left = page.getByRole('region', { name: 'Not used: 1 entry' })
    await left.getByRole('button', { name: 'Lamp No key is in the text.' }).click()
    await panel(page).getByRole('heading', { name: 'Lamp' }).waitFor()
  }).tags(longRun)

  journey('of 5,000 entries render only a window of them', { rubies: 50 }, async (scene) => {
    const { assert, page, client, stage } = scene
    const { body: book } = await client!.post('/api/lorebooks', { name: 'Atlas' })
    const { body: first } = await client!.post(`/api/lorebooks/${book.id}/entries`, { name: 'Entry 0', keys: ['k0'] })
    await stage.db.query(
      `INSERT INTO lorebook_entries (user_id, id, lorebook_id, position, name, content, fields, bytes)
       SELECT user_id, gen_random_uuid(), lorebook_id, position + n * 1048576::bigint, 'Entry ' || n, 'Text.', fields, bytes
       FROM lorebook_entries, generate_series(1, 4999) AS n WHERE id = $1`,
      [first.id]
    )
    await stage.db.query('UPDATE lorebooks SET entry_count = 5000 WHERE id = $1', [book.id])
    await page.goto(`/lorebooks/${book.id}`)
    await page.getByText('5,000 entries').waitFor()
    const rowsMax = 100
    const rows = () => list(page).getByRole('listitem').count()
    assert.isBelow(await rows(), rowsMax)
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await list(page).getByText('Entry 4999', { exact: true }).waitFor()
    assert.isBelow(await rows(), rowsMax)

    // A row that the keyboard moves far away stays in the page, with the focus.
    await handle(page, 'Entry 4999').focus()
    await page.keyboard.press('Home')
    await page.getByText('Entry 4999 is now 1 of 5,000.').waitFor({ state: 'attached' })
    await focusOn(handle(page, 'Entry 4999'))
    assert.isBelow(await rows(), rowsMax)
    await page.getByRole('searchbox', { name: 'Search entries' }).fill('entry 4321')
    await page.getByText(/^1 of 5,000 entries/).waitFor()
    await hasTitles(page, ['Entry 4321'])
  }).tags(longRun)
})
