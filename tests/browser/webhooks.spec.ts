import { test } from '@japa/runner'
import { countSignatures, startWebhookReceiver } from '#tests/support/webhook_receiver'
import { journey } from './support/journey.ts'

const receiver = await startWebhookReceiver()

test.group('Webhooks', (group) => {
  group.teardown(() => receiver.close())

  journey(
    'are added, tried, sent again and deleted with a phone',
    { rubies: 50, ownServer: true, env: { OUTBOUND_PRIVATE: receiver.host }, width: 390, height: 844 },
    async ({ assert, page }) => {
      const main = page.getByRole('main')
      const dialog = page.getByRole('dialog')
      await page.goto('/settings')
      await main.getByRole('link', { name: 'Webhooks' }).click()
      await main.getByRole('button', { name: 'New webhook' }).click()
      await dialog.getByLabel('Address').fill(receiver.url)
      await dialog.getByRole('checkbox', { name: 'A chat begins' }).check()
      await dialog.getByRole('button', { name: 'Create webhook' }).click()
      const secret = await dialog.getByLabel('Secret').inputValue()
      await dialog.getByRole('button', { name: 'Done' }).click()

      await main.getByRole('button', { name: 'Events' }).click()
      await dialog.getByText('No events yet.').waitFor()
      await dialog.getByRole('button', { name: 'Send a test event' }).click()
      await dialog.getByText('Delivered').waitFor()
      await dialog.getByRole('button', { name: 'Send again' }).click()
      await receiver.waitFor(2)
      for (const taken of receiver.taken) assert.equal(countSignatures(taken, secret), 1)
      assert.equal(receiver.taken[0]!.headers['webhook-id'], receiver.taken[1]!.headers['webhook-id'])
      await dialog.getByRole('button', { name: 'Close' }).click()

      await main.getByRole('button', { name: 'Turn off' }).click()
      await main.getByText('You turned it off.').waitFor()
      await main.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await main.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
    }
  )
})
