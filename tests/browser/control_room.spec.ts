import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on } from './support/screens.ts'

const sizes = [
  ['at a desk', { width: 1440, height: 900 }],
  ['with a phone', { width: 360, height: 800 }],
] as const

test.group('The control room', () => {
  for (const [where, size] of sizes)
    journey(
      `connects a server, uses it in a tier, and returns to the configuration, ${where}`,
      { rubies: 50, ownServer: true, ...size },
      async ({ assert, stage, page, client: admin }) => {
        await stage.makeAdmin(admin!)
        await page.goto('/admin/control-room')
        await page.getByRole('heading', { name: 'No connections yet' }).waitFor()
        await page.getByRole('button', { name: 'New connection' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('textbox', { name: 'Name' }).fill('Rented server')
        await dialog.getByRole('textbox', { name: 'Base address' }).fill('https://models.example.test/v1')
        await dialog.getByLabel('Key').fill('sk-secret-7f3a')
        assert.deepEqual(await axeViolations(page), [])
        await dialog.getByRole('button', { name: 'Save' }).click()
        await on(page).toasts.filter({ hasText: 'Connection saved' }).waitFor()
        await page.getByText('key …7f3a').waitFor()

        await page.getByRole('button', { name: 'Edit tier basic' }).click()
        await dialog.getByRole('button', { name: 'Add model' }).click()
        await dialog.getByRole('combobox', { name: 'Model 2' }).fill('small')
        await dialog.getByRole('button', { name: 'Move model 2 up' }).press('Enter')
        await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Small')
        assert.deepEqual(await axeViolations(page), [])
        assert.deepEqual(await sidewaysOverflow(page), [])
        await dialog.getByRole('button', { name: 'Save' }).click()
        await on(page).toasts.filter({ hasText: 'Tier saved' }).waitFor()
        await page.getByText('Rented server: small, then').waitFor()
        assert.deepEqual(await axeViolations(page), [])
        assert.deepEqual(await sidewaysOverflow(page), [])

        await page.getByRole('button', { name: 'Use configuration for tier basic' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Use configuration' }).click()
        await page.getByText('Changed here').waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'Delete Rented server' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
        await page.getByRole('heading', { name: 'No connections yet' }).waitFor()
      }
    ).tags(size.width === 360 ? [] : longRun)
})
