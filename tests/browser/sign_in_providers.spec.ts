import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { Client } from '#tests/support/client'
import { startFakeDiscord, type FakeDiscord } from '#tests/support/fake_discord'
import { startOpenIdProvider, type RealProvider } from '#tests/support/openid_provider'
import { startServer, type RunningServer } from '#tests/support/server'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on } from './support/screens.ts'
import { Visitor, type VisitorOptions } from './support/visitor.ts'

let provider: RealProvider
let discord: FakeDiscord
let server: RunningServer

const visit = async (run: (visitor: Visitor) => Promise<void>, options: Partial<VisitorOptions> = {}) => {
  const visitor = await Visitor.open({ url: server.url, ...options })
  // The provider's pages have no favicon and load an external font.
  visitor.tolerate(/GET \/favicon.ico 404/, /fonts\.googleapis\.com/)
  await visitor.context.route('https://**', (route) => route.abort())
  try {
    await run(visitor)
  } finally {
    await visitor.context.close()
  }
}

const signInAtProvider = async (page: Page, name: string) => {
  await page.getByPlaceholder('Enter any login').fill(name)
  await page.getByPlaceholder('and password').fill('anything')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

const userOf = async ({ context }: Visitor) => {
  const client = new Client(server.url)
  const [session] = (await context.cookies()).filter(({ name }) => name === 'facet_session')
  client.cookie = `facet_session=${session?.value}`
  return { client, user: (await client.get('/api/auth/user')).body }
}

const waitForApp = (page: Page) =>
  page.waitForURL((url) => url.origin === server.url && !url.pathname.startsWith('/api/'))
const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor()

test.group('Sign-in with a provider', (group) => {
  group.tap((each) => each.tags(longRun))
  group.setup(async () => {
    provider = await startOpenIdProvider()
    discord = await startFakeDiscord()
    server = await startServer({
      env: {
        OIDC_ISSUER: provider.url,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
        OIDC_NAME: 'Example',
        DISCORD_API_BASE: discord.url,
        DISCORD_CLIENT_ID: discord.clientId,
        DISCORD_CLIENT_SECRET: discord.clientSecret,
        SIGN_IN_TIMEOUT_MS: '60000',
      },
    })
    provider.serve(`${server.url}/api/login/oidc/callback`)
    return async () => {
      await server.kill('SIGKILL')
      provider.close()
      discord.close()
    }
  })

  test('creates an account without JavaScript, returns to the requested page and signs in to the same account again', async ({
    assert,
  }) => {
    provider.people.set('ada', { email: 'ada@example.test', email_verified: true, given_name: 'Ada' })
    const ids: string[] = []
    for (const javaScript of [false, true])
      await visit(
        async (visitor) => {
          const { page } = visitor
          visitor.tolerate(/^failed: GET \S+ csp$/)
          await page.goto('/api/login?next=%2F%3Fq%3Dinn')
          await page.getByRole('link', { name: 'Continue with Example' }).click()
          await signInAtProvider(page, 'ada')
          await waitForApp(page)
          assert.equal(new URL(page.url()).search, '?q=inn')
          const { user } = await userOf(visitor)
          assert.deepInclude(user, { email: 'ada@example.test', firstName: 'Ada', rubies: 50 })
          ids.push(user.id)
          assert.deepEqual(visitor.unexpected(), [])
        },
        { javaScript }
      )
    assert.equal(ids[0], ids[1])
  })

  test('refuses a callback from another browser and a used one', async ({ assert }) => {
    provider.people.set('eve', { email: 'eve@example.test', email_verified: true, given_name: 'Eve' })
    await visit(async (eve) => {
      const callbacks: string[] = []
      eve.context.on('request', (request) => {
        if (request.url().startsWith(`${server.url}/api/login/oidc/callback`)) callbacks.push(request.url())
      })
      await eve.page.goto('/api/login')
      await eve.page.getByRole('link', { name: 'Continue with Example' }).click()
      await signInAtProvider(eve.page, 'eve')
      await waitForApp(eve.page)
      eve.tolerate(/callback 422$/)
      await visit(async (victim) => {
        victim.tolerate(/callback 422$/)
        await victim.page.goto(callbacks[0]!)
        await alert(victim.page, 'started in another browser')
        assert.deepEqual(await victim.context.cookies(), [])
        // The page offers a fresh sign-in.
        await victim.page.getByRole('link', { name: 'Continue with Example' }).waitFor()
      })
      await eve.context.clearCookies({ name: 'facet_session' })
      await eve.page.goto(callbacks[0]!)
      await alert(eve.page, 'was used before')
      assert.isEmpty((await eve.context.cookies()).filter(({ name }) => name === 'facet_session'))
    })
  })

  test('does not sign in to an account with the same e-mail; its owner can link and unlink the provider', async ({
    assert,
  }) => {
    const owner = await new Client(server.url).register()
    provider.people.set('mara', { email: owner.user.email, email_verified: true, given_name: 'Mara' })
    await visit(async (stranger) => {
      stranger.tolerate(/callback 409$/)
      await stranger.page.goto('/api/login?next=%2Fsettings%2Fsecurity')
      await stranger.page.getByRole('link', { name: 'Continue with Example' }).click()
      await signInAtProvider(stranger.page, 'mara')
      await alert(stranger.page, 'then link Example in the settings')
      assert.deepEqual(await axeViolations(stranger.page), [])
    })
    await visit(
      async (visitor) => {
        const { page } = visitor
        const section = page.getByRole('region', { name: 'Other ways to sign in' })
        await page.goto('/settings/security')
        await section.getByRole('button', { name: 'Link Example' }).click()
        await signInAtProvider(page, 'mara')
        await section.getByText('Example is linked. You can now use it to sign in.').waitFor()
        await page.waitForURL('/settings/security')
        assert.deepEqual(await axeViolations(page), [])
        await visit(async (again) => {
          await again.page.goto('/api/login?next=%2Fsettings%2Fsecurity')
          await again.page.getByRole('link', { name: 'Continue with Example' }).click()
          await signInAtProvider(again.page, 'mara')
          await waitForApp(again.page)
          assert.equal((await userOf(again)).user.id, owner.user.id)
        })
        await section.getByRole('button', { name: 'Unlink Example' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink', exact: true }).click()
        await section.getByRole('button', { name: 'Link Example' }).waitFor()
        assert.deepEqual(visitor.unexpected(), [])
      },
      { as: owner }
    )
  })

  test('signs in with Discord on a phone and sets a first password', async ({ assert }) => {
    await visit(
      async (visitor) => {
        const { page } = visitor
        await page.goto('/api/login?next=%2Fsettings%2Fsecurity')
        assert.deepEqual(await axeViolations(page), [])
        assert.deepEqual(await sidewaysOverflow(page), [])
        await page.getByRole('link', { name: 'Continue with Discord' }).click()
        await waitForApp(page)
        const main = page.getByRole('main')
        await main.getByText('This is your only sign-in method').waitFor()
        assert.equal(await main.getByLabel('Current password').count(), 0)
        assert.deepEqual(await sidewaysOverflow(page), [])
        await main.getByLabel('New password', { exact: true }).fill('correct horse')
        await main.getByLabel('Confirm new password').fill('correct horse')
        await main.getByRole('button', { name: 'Set a password' }).click()
        await on(page).toasts.getByText('Password Set', { exact: true }).waitFor()
        await main.getByLabel('Current password').waitFor()
        await main.getByRole('button', { name: 'Unlink Discord' }).waitFor()
        const entered = await new Client(server.url).post('/api/login', {
          email: discord.user.email,
          password: 'correct horse',
        })
        assert.equal(entered.status, 200)
        assert.deepEqual(visitor.unexpected(), [])
      },
      { width: 320, height: 568 }
    )
  })
})
