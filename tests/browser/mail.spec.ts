import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { linkTo } from './support/mail.ts'
import { on, signInForms } from './support/screens.ts'
import { Visitor } from './support/visitor.ts'

test.group('Mail', () => {
  journey(
    'lets a user without the password in again, by a link that an admin reads in the outbox',
    { width: 390, height: 844, javaScript: false },
    async ({ assert, stage, page, visitor }) => {
      // With scripts off, the browser refuses our own scripts.
      visitor.tolerate(/^failed: GET \S+\.js csp$/)
      const { email } = (await stage.visitor()).user
      await page.goto('/api/login')
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: 'Send link' }).click()
      await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
      await linkTo(stage, email, /Reset/)

      const admin = await stage.visitor()
      await stage.makeAdmin(admin)
      const desk = await Visitor.open({ url: stage.server.url, as: admin, width: 390, height: 844 })
      await desk.page.goto('/admin')
      await desk.page.getByRole('link', { name: 'Outbox' }).click()
      await desk.page.getByRole('link', { name: new RegExp(`^Reset your .*${email}`) }).click()
      const text = await desk.page.getByRole('tabpanel', { name: 'Text' }).innerText()
      const { pathname, search } = new URL(/https?:\S+/.exec(text)![0])
      await desk.page.getByRole('tab', { name: 'HTML' }).click()
      const html = desk.page.frameLocator('iframe')
      await html.getByRole('heading', { name: /^Reset your/ }).waitFor()
      assert.equal(
        await html.getByRole('link', { name: 'Choose a new password' }).getAttribute('href'),
        stage.server.url + pathname + search
      )
      assert.deepEqual(await axeViolations(desk.page), [])
      await desk.page.goto('/admin/audit')
      await desk.page
        .getByRole('heading', { name: `Mail read: Robin <${email}>` })
        .first()
        .waitFor()
      assert.deepEqual(desk.unexpected(), [])
      await desk.context.close()

      await page.goto(pathname + search)
      await page.getByLabel('New password').fill('another horse')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByRole('heading', { name: 'Password changed' }).waitFor()
      await page.getByRole('link', { name: 'Sign in' }).click()
      const { signIn } = signInForms(page)
      await signIn.getByLabel('E-mail').fill(email)
      await signIn.getByLabel('Password').fill('another horse')
      await signIn.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL('/')

      visitor.tolerate(/^answer: GET \/api\/password\/reset\S* 404$/)
      await page.goto(pathname + search)
      await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
    }
  ).tags(longRun)

  journey(
    'verifies an address on another device after signing in there, and the settings show it',
    { rubies: 50 },
    async ({ stage, page, client, visitor }) => {
      const { email } = client!.user
      await page.goto('/settings')
      await page.getByText('isn’t verified').waitFor()
      await page.getByRole('button', { name: 'Send link' }).click()
      await on(page).toasts.getByText('Link Sent').waitFor()

      const phone = await Visitor.open({ url: stage.server.url, width: 390, height: 844 })
      await phone.page.goto(await linkTo(stage, email, /Verify/))
      const { signIn } = signInForms(phone.page)
      await signIn.getByLabel('E-mail').fill(email)
      await signIn.getByLabel('Password').fill('correct horse')
      await signIn.getByLabel('Password').press('Enter')
      await phone.page.getByRole('button', { name: 'Verify address' }).click()
      await phone.page.getByRole('heading', { name: 'Address verified' }).waitFor()
      await phone.context.close()

      // This device doesn't know yet that the address is verified.
      visitor.tolerate(/^answer: POST \/api\/user\/verification-mail 409$/)
      await page.getByRole('button', { name: 'Send again' }).click()
      await page.getByText(`${email} is verified.`).waitFor()
    }
  ).tags(longRun)
})
