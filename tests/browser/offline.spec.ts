import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import type { Client } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { startDeployingProxy, type DeployingProxy } from './support/deploying_proxy.ts'
import { sharedStage } from './support/journey.ts'
import { on, until } from './support/screens.ts'
import { Visitor } from './support/visitor.ts'

/** Opens a page through a proxy that the test controls, with or without a service worker. */
const visit = async (run: (page: Page, proxy: DeployingProxy) => Promise<void>, as?: Client, hasWorker = true) => {
  const stage = await sharedStage()
  const proxy = await startDeployingProxy(stage.server.url)
  const serviceWorkers = hasWorker ? 'allow' : 'block'
  const visitor = await Visitor.open({ url: proxy.url, as, serviceWorkers })
  try {
    await run(visitor.page, proxy)
  } finally {
    await visitor.context.close()
    proxy.close()
  }
}

/** Returns the paths in the caches of the service worker. */
const cached = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const found = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname)
    return found
  })()`)

const untilWorkerActive = (page: Page) =>
  until(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'), 'a service worker is active')

const buildOf = (page: Page) => page.evaluate<string>(`document.querySelector('meta[name="build"]').content`)

test.group('Without a connection', () => {
  test('the offline page shows in both themes, and reloads when the connection is back', async ({ assert }) => {
    await visit(async (page, proxy) => {
      await page.goto('/')
      await untilWorkerActive(page)
      proxy.cut()
      await page.goto('/ruby-shop?tab=history')
      await page.getByRole('heading', { name: 'No connection' }).waitFor()
      assert.deepEqual(await axeViolations(page), [])
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('Still no connection.').waitFor()
      proxy.mend()
      await page.getByRole('heading', { name: /Page Not Found/ }).waitFor()
      assert.isTrue(page.url().endsWith('/ruby-shop?tab=history'))
    })
  }).tags(longRun)

  test('only the files of the app are cached', async ({ assert }) => {
    const stage = await sharedStage()
    await visit(
      async (page) => {
        await page.goto('/')
        await on(page).cards.first().waitFor()
        await until(
          async () => (await cached(page)).some((path) => path.includes('/settings_route-')),
          'the build is cached'
        )
        const others = (await cached(page)).filter((path) => !path.startsWith('/assets/'))
        assert.sameMembers(others, ['/offline.html', '/favicon.svg'])
      },
      await stage.visitor()
    )
  }).tags(longRun)
})

test.group('A new version', () => {
  test('is offered without a reload, and the old one keeps working', async ({ assert }) => {
    const stage = await sharedStage()
    const client = await stage.visitor()
    const offer = (page: Page) => page.getByText(/^A new version of .+ is ready$/)
    await visit(async (page, proxy) => {
      const { characterIds } = stage
      const chat = `/chat/${characterIds[0]}`
      // The page looks for a new version when its event stream is open again.
      const isListening = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/events')
      await page.goto(chat)
      const { composer } = on(page)
      await composer.fill('Not yet sent')
      const hasShop = async () => (await cached(page)).filter((path) => path.includes('/shop_route-')).length === 2
      await until(hasShop, 'the build is cached')
      await isListening
      const old = await buildOf(page)

      // The server restarts with a new build, without the files of the old one.
      proxy.cut()
      await proxy.deploy('new-build')
      proxy.gone = /\/shop_route-/
      proxy.mend()
      await offer(page).waitFor()
      assert.equal(await composer.inputValue(), 'Not yet sent')
      assert.equal(await buildOf(page), old)

      await page
        .getByRole('banner')
        .getByRole('link', { name: /^Balance/ })
        .click()
      await page.getByRole('heading', { level: 1, name: 'Ruby shop' }).waitFor()
      await page.goBack()
      await composer.waitFor()
      await page.getByRole('button', { name: 'Reload', exact: true }).click()
      await until(
        () =>
          buildOf(page)
            .then((build) => build === 'new-build')
            .catch(() => false),
        'the new build is shown'
      )
      await composer.waitFor()
      assert.equal(await composer.inputValue(), 'Not yet sent')
      await until(async () => (await cached(page)).length > 0 && !(await offer(page).isVisible()), 'the notice is gone')
    }, client)
  }).tags(longRun)

  test('shows an error with a reload button when an old chunk is gone and not cached', async ({ assert }) => {
    const stage = await sharedStage()
    await visit(
      async (page, proxy) => {
        await page.goto('/')
        await on(page).cards.first().waitFor()
        let loads = 0
        page.on('load', () => loads++)
        proxy.gone = /\/shop_route-/
        await page
          .getByRole('banner')
          .getByRole('link', { name: /^Balance/ })
          .click()
        await page.getByRole('heading', { name: 'This page didn’t load' }).waitFor()
        assert.equal(loads, 0)
        proxy.gone = null
        await page.getByRole('button', { name: 'Reload' }).click()
        await page.getByRole('heading', { level: 1, name: 'Ruby shop' }).waitFor()
      },
      await stage.visitor(),
      false
    )
  }).tags(longRun)
})
