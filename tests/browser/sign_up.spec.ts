import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { on, signInForms } from './support/screens.ts'
import { Visitor } from './support/visitor.ts'

const sizes = [
  { width: 1_440, height: 900 },
  { width: 390, height: 844 },
] as const

test.group('Sign-up', () => {
  journey(
    'solves the challenge of a network’s second account in the background',
    { ownServer: true, env: { CHALLENGE: 'on', RATE_LIMITS: 'on' } },
    async ({ stage, page }) => {
      await new Client(stage.server.url).register()
      await page.goto('/api/login?mode=register')
      const { register } = signInForms(page)
      await register.getByLabel('E-mail').fill('robin@example.test')
      await register.getByLabel('Password').fill('correct horse battery')
      await register.getByRole('button', { name: 'Create account' }).click()
      await on(page).gallery.waitFor()
    }
  )

  for (const size of sizes) {
    const invited = journey(
      `by invitation opens an account with the link that an admin made, at ${size.width} px`,
      { ...size, rubies: 50, ownServer: true },
      async ({ assert, stage, page, client }) => {
        await stage.makeAdmin(client!)
        await page.goto('/admin/sign-up')
        await page.getByRole('radio', { name: /^By invitation/ }).check()
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await on(page).toasts.getByText('Rules saved').waitFor()
        await page.getByRole('link', { name: 'Invite people' }).click()
        await page.getByRole('button', { name: 'New invitation' }).click()
        await page.getByLabel('Note').fill('For Robin')
        await page.getByLabel('Rubies for each person').fill('20')
        await page.getByRole('button', { name: 'Create link' }).click()
        const link = await page.getByLabel('Link', { exact: true }).inputValue()
        assert.deepEqual(await axeViolations(page), [])
        await page.getByRole('button', { name: 'Done' }).click()

        const guest = await Visitor.open({ url: stage.server.url, ...size })
        await guest.page.goto('/api/login?mode=register')
        await guest.page.getByText('You need an invitation').waitFor()
        await guest.page.goto(link)
        const { register } = signInForms(guest.page)
        await register.getByLabel('E-mail').fill('robin@example.test')
        await register.getByLabel('Password').fill('correct horse battery')
        await register.getByRole('button', { name: 'Create account' }).click()
        await on(guest.page).gallery.waitFor()
        assert.deepEqual(guest.unexpected(), [])
        await guest.context.close()

        await page.goto('/admin/sign-up')
        const row = page.getByRole('list', { name: 'All invitations' }).getByRole('listitem')
        await row.filter({ hasText: 'Brought robin@example.test' }).waitFor()
        assert.deepEqual(await axeViolations(page), [])
        await page.goto('/admin/audit')
        await page.getByRole('heading', { name: /^Rubies granted: robin@example\.test/ }).waitFor()
      }
    )
    const closed = journey(
      `while closed puts visitors on the waiting list, and admins invite them, at ${size.width} px`,
      { ...size, ownServer: true, env: { SIGN_UP: 'closed' } },
      async ({ assert, stage, page }) => {
        await page.goto('/api/login?mode=register')
        await page.getByLabel('E-mail').fill('ann@example.test')
        assert.deepEqual(await axeViolations(page), [])
        await page.getByRole('button', { name: 'Join the waiting list' }).click()
        await page.getByRole('heading', { name: 'You’re on the list' }).waitFor()

        const setMode = (mode: string) =>
          stage.db.query(
            'INSERT INTO sign_up_settings (mode) VALUES ($1) ON CONFLICT (id) DO UPDATE SET mode = excluded.mode',
            [mode]
          )
        await setMode('open')
        const admin = await stage.visitor()
        await stage.makeAdmin(admin)
        await setMode('invited')
        const desk = await Visitor.open({ url: stage.server.url, as: admin, ...size })
        await desk.page.goto('/admin/sign-up')
        await desk.page.getByRole('link', { name: 'Invite ann@example.test' }).click()
        await desk.page.getByRole('button', { name: 'Create link' }).click()
        const link = await desk.page.getByLabel('Link', { exact: true }).inputValue()
        assert.deepEqual(desk.unexpected(), [])
        await desk.context.close()

        await page.goto(link)
        await signInForms(page).register.getByLabel('E-mail').fill('ann@example.test')
        await signInForms(page).register.getByLabel('Password').fill('correct horse battery')
        await signInForms(page).register.getByRole('button', { name: 'Create account' }).click()
        await on(page).gallery.waitFor()
        const { rows } = await stage.db.query('SELECT FROM waiting_list')
        assert.lengthOf(rows, 0)
      }
    )
    if (size.width === 1_440) {
      invited.tags(longRun)
      closed.tags(longRun)
    }
  }
})
