import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { Client } from '#tests/support/client'
import type { Stage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { focusOn } from './support/keys.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on } from './support/screens.ts'

const parts = (page: Page) => {
  const main = page.getByRole('main')
  return {
    main,
    heading: main.getByRole('heading', { level: 1, name: 'Character management' }),
    search: main.getByRole('searchbox', { name: 'Search all characters' }),
    file: main.getByLabel('JSON file with characters'),
    picker: main.getByRole('combobox', { name: 'Character' }),
    text: (name: string) => page.getByRole('textbox', { name, exact: true }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    row: (name: string) => main.getByRole('article').filter({ has: page.getByRole('link', { name, exact: true }) }),
    toast: (text: string) => on(page).toasts.filter({ hasText: text }),
  }
}

/** Makes a user an admin and returns a word that no other test uses. */
const promote = async (stage: Stage, client: Client) => {
  await stage.makeAdmin(client)
  return `w${randomBytes(4).toString('hex')}`
}

/** Returns an entry to import. It is private, because other tests on this server count public characters. */
const entry = (name: string, fields: Record<string, unknown> = {}) => ({
  name,
  greeting: '*The bell rings.* You are early, {{user}}.',
  backstory: 'Took over the ferry from an uncle.',
  personality: 'Dry, and watchful.',
  isPublic: false,
  ...fields,
})

const asFile = (entries: unknown, name = 'people.json', mimeType = 'application/json') => ({
  name,
  mimeType,
  buffer: Buffer.from(JSON.stringify(entries)),
})

test.group('Character management', () => {
  journey('imports, finds, edits and deletes characters', { rubies: 50 }, async ({ assert, stage, page, client }) => {
    const { heading, search, file, picker, text, button, row, toast, main } = parts(page)
    await page.goto('/admin/characters')
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    const word = await promote(stage, client!)
    const [ines, seven] = [`Ines ${word}`, `Seven ${word}`]
    await page.reload()
    await heading.waitFor()

    await file.setInputFiles(asFile('a,b', 'people.csv', 'text/csv'))
    await toast('Invalid File').filter({ hasText: 'Please select a JSON file' }).waitFor()
    await file.setInputFiles(
      asFile([entry(ines, { tags: ['Deep-sea'] }), entry(seven), entry('Mo', { backstory: 'A story of gore.' })])
    )
    await toast('Import Successful').filter({ hasText: 'Successfully imported 2 out of 3 characters' }).waitFor()
    const refused = main.getByRole('list', { name: 'Refused entries' }).getByRole('listitem')
    assert.deepEqual(await refused.allTextContents(), [
      'Entry 3MoCharacters cannot contain: gore (backstory: “A story of gore.”)',
    ])
    const sample = page.waitForEvent('download')
    await button('Sample file').click()
    assert.equal((await sample).suggestedFilename(), 'sample-characters.json')
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(await sidewaysOverflow(page), [])

    await search.fill(word)
    await row(seven).waitFor()
    await picker.fill(ines)
    await page.getByText('1 found').waitFor()
    await picker.press('Enter')
    await text('Image URL').fill('/pictures/builtin/noor-avatar.webp')
    await button('Update image').click()
    await toast('Image Updated').waitFor()
    await text('AI prompt').fill(`A lighthouse in the rain, ${word}`)
    await button('Generate image').click()
    await toast('Image Generated').waitFor()
    await button('Restore the old image').waitFor()
    const { body: found } = await client!.get(`/api/admin/characters?q=${encodeURIComponent(ines)}`)
    assert.match(found[0].avatar, /^\/pictures\//)
    assert.notInclude(found[0].avatar, 'noor')

    await button(`Edit the first message of ${ines}`).click()
    await text('First message').fill('Good evening, {{user}}.')
    await page.getByRole('region', { name: 'Preview' }).getByText('Good evening, Robin.').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await button('Save first message').click()
    await toast('First Message Updated').waitFor()
    await row(ines).waitFor()
    await focusOn(button(`Edit the first message of ${ines}`))

    await button(`Delete ${seven}`).click()
    const question = page.getByRole('alertdialog')
    await question.getByText(`Are you sure you want to delete ${seven}? This action cannot be undone.`).waitFor()
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await toast('Character deleted').waitFor()
    await row(seven).waitFor({ state: 'detached' })
    const { rows } = await stage.db.query('SELECT kind FROM admin_acts WHERE actor_id = $1 ORDER BY id', [
      client!.user.id,
    ])
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      [
        'characters_imported',
        'character_image_changed',
        'character_image_generated',
        'first_message_changed',
        'character_deleted',
      ]
    )
  }).tags(longRun)

  journey('works on a phone', { rubies: 50, width: 360, height: 740 }, async ({ assert, stage, page, client }) => {
    const { heading, search, button, row, toast, main } = parts(page)
    const word = await promote(stage, client!)
    const name = `Harbour ${word}`
    await client!.post('/api/admin/import-characters', [entry(name)])
    await page.goto('/admin/characters')
    await heading.waitFor()
    await search.fill(word)
    await row(name).waitFor()
    assert.deepEqual(await sidewaysOverflow(page), [])
    await button('Import characters').click()
    // An import reloads the list, so its rows are replaced.
    const listed = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/admin/characters')
    await button('Quick import 8 characters').click()
    await toast('Successfully imported 0 out of 8 characters').waitFor()
    await main.getByText('8 already exist').waitFor()
    await listed
    await row(name).waitFor()
    await button(`Change the image of ${name}`).click()
    const dialog = page.getByRole('dialog', { name: `Change the image of ${name}` })
    await dialog.getByRole('textbox', { name: 'Image URL' }).fill('/pictures/builtin/noor-avatar.webp')
    await dialog.getByRole('button', { name: 'Update image' }).click()
    await toast('Image Updated').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await axeViolations(page), [])
    await button('Character images').click()
    await button('Update image').click()
    await toast('Please select a character and enter an image URL').waitFor()
    assert.deepEqual(await sidewaysOverflow(page), [])
  }).tags(longRun)
})
