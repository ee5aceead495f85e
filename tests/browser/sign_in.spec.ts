import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { journey } from './support/journey.ts'
import { signInForms, followSignInRedirect, on } from './support/screens.ts'

test.group('Sign-in', () => {
  journey(
    'works without JavaScript: register, keep the e-mail after a wrong password, sign in and out',
    { javaScript: false },
    async ({ assert, page, visitor }) => {
      const email = `plain-${Date.now()}@example.test`
      const sessions = async () => (await visitor.context.cookies()).filter(({ name }) => name === 'facet_session')
      const { signIn, register } = signInForms(page)
      // With scripts off, the browser refuses our own scripts.
      visitor.tolerate(/^failed: GET \S+\.js csp$/)
      await page.goto('/')
      await page.getByRole('link', { name: 'sign in' }).click()
      await page.getByRole('link', { name: 'Create account' }).click()

      await register.getByLabel('E-mail').fill(email)
      await register.getByLabel('Password').fill('correct horse battery')
      await register.getByRole('button').click()
      await page.waitForURL('/')
      assert.lengthOf(await sessions(), 1)

      await page.goto('/api/logout')
      await page.waitForURL('/')
      assert.lengthOf(await sessions(), 0)

      visitor.tolerate(/^answer: POST \/api\/login 422$/)
      await page.goto('/api/login?next=%2F%3Fq%3Dinn')
      await signIn.getByLabel('E-mail').fill(email)
      await signIn.getByLabel('Password').fill('wrong horse battery')
      await signIn.getByRole('button').click()
      await page.getByRole('alert').waitFor()
      assert.equal(await signIn.getByLabel('E-mail').inputValue(), email)
      assert.equal(await signIn.getByLabel('Password').inputValue(), '')
      assert.lengthOf(await sessions(), 0)

      await signIn.getByLabel('Password').fill('correct horse battery')
      await signIn.getByRole('button').click()
      await page.waitForURL('/?q=inn')
      assert.lengthOf(await sessions(), 1)
    }
  ).tags(longRun)

  journey('reveals a password on request and submits it as a password', {}, async ({ assert, page }) => {
    await page.goto('/api/login?mode=register')
    const { register: form } = signInForms(page)
    const password = form.getByLabel('Password')
    const reveal = form.getByRole('switch', { name: 'Show password' })
    assert.equal(await password.getAttribute('type'), 'password')
    await password.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    assert.equal(await password.getAttribute('type'), 'text')
    assert.equal(await reveal.getAttribute('aria-checked'), 'true')
    await reveal.click()
    assert.equal(await password.getAttribute('type'), 'password')
    await reveal.click()
    await page.evaluate(
      `addEventListener('submit', (event) => event.preventDefault()); HTMLFormElement.prototype.submit = () => {}`
    )
    await form.getByLabel('E-mail').fill('robin@example.test')
    await password.fill('correct horse battery')
    await form.getByRole('button').click()
    assert.equal(await password.getAttribute('type'), 'password')
  }).tags(longRun)

  journey('shows a taken e-mail next to its field', {}, async ({ assert, stage, page, visitor }) => {
    visitor.tolerate(/^answer: POST \/api\/register 4/)
    const { user } = await stage.visitor()
    const { register } = signInForms(page)
    await page.goto('/api/login?mode=register')
    await register.getByLabel('E-mail').fill(user.email)
    await register.getByLabel('Password').fill('correct horse battery')
    await register.getByRole('button').click()
    await register.locator('[aria-invalid="true"]').waitFor()
    assert.equal(await register.getByLabel('E-mail').inputValue(), user.email)
    // The invalid field has the focus.
    assert.isTrue(
      await register.getByLabel('E-mail').evaluate((input: any) => input === input.ownerDocument.activeElement)
    )
  }).tags(longRun)

  journey(
    'is required again when the session ends, and leads back to the page',
    { rubies: 50 },
    async ({ assert, stage, page, client, visitor }) => {
      visitor.tolerate(/^answer: .* 401$/)
      await page.goto(`/chat/${stage.characterIds[0]}?new=true`)
      await on(page).composer.waitFor()
      await on(page).composer.fill('Still here?')
      // Enter sends nothing before the models have loaded.
      await page.getByRole('button', { name: /^Send for /, disabled: false }).waitFor()
      const { pathname, search } = new URL(page.url())
      await followSignInRedirect(
        page,
        on(page).toasts.getByText('You are logged out. Logging in again...', { exact: true }),
        async () => {
          // Any call of the page may be the first to notice that the session has ended.
          await visitor.context.clearCookies()
          await on(page).composer.press('Enter')
        }
      )
      const { signIn } = signInForms(page)
      await signIn.getByLabel('E-mail').fill(client!.user.email)
      await signIn.getByLabel('Password').fill('correct horse')
      await signIn.getByRole('button').click()
      await on(page).composer.waitFor()
      const back = new URL(page.url())
      assert.equal(back.pathname, pathname)
      assert.equal(back.searchParams.get('session') ?? search, new URLSearchParams(search).get('session') ?? search)
      // The message was never confirmed, so it can be sent again.
      await on(page).messages.filter({ hasText: 'Still here?' }).waitFor()
      await on(page).retry.waitFor()
    }
  ).tags(longRun)
})
