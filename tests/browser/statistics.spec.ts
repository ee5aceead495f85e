import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { newCharacter } from './support/new_character.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { seeded, seedStatistics } from './support/seed_statistics.ts'

test.group('Creators', () => {
  for (const [what, size] of [
    ['at a desk', { width: 1440, height: 900 }],
    ['with a phone', { width: 390, height: 844 }],
  ] as const)
    journey(`read a month of statistics ${what}`, { rubies: 50, ...size }, async ({ assert, stage, page, client }) => {
      const { id } = await newCharacter(client!, { name: 'Marisol of the Pier' })
      await seedStatistics(stage.db, client!.user.id, id)
      const main = page.getByRole('main')
      const look = async () => assert.deepEqual([...(await axeViolations(page)), ...(await sidewaysOverflow(page))], [])
      const messages = main.getByRole('figure', { name: 'Messages' })
      const total = seeded.messages.toLocaleString('en')

      await page.goto('/library')
      await main.getByRole('link', { name: 'Statistics' }).click()
      await messages.getByText(total, { exact: true }).first().waitFor()
      await look()
      await main.getByRole('link', { name: 'Marisol of the Pier' }).click()
      await main.getByRole('rowheader', { name: 'Version 2' }).waitFor()
      await messages.getByText(total, { exact: true }).first().waitFor()
      await look()

      await main.getByRole('combobox', { name: 'Version' }).click()
      await page.getByRole('option', { name: 'Version 2' }).click()
      await messages.getByText(seeded.messagesOfVersion2.toLocaleString('en'), { exact: true }).first().waitFor()
      await main.getByRole('combobox', { name: 'Version' }).click()
      await page.getByRole('option', { name: 'All versions' }).click()
      await messages.getByText(total, { exact: true }).first().waitFor()

      // The newest day is read with the keyboard.
      const slider = messages.getByRole('slider')
      await slider.focus()
      assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /: 40$/)
      await slider.press('ArrowLeft')
      assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /: 41$/)

      const downloading = page.waitForEvent('download')
      await main.getByRole('link', { name: 'Download CSV' }).click()
      const download = await downloading
      assert.equal(download.suggestedFilename(), 'Marisol of the Pier statistics.csv')
      const [header, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
      const column = header!.split(',').indexOf('messages')
      const sum = lines.reduce((all, line) => all + Number(line.split(',')[column]), 0)
      assert.equal(sum, seeded.messages)

      await main.getByRole('link', { name: '90 days' }).click()
      await main.getByRole('slider', { name: 'Messages, last 90 days' }).waitFor()
      await messages.getByText(total, { exact: true }).first().waitFor()
      await look()
      await main.getByRole('link', { name: 'Marisol of the Pier' }).click()
      await main.getByRole('link', { name: 'Statistics of Marisol of the Pier' }).waitFor()
    }).tags(size.width === 390 ? [] : longRun)
})
