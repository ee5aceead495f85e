import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { longRun } from '#tests/support/long_run'
import { speak } from '#tests/support/model_upstream'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { newCharacter } from './support/new_character.ts'
import { on, say, settled } from './support/screens.ts'

const savePicture = async (page: Page, shape: 'Portrait' | 'Wide') => {
  const button = on(page).messages.last().getByRole('button', { name: 'More actions' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Save as picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as picture' })
  await dialog.getByRole('button', { name: shape }).click()
  await dialog.getByRole('button', { name: '2', exact: true }).click()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  const png = readFileSync(await (await download).path())
  await dialog.waitFor({ state: 'detached' })
  const size = { type: png.toString('latin1', 1, 4), width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
  return { size, isMarked: png.includes('digitalsourcetype/algorithmicMedia') }
}

test.group('A chat', () => {
  journey(
    'becomes a book to print, and its messages become pictures',
    { rubies: 50 },
    async ({ assert, stage, page, visitor }) => {
      stage.upstream.answer = speak(['*She lifts the lamp.* "Come in," ', "she says. It's late."])
      await page.goto(`/chat/${stage.characterIds[0]}?new=true`)
      await on(page).model.filter({ hasText: 'MythoMist 7B' }).waitFor()
      await say(page, 'Is there a room left?')
      await settled(page)

      await page.getByRole('button', { name: 'Chat menu' }).click()
      const opened = visitor.context.waitForEvent('page')
      await page.getByRole('menuitem', { name: /^Bound book/ }).click()
      const book = await opened
      await book.getByText('“Come in,” she says. It’s late.').waitFor()
      assert.deepEqual(await axeViolations(book), [])
      const positionOf = (image: any) =>
        image.ownerDocument.defaultView.getComputedStyle(image).objectPosition as string
      assert.match(await book.locator('.portrait').evaluate(positionOf), /^(?!50% 20%)[\d.]+% [\d.]+%$/)
      await book.evaluate('window.print = () => (document.title = "Printed")')
      await book.getByRole('button', { name: 'Print' }).click()
      assert.equal(await book.title(), 'Printed')
      const paperSize = async () =>
        /MediaBox\s*\[([\d. ]+)\]/
          .exec((await book.pdf({ preferCSSPageSize: true })).toString('latin1'))?.[1]
          ?.trim()
          .split(' ')
          .map((number) => Math.round(Number(number) / 2.8346))
      assert.deepEqual(await paperSize(), [0, 0, 148, 210])
      await book.getByRole('radio', { name: 'Letter' }).check({ force: true })
      assert.deepEqual(await paperSize(), [0, 0, 216, 279])
      const download = book.waitForEvent('download')
      await book.getByRole('link', { name: 'EPUB' }).click()
      assert.match((await download).suggestedFilename(), /\.epub$/)
      await book.close()

      const portrait = await savePicture(page, 'Portrait')
      assert.deepEqual(portrait, { size: { type: 'PNG', width: 1080, height: 1350 }, isMarked: false })
      assert.deepEqual((await savePicture(page, 'Wide')).size, { type: 'PNG', width: 1200, height: 630 })
    }
  ).tags(longRun)

  journey(
    'becomes a picture with the mark of a portrait that a machine made',
    { rubies: 50 },
    async ({ assert, stage, page, client }) => {
      const { body: drawn } = await client!.post('/api/generate-image', { prompt: 'A lighthouse' })
      const { id } = await newCharacter(client!, { firstMessage: 'Ahoy.', avatar: drawn.imageUrl })
      stage.upstream.answer = speak(['Come in.'])
      await page.goto(`/chat/${id}?new=true`)
      await say(page, 'Good evening.')
      await settled(page)
      assert.isTrue((await savePicture(page, 'Wide')).isMarked)
    }
  ).tags(longRun)
})
