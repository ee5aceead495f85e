import { test } from '@japa/runner'
import type { CharacterDetails } from '#modules/gallery/api'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { on } from './support/screens.ts'
import { Visitor } from './support/visitor.ts'

const backstory = 'Eleven winters at Harrow Point, and nobody came to see the lamp or her.'

test.group('A character that changes', () => {
  journey('is updated in a chat, brought back by its owner and forked', { rubies: 50 }, async (scene) => {
    const { assert, page, stage, visitor } = scene
    const author = await stage.visitor(0)
    const theirs = await Visitor.open({ url: stage.server.url, as: author })
    const { body: known } = await author.get('/api/characters?limit=1')
    const { body: made } = await author.post('/api/characters', {
      name: 'Marisol of the Pier',
      description: 'Keeps a light that nobody asked for.',
      personality: 'Dry, patient, watchful.',
      backstory,
      avatar: known[0].avatar,
    })
    const { id } = made as CharacterDetails
    try {
      await page.goto(`/chat/${id}`)
      await page.waitForURL(/\?session=/)
      const tab = await visitor.context.newPage()
      await tab.goto(page.url())
      await on(tab).composer.waitFor()
      const offer = (where = page) => where.getByRole('region', { name: 'Newer version' })
      assert.equal(await offer().count(), 0)

      // The owner edits the character.
      const form = theirs.page
      await form.goto(`/edit-character/${id}`)
      await form.getByRole('textbox', { name: /^Backstory/ }).fill(backstory.replace('Eleven', 'Twelve'))
      await form.getByRole('button', { name: 'Instructions' }).click()
      await form.getByRole('textbox', { name: 'System prompt' }).fill('Stay at sea.')
      await form.getByRole('button', { name: 'Greetings' }).click()
      await form.getByRole('button', { name: 'Add alternate greeting' }).click()
      await form.getByRole('textbox', { name: 'Alternate greeting 1' }).fill('You again?')
      await form
        .getByText(/^About \d+ tokens\./)
        .last()
        .waitFor()
      assert.deepEqual(await axeViolations(form), [])
      await form.getByRole('button', { name: 'Save Changes' }).click()
      await form.waitForURL(`/character/${id}`)
      await form.getByText('2 greetings').waitFor()

      // The chat offers the newest version, in both tabs.
      for (const each of [page, tab]) {
        await each.reload()
        await offer(each).waitFor()
      }
      await page.bringToFront()
      await offer().getByRole('button', { name: 'Update to the newest' }).click()
      const difference = page.getByRole('dialog', { name: 'Update to the newest version?' })
      await difference.getByRole('deletion').filter({ hasText: 'Eleven' }).waitFor()
      await difference.getByRole('insertion').filter({ hasText: 'Twelve' }).waitFor()
      await difference.getByText('Changed. The creator keeps this text private.').waitFor()
      assert.notInclude(await difference.innerText(), 'Stay at sea.')
      assert.deepEqual(await axeViolations(page), [])
      await difference.getByRole('button', { name: 'Update', exact: true }).click()
      await difference.waitFor({ state: 'detached' })
      await Promise.all([page, tab].map((each) => offer(each).waitFor({ state: 'detached' })))

      // The owner restores the first version, which is then the third one.
      await form.getByRole('button', { name: 'Versions of Marisol of the Pier' }).click()
      const versions = form.getByRole('dialog', { name: 'Versions of Marisol of the Pier' })
      await versions.getByRole('button', { name: 'What changed in version 2' }).click()
      await versions.getByText('Stay at sea.').waitFor()
      assert.deepEqual(await axeViolations(form), [])
      await versions.getByRole('button', { name: 'Bring back version 1' }).click()
      await form.getByRole('alertdialog').getByRole('button', { name: 'Bring back' }).click()
      await versions.getByText('Version 3').first().waitFor()
      const { body: restored } = await author.get(`/api/characters/${id}`)
      assert.containsSubset(restored, { backstory, alternateGreetings: [], systemPrompt: null })

      // Another user forks the character, once its owner allows that.
      await author.put(`/api/characters/${id}`, { allowForks: true })
      await page.goto(`/character/${id}`)
      await page.getByRole('button', { name: 'Fork' }).click()
      await page.getByRole('heading', { level: 1, name: 'Edit Marisol of the Pier' }).waitFor()
      await on(page).toasts.filter({ hasText: 'Forked' }).waitFor()
      const fork = new URL(page.url()).pathname.split('/').at(-1)!
      assert.notEqual(fork, id)
      await page.goto(`/character/${fork}`)
      const credits = page.getByRole('region', { name: 'Credits' })
      await credits.getByRole('link', { name: 'Marisol of the Pier' }).click()
      await page.waitForURL(`/character/${id}`)
      await page.getByRole('button', { name: 'Fork' }).waitFor()
      assert.deepEqual(theirs.unexpected(), [])
    } finally {
      await author.call(`/api/characters/${id}`, { method: 'DELETE' })
      await theirs.context.close()
    }
  }).tags(longRun)
})
