import { test } from '@japa/runner'
import { journey } from './support/journey.ts'
import { nextReply, on, settled, shownTexts, signInForms } from './support/screens.ts'

test.group('A shared link', () => {
  journey(
    'leads a visitor through registration into the chat, where one tap gets a reply',
    { width: 390, height: 844 },
    async ({ assert, stage, page }) => {
      const { composer, messages, cursor } = on(page)
      const { rows } = await stage.db.query<{ id: string }>(`SELECT id FROM characters WHERE name = 'Sunny Adeyemi'`)
      await page.goto(`/share/${rows[0]!.id}`)
      await page.getByRole('heading', { name: 'Sunny Adeyemi', level: 1 }).waitFor()
      await page.getByRole('link', { name: 'Start chat' }).click()

      const { register } = signInForms(page)
      await register.getByLabel('What should they call you?').fill('Robin')
      await register.getByLabel('E-mail').fill(`shared-${Date.now()}@example.test`)
      await register.getByLabel('Password').fill('correct horse battery')
      await register.getByRole('button', { name: 'Create account' }).click()

      await composer.waitFor()
      assert.equal(new URL(page.url()).pathname, `/chat/${rows[0]!.id}`)
      const model = nextReply(stage.upstream)
      const starter = "brain won't shut up. you?"
      const greeting = page.getByRole('button', { name: starter })
      // A tap sends nothing before the models have loaded.
      await on(page).model.filter({ hasText: 'MythoMist 7B' }).waitFor()
      await greeting.click()
      const { body } = await model.asked
      assert.include(JSON.stringify(body), 'Robin')
      await model.say('Robin! ')
      await cursor.waitFor()
      await messages.filter({ hasText: 'Robin!' }).waitFor()
      await model.say('Come in.')
      await model.end()
      await settled(page)
      assert.deepEqual((await shownTexts(page)).slice(1), [starter, 'Robin! Come in.'])
      assert.equal(await greeting.count(), 0)
    }
  )
})
