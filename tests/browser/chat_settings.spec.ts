import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { speak } from '#tests/support/model_upstream'
import { last, type Stage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { on, say, settled, until } from './support/screens.ts'

const openSettings = async (page: Page) => {
  await page.getByRole('button', { name: 'Chat menu' }).click()
  await page.getByRole('menuitem', { name: 'Chat settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Chat settings' })
  await dialog.getByRole('heading', { name: 'Creativity' }).waitFor()
  return dialog
}

/** Runs `act`, and waits until the settings are saved. */
const saving = async (page: Page, act: () => Promise<unknown>) => {
  const isSaved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/settings')
  )
  await act()
  const status = (await isSaved).status()
  if (status !== 200) throw new Error(`Not saved: ${status}`)
}

const ask = async (page: Page, stage: Stage, text: string) => {
  const { messages } = on(page)
  const before = stage.upstream.calls.length
  stage.upstream.answer = speak([`Answer to ${text}`])
  await say(page, text)
  await messages.getByText(`Answer to ${text}`).waitFor()
  await settled(page)
  await until(async () => stage.upstream.calls.length > before, 'the model was asked')
  const { body } = last(stage.upstream.calls)
  return { body, told: JSON.stringify(body.messages) }
}

test.group('Settings of a chat', () => {
  for (const width of [1440, 390])
    journey(
      `change what the next reply is told at ${width} pixels`,
      { rubies: 50, width, height: 844 },
      async ({ assert, stage, page, client }) => {
        const { body: book } = await client!.post('/api/lorebooks', { name: 'Harbour' })
        const entry = { name: 'Whale', keys: ['whale'], content: 'Whales sing at night.' }
        assert.equal((await client!.post(`/api/lorebooks/${book.id}/entries`, entry)).status, 201)
        const persona = await client!.post('/api/personas', { name: 'Ann Tide', description: 'Wears a red coat.' })
        assert.equal(persona.status, 201)
        await page.goto(`/chat/${stage.characterIds[0]!}?new=true`)
        await on(page).composer.waitFor()

        const settings = await openSettings(page)
        assert.deepEqual(await axeViolations(page), [])
        await settings.getByRole('textbox', { name: 'Note' }).fill('It rains.')
        await settings.getByRole('textbox', { name: 'Depth' }).fill('0')
        await saving(page, () => settings.getByRole('button', { name: 'Save note' }).click())
        await saving(page, () => settings.getByText('Short', { exact: true }).click())
        await saving(page, () => settings.getByText('Wild', { exact: true }).click())
        await settings.getByText('Custom', { exact: true }).click()
        const temperature = settings.getByRole('textbox', { name: 'Temperature' })
        assert.equal(await temperature.inputValue(), '1.2')
        await temperature.fill('3')
        await settings.getByText('A number from 0 to 2.').waitFor()
        assert.deepEqual(await axeViolations(page), [])
        await temperature.fill('')
        const slider = settings.getByRole('slider', { name: 'Temperature' })
        await slider.focus()
        await saving(page, () => page.keyboard.press('ArrowRight'))
        await saving(page, () => settings.getByRole('checkbox', { name: 'Harbour' }).click())
        await settings.getByRole('combobox', { name: 'Persona of this chat' }).click()
        await saving(page, () => page.getByRole('option', { name: 'Ann Tide' }).click())
        // This value is saved when the dialog closes.
        await settings.getByRole('textbox', { name: 'Top P' }).fill('0.9')
        await saving(page, () => page.keyboard.press('Escape'))
        await settings.waitFor({ state: 'detached' })

        const { body, told } = await ask(page, stage, 'Is there a whale?')
        for (const text of ['It rains.', 'One to three sentences.', 'Whales sing at night.', 'Wears a red coat.'])
          assert.include(told, text)
        const { temperature: sent, top_p, min_p } = body
        assert.deepEqual({ sent, top_p, min_p }, { sent: 1.01, top_p: 0.9, min_p: 0.04 })
      }
    ).tags(longRun)

  for (const width of [1440, 390])
    journey(
      `are the user’s own where a chat has none at ${width} pixels`,
      { rubies: 50, width, height: 844 },
      async ({ assert, stage, page }) => {
        await page.goto('/settings/content')
        const style = page.getByRole('region', { name: 'Creativity' })
        await saving(page, () => style.getByText('Lively', { exact: true }).click())
        await style.getByText('Custom', { exact: true }).click()
        await saving(page, () => style.getByRole('textbox', { name: 'Seed' }).fill('7'))
        await style.getByText('Saved', { exact: true }).waitFor()
        assert.deepEqual(await axeViolations(page), [])

        await page.goto(`/chat/${stage.characterIds[0]!}?new=true`)
        await on(page).composer.waitFor()
        const { body } = await ask(page, stage, 'Good evening.')
        assert.deepEqual([body.temperature, body.seed], [0.95, 7])
        const settings = await openSettings(page)
        await saving(page, () => settings.getByText('Steady', { exact: true }).click())
        await page.keyboard.press('Escape')
        await settings.waitFor({ state: 'detached' })
        const next = await ask(page, stage, 'And now?')
        assert.deepEqual([next.body.temperature, next.body.seed], [0.6, 7])
      }
    ).tags(longRun)
})
