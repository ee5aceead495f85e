import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { makePng, makeZip, v2Card } from '#modules/cards/tests/support/index'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on } from './support/screens.ts'

test.group('Imports of cards', () => {
  journey('run in the background, and show their result', { rubies: 50 }, async ({ assert, stage, page, client }) => {
    await stage.makeAdmin(client!)
    const main = page.getByRole('main')
    const word = `w${randomBytes(4).toString('hex')}`
    const cardOf = (name: string) => ({ ...v2Card(), data: { ...v2Card().data, name } })
    await page.goto('/admin/characters')
    await main.getByText('No imports in the last 30 days.').waitFor()
    await main.getByLabel('Cards or zips of cards').setInputFiles({
      name: 'pack.zip',
      mimeType: 'application/zip',
      buffer: makeZip([
        { name: 'ann.png', content: makePng({ chara: cardOf(`Ann ${word}`) }) },
        { name: 'ben.json', content: cardOf(`Ben ${word}`) },
        { name: 'broken.png', content: 'no picture' },
      ]),
    })
    await on(page).toasts.filter({ hasText: 'It continues when you leave this page.' }).waitFor()
    await page.reload()
    const row = main.getByRole('list', { name: 'Imports of cards' }).getByRole('listitem')
    await row.filter({ hasText: 'Done' }).filter({ hasText: '2 imported · 1 refused' }).waitFor()
    const download = page.waitForEvent('download')
    await row.getByRole('link', { name: 'Download the report of pack.zip' }).click()
    assert.match((await download).suggestedFilename(), /^card-import-.*\.jsonl$/)
    assert.deepEqual(await axeViolations(page), [])

    // Inserts an import that no process takes, to cancel it.
    await stage.db.query(
      `WITH made AS (
         INSERT INTO card_imports (id, actor_id, files)
         VALUES (uuidv7(), $1, '[{"name":"a.png","bytes":1},{"name":"b.png","bytes":1}]') RETURNING id
       )
       INSERT INTO jobs (id, kind, payload, due_at) SELECT id, 'card_import', '{}', now() + interval '1 day' FROM made`,
      [client!.user.id]
    )
    await page.setViewportSize({ width: 360, height: 740 })
    await page.reload()
    await main.getByRole('button', { name: 'Import characters' }).click()
    await main.getByRole('button', { name: 'Cancel the import of 2 files' }).click()
    const question = page.getByRole('alertdialog', { name: 'Cancel this import?' })
    assert.deepEqual(await axeViolations(page), [])
    await question.getByRole('button', { name: 'Cancel import' }).click()
    await row.filter({ hasText: '2 files' }).filter({ hasText: 'Canceled' }).waitFor()
    assert.deepEqual(await sidewaysOverflow(page), [])
  }).tags(longRun)
})
