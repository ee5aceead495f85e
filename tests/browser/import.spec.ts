import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import type { Page } from 'playwright-core'
import { makePng, v2Card, v3Card } from '#modules/cards/tests/support/index'
import { speak } from '#tests/support/model_upstream'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on, say, settled, shownTexts } from './support/screens.ts'

const named = <Card extends { data: object }>(card: Card, name: string) => ({ ...card, data: { ...card.data, name } })

const oldChat = [
  { user_name: 'Ada', character_name: 'Mira of the Pier', chat_metadata: {} },
  { name: 'Mira of the Pier', is_user: false, send_date: 'July 12, 2024 1:31am', mes: 'Come in!' },
  { name: 'Ada', is_user: true, send_date: 'July 12, 2024 1:32am', mes: 'Is the lamp lit?' },
  { name: 'Mira of the Pier', is_user: false, send_date: 'July 12, 2024 1:33am', mes: 'Since dusk.' },
]

const files: Record<string, string | Buffer> = {
  'cards/mira.png': makePng({
    chara: named(v2Card(), 'Mira of the Pier'),
    ccv3: named(v3Card(), 'Mira of the Pier'),
    size: { width: 60, height: 80 },
  }),
  'cards/tom.json': JSON.stringify(named(v2Card(), 'Tom of the Inn')),
  'cards/holiday.png': makePng(),
  'worlds/Harrow Point.json': JSON.stringify({
    entries: { 0: { uid: 0, key: ['lamp'], content: 'The lamp is old.' } },
  }),
  'chats/Mira of the Pier/2024-07-12.jsonl': oldChat.map((line) => JSON.stringify(line)).join('\n'),
}

/** Runs with a folder like a user's, which contains cards, a lorebook and an old chat. */
const withFolder = async (run: (folder: string, paths: string[]) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'facet-import-'))
  const paths = Object.keys(files).map((name) => join(folder, name))
  try {
    for (const [index, content] of Object.values(files).entries()) {
      await mkdir(join(paths[index]!, '..'), { recursive: true })
      await writeFile(paths[index]!, content)
    }
    await run(folder, paths)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Drags a folder over the page as a file manager does. Calls `over` before the drop. */
const drop = async (page: Page, folder: string, over: () => Promise<unknown>) => {
  const devtools = await page.context().newCDPSession(page)
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devtools.send('Input.dispatchDragEvent', {
      type,
      x: 300,
      y: 300,
      data: { items: [], files: [folder], dragOperationsMask: 1 },
    })
  await drag('dragEnter')
  await drag('dragOver')
  await over()
  await drag('drop')
  await devtools.detach()
}

/** Imports the previewed files, and opens the imported chat. */
const importAll = async (assert: Assert, page: Page) => {
  const main = page.getByRole('main')
  await main.getByText('Lorebook · 1 entry').waitFor()
  await main.getByText('From these files').waitFor()
  const start = main.getByRole('button', { name: 'Import 4 files' })
  await start.waitFor()
  assert.deepEqual(await axeViolations(page), [])
  assert.deepEqual(await sidewaysOverflow(page), [])
  await start.click()

  await main.getByRole('heading', { name: 'Import report' }).waitFor()
  await main.getByText('Imported: 2 characters, 1 lorebook, and 1 chat. Not imported: 1.').waitFor()
  await main.getByText('How it was read: Mira of the Pier').click()
  await main.getByText('Read as card V3 (chara_card_v3 3.0).').waitFor()
  assert.deepEqual(await axeViolations(page), [])
  assert.deepEqual(await sidewaysOverflow(page), [])
  await main.getByRole('link', { name: 'Continue this chat' }).click()
  await on(page).composer.waitFor()
}

const goOn = async (assert: Assert, page: Page, stage: { upstream: any }) => {
  await on(page).messages.nth(2).waitFor()
  assert.deepEqual(await shownTexts(page), ['Come in!', 'Is the lamp lit?', 'Since dusk.'])
  stage.upstream.answer = speak(['And it stays lit.'])
  await say(page, 'Keep it so.')
  await settled(page)
  assert.deepEqual((await shownTexts(page)).slice(-2), ['Keep it so.', 'And it stays lit.'])
}

test.group('Import', () => {
  journey(
    'brings a dropped folder of cards, a lorebook and an old chat, which goes on',
    { rubies: 50, width: 1440, height: 900 },
    async ({ assert, stage, page }) => {
      await withFolder(async (folder) => {
        await page.goto('/')
        await on(page).gallery.waitFor()
        await drop(page, folder, () => page.getByText('Drop to import').waitFor())
        await page.waitForURL('/import')
        await importAll(assert, page)
        await goOn(assert, page, stage)
      })
    }
  ).tags(longRun)

  journey(
    'brings chosen files on a phone, and recognizes them the second time',
    { rubies: 50, width: 390, height: 844 },
    async ({ assert, stage, page }) => {
      await withFolder(async (_, paths) => {
        const main = page.getByRole('main')
        const choose = async () => {
          await page.goto('/create-character')
          await main.getByRole('link', { name: 'Import a card' }).click()
          const [chooser] = await Promise.all([
            page.waitForEvent('filechooser'),
            main.getByRole('button', { name: 'Choose files' }).click(),
          ])
          await chooser.setFiles(paths)
        }
        await choose()
        await importAll(assert, page)
        await goOn(assert, page, stage)

        await choose()
        await main.getByText('You have this one').first().waitFor()
        await page.setViewportSize({ width: 320, height: 640 })
        assert.deepEqual(await axeViolations(page), [])
        assert.deepEqual(await sidewaysOverflow(page), [])
      })
    }
  ).tags(longRun)
})
