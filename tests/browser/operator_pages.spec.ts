import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on, signInForms } from './support/screens.ts'
import { Visitor } from './support/visitor.ts'

const sizes = [
  ['at a desk', { width: 1440, height: 900 }],
  ['with a phone', { width: 390, height: 844 }],
] as const

test.group('The operator', () => {
  for (const [where, size] of sizes)
    journey(
      `announces something, and a reader dismisses it for good, ${where}`,
      { rubies: 50, ownServer: true, ...size },
      async ({ assert, stage, page, client: admin }) => {
        await stage.makeAdmin(admin!)
        await page.goto('/admin/announcements')
        await page.getByRole('button', { name: 'New announcement' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('textbox', { name: 'Text' }).fill('We move to a **larger machine** on Friday.')
        await dialog.getByRole('region', { name: 'Preview' }).getByText('larger machine').waitFor()
        assert.deepEqual(await axeViolations(page), [])
        await dialog.getByRole('button', { name: 'Publish' }).click()
        await on(page).toasts.filter({ hasText: 'Announcement published' }).waitFor()

        const reader = await Visitor.open({ url: stage.server.url, ...size })
        const banner = reader.page.getByRole('region', { name: 'Announcements' })
        await reader.page.goto('/')
        await banner.getByText('larger machine').waitFor()
        assert.deepEqual(await axeViolations(reader.page), [])
        assert.deepEqual(await sidewaysOverflow(reader.page), [])
        await banner.getByRole('button', { name: 'Dismiss announcement' }).click()
        await banner.waitFor({ state: 'detached' })
        await reader.page.reload()
        await reader.page.getByRole('heading', { name: /^Welcome to/ }).waitFor()
        assert.equal(await banner.count(), 0)
        assert.deepEqual(reader.unexpected(), [])
        await reader.context.close()
      }
    ).tags(size.width === 390 ? [] : longRun)

  for (const [where, size] of sizes)
    journey(
      `publishes terms, which a visitor agrees to and is asked for again when they change, ${where}`,
      { ownServer: true, ...size },
      async ({ assert, stage, page, visitor }) => {
        const admin = await stage.visitor()
        await stage.makeAdmin(admin)
        const publish = (text: string) => admin.put('/api/admin/pages/terms', { text })
        const sentence = 'All users of this site have to be kind to each other at all times.'
        assert.equal((await publish(`# Kindness\n\n${sentence}`)).status, 200)

        await page.goto('/')
        await page.getByRole('navigation', { name: 'About this site' }).getByRole('link', { name: 'Terms' }).click()
        await page.getByText(sentence).waitFor()
        assert.deepEqual(await axeViolations(page), [])
        assert.deepEqual(await sidewaysOverflow(page), [])

        await page.goto('/api/login?mode=register')
        const { register } = signInForms(page)
        const email = `agrees-${size.width}-${Date.now()}@example.test`
        await register.getByLabel('E-mail').fill(email)
        await register.getByLabel('Password').fill('correct horse battery')
        visitor.tolerate(/^answer: POST \/api\/register 422$/)
        await register.getByRole('button', { name: 'Create account' }).click()
        await page.getByText('Please read the terms and agree to them.').waitFor()
        assert.deepEqual(await axeViolations(page), [])
        await register.getByLabel('Password').fill('correct horse battery')
        await register.getByRole('checkbox', { name: 'I agree to the terms' }).check()
        await register.getByRole('button', { name: 'Create account' }).click()
        await on(page).cards.first().waitFor()

        await publish(`# Kindness\n\n${sentence.replace('kind', 'very kind')}`)
        await page.reload()
        await page.getByRole('heading', { name: 'Something has changed' }).waitFor()
        await page.locator('ins').filter({ hasText: 'very' }).waitFor()
        assert.deepEqual(await axeViolations(page), [])
        assert.deepEqual(await sidewaysOverflow(page), [])
        await page.getByRole('checkbox', { name: 'I agree to the terms' }).check()
        await page.getByRole('button', { name: 'Agree and continue' }).click()
        await on(page).cards.first().waitFor()
        await page.reload()
        await on(page).cards.first().waitFor()
        const { rows } = await stage.db.query(
          'SELECT page, version FROM agreements WHERE user_id = (SELECT id FROM users WHERE email = $1) ORDER BY version',
          [email]
        )
        assert.deepEqual(rows, [
          { page: 'terms', version: 1 },
          { page: 'terms', version: 2 },
        ])
      }
    ).tags(size.width === 390 ? [] : longRun)
})
