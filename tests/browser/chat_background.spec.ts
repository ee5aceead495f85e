import { test } from '@japa/runner'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { longRun } from '#tests/support/long_run'

test.group('A picture behind a chat', () => {
  for (const width of [390, 1440])
    journey(
      `comes from the library, and is removed in the chat, at ${width} pixels`,
      { rubies: 100, width, height: 844 },
      async ({ assert, stage, page, client }) => {
        await stage.chats(client!, 1, 'reroll')
        const { body: drawn } = await client!.post('/api/generate-image', { prompt: 'A harbour' })
        assert.isString(drawn.imageUrl)
        await page.goto('/library/pictures')
        await page.getByRole('button', { name: 'More for: A harbour' }).click()
        await page.getByRole('menuitem', { name: 'Use as a chat’s background' }).click()
        const dialog = page.getByRole('dialog', { name: 'Behind which chat?' })
        const chats = dialog.getByRole('list', { name: 'Chats' })
        await chats.getByRole('button').waitFor()
        assert.deepEqual(await sidewaysOverflow(page), [])
        assert.deepEqual(await axeViolations(page), [])
        await chats.getByRole('button').click()
        await page.waitForURL(/\/chat\/.*session=/)
        const behind = page.locator('.chat-backdrop img[src^="/pictures/chats/"]')
        await behind.waitFor()

        await page.getByRole('button', { name: 'Chat menu' }).click()
        await page.getByRole('menuitem', { name: 'Background picture' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Remove from the background' }).click()
        await behind.waitFor({ state: 'detached' })
      }
    ).tags(width === 390 ? [] : longRun)
})
