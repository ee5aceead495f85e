import { test } from '@japa/runner'
import { speak } from '#tests/support/model_upstream'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { on, say, settled } from './support/screens.ts'

test.group('Personas', () => {
  for (const width of [1440, 390])
    journey(
      `are created in the settings and chosen in a chat at ${width} pixels`,
      { rubies: 50 },
      async ({ assert, stage, page }) => {
        const asked: string[] = []
        const answer = speak(['Well met.'])
        stage.upstream.answer = (call) => {
          asked.push(JSON.stringify(call.body))
          return answer(call)
        }
        await page.setViewportSize({ width, height: 844 })
        await page.goto('/settings?tab=persona')
        const section = page.getByRole('region', { name: 'Other personas' })
        await section.getByRole('button', { name: 'New persona' }).click()
        const dialog = page.getByRole('dialog', { name: 'New persona' })
        await dialog.getByRole('textbox', { name: 'Name' }).fill('Ann Tide')
        await dialog.getByRole('textbox', { name: 'Description' }).fill('Wears a red coat.')
        assert.deepEqual(await axeViolations(page), [])
        await dialog.getByRole('button', { name: 'Save persona' }).click()
        await dialog.waitFor({ state: 'detached' })
        await section.getByText('Ann Tide', { exact: true }).waitFor()
        assert.deepEqual(await axeViolations(page), [])

        await page.goto(`/chat/${stage.characterIds[0]!}?new=true`)
        await on(page).composer.waitFor()
        await page.getByRole('button', { name: 'Chat menu' }).click()
        await page.getByRole('menuitem', { name: 'Chat settings' }).click()
        const settings = page.getByRole('dialog', { name: 'Chat settings' })
        await settings.getByRole('combobox', { name: 'Persona of this chat' }).click()
        const saved = page.waitForResponse(
          (response) => response.request().method() === 'PUT' && response.url().endsWith('/settings')
        )
        await page.getByRole('option', { name: 'Ann Tide' }).click()
        assert.equal((await saved).status(), 200)
        assert.deepEqual(await axeViolations(page), [])
        await page.keyboard.press('Escape')
        await settings.waitFor({ state: 'detached' })
        await say(page, 'Good evening.')
        await on(page).messages.getByText('Well met.').waitFor()
        await settled(page)
        assert.include(asked.at(-1)!, 'Wears a red coat.')
      }
    ).tags(longRun)
})
