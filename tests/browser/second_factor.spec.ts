import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { codeOf } from '#modules/accounts/tests/second_factor_support'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { boxOf } from './support/box.ts'
import { journey } from './support/journey.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { signInForms } from './support/screens.ts'

const password = 'correct horse'

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' })

test.group('Two-step sign-in', (group) => {
  group.tap((each) => each.tags(longRun))
  journey(
    'is set up in the settings and required at sign-in, with an app code or a recovery code',
    { rubies: 50, width: 320, height: 700 },
    async ({ assert, page, visitor, client }) => {
      const section = sectionOf(page)
      const fits = async () => assert.deepEqual(await sidewaysOverflow(page), [])
      const assertAccessible = async () => {
        await fits()
        assert.deepEqual(await axeViolations(page), [])
      }
      await page.goto('/settings#two-step')
      const setUp = section.getByRole('button', { name: 'Set up' })
      await setUp.waitFor()
      assert.isBelow((await boxOf(setUp)).y, 700)
      await setUp.focus()
      await page.keyboard.press('Enter')
      await section.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
      const secret = (await section.locator('code').textContent())!.replaceAll(' ', '')
      await assertAccessible()
      await section.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
      await page.keyboard.press('Enter')
      await section.getByText('Save these recovery codes').waitFor()
      await fits()
      const codes = await section.getByRole('listitem').allTextContents()
      assert.lengthOf(codes, 10)
      const saving = page.waitForEvent('download')
      await section.getByRole('button', { name: 'Download' }).click()
      const saved = await readFile(await (await saving).path(), 'utf8')
      for (const code of codes) assert.include(saved, code)
      await section.getByRole('button', { name: 'I’ve saved them' }).click()
      await section.getByText('10 recovery codes are left').waitFor()
      await fits()

      // Sign in once with the app, once with a recovery code.
      const { signIn } = signInForms(page)
      // The page may open its event stream again before the browser leaves it.
      visitor.tolerate(/^answer: GET \/api\/events 401$/)
      const takeFirstStep = async () => {
        await page.goto('/api/logout')
        await page.waitForURL('/')
        await page.goto('/api/login?next=%2Fsettings%2Fsecurity')
        await signIn.getByLabel('E-mail').fill(client!.user.email)
        await signIn.getByLabel('Password').fill(password)
        await signIn.getByRole('button', { name: 'Sign in' }).click()
        await page.waitForURL('/api/login/second-step')
      }
      visitor.tolerate(/^answer: POST \/api\/login\/second-step 422$/)
      await takeFirstStep()
      await assertAccessible()
      await page.getByRole('textbox', { name: 'Code' }).fill('no code')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1))
      await page.keyboard.press('Enter')
      await page.waitForURL('/settings/security')
      await section.getByText('10 recovery codes are left').waitFor()

      await takeFirstStep()
      await page.getByRole('link', { name: 'Use a recovery code' }).click()
      await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0]!)
      await fits()
      await page.keyboard.press('Enter')
      await page.waitForURL('/settings/security')
      await section.getByText('9 recovery codes are left').waitFor()

      await section.getByRole('button', { name: 'Turn off' }).click()
      const dialog = page.getByRole('dialog', { name: 'Turn off two-step sign-in' })
      await fits()
      await dialog.getByRole('textbox', { name: 'Code' }).fill(codes[1]!)
      await page.keyboard.press('Enter')
      await setUp.waitFor()
      assert.isNull(
        (await client!.post('/api/login', { email: client!.user.email, password })).body.secondFactor ?? null
      )
    }
  )

  journey('works without JavaScript', { rubies: 50, javaScript: false }, async ({ assert, page, visitor, client }) => {
    visitor.tolerate(/^failed: GET \S+\.js csp$/)
    const { secret } = (await client!.post('/api/user/second-factor')).body
    const { recoveryCodes } = (await client!.post('/api/user/second-factor/confirm', { code: codeOf(secret) })).body
    await visitor.context.clearCookies()
    await page.goto('/api/login?next=%2F%3Fq%3Dinn')
    const { signIn } = signInForms(page)
    await signIn.getByLabel('E-mail').fill(client!.user.email)
    await signIn.getByLabel('Password').fill(password)
    await signIn.getByRole('button').click()
    await page.waitForURL('/api/login/second-step')
    assert.isUndefined((await visitor.context.cookies()).find(({ name }) => name === 'facet_session'))
    await page.getByRole('link', { name: 'Use a recovery code' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('/?q=inn')
    assert.isDefined((await visitor.context.cookies()).find(({ name }) => name === 'facet_session'))
  })
})
