import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import type { Client } from '#tests/support/client'
import { axeViolations } from './support/axe.ts'
import { startDeployingProxy, type DeployingProxy } from './support/deploying_proxy.ts'
import { sharedStage } from './support/journey.ts'
import { on, until } from './support/screens.ts'
import { Visitor } from './support/visitor.ts'

/** Somebody whose way to the server is in the test's hands, with or without a service worker. */
const visit = async (run: (page: Page, way: DeployingProxy) => Promise<void>, as?: Client, hasWorker = true) => {
  const stage = await sharedStage()
  const way = await startDeployingProxy(stage.server.url)
  const serviceWorkers = hasWorker ? 'allow' : 'block'
  const visitor = await Visitor.open({ url: way.url, as, serviceWorkers })
  try {
    await run(visitor.page, way)
  } finally {
    await visitor.context.close()
    way.close()
  }
}

/** The addresses of all that the service worker keeps. */
const kept = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const found = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname)
    return found
  })()`)

const untilWorkerStands = (page: Page) =>
  until(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'), 'a service worker stands')

const buildOf = (page: Page) => page.evaluate<string>(`document.querySelector('meta[name="build"]').content`)

test.group('Without a connection', () => {
  test('the page says so, in both themes for everybody, and gives way to the wanted one when it is back', async ({
    assert,
  }) => {
    await visit(async (page, way) => {
      await page.goto('/')
      await untilWorkerStands(page)
      way.cut()
      await page.goto('/ruby-shop?tab=history')
      await page.getByRole('heading', { name: 'No connection' }).waitFor()
      assert.deepEqual(await axeViolations(page), [])
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('Still no connection.').waitFor()
      way.mend()
      await page.getByRole('heading', { name: /Page Not Found/ }).waitFor()
      assert.isTrue(page.url().endsWith('/ruby-shop?tab=history'))
    })
  })

  test('nothing is kept but the files of the app', async ({ assert }) => {
    const stage = await sharedStage()
    await visit(
      async (page) => {
        await page.goto('/')
        await on(page).cards.first().waitFor()
        await until(
          async () => (await kept(page)).some((path) => path.includes('/settings_route-')),
          'the build is kept'
        )
        const others = (await kept(page)).filter((path) => !path.startsWith('/assets/'))
        assert.sameMembers(others, ['/offline.html', '/favicon.svg'])
      },
      await stage.visitor()
    )
  })
})

test.group('A new version', () => {
  test('is offered and not forced, while the old one goes on to work', async ({ assert }) => {
    const stage = await sharedStage()
    const client = await stage.visitor()
    const offer = (page: Page) => page.getByText(/^A new version of .+ is ready$/)
    await visit(async (page, way) => {
      const { characterIds } = stage
      const chat = `/chat/${characterIds[0]}`
      await page.goto(chat)
      const { composer } = on(page)
      await composer.fill('Not yet sent')
      // Its script and its styles.
      const hasShop = async () => (await kept(page)).filter((path) => path.includes('/shop_route-')).length === 2
      await until(hasShop, 'the build is kept')
      const old = await buildOf(page)

      // A server that goes, and comes back as another one without the files of the old.
      way.cut()
      await way.deploy('another-one')
      way.gone = /\/shop_route-/
      way.mend()
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
            .then((build) => build === 'another-one')
            .catch(() => false),
        'the new build is shown'
      )
      await composer.waitFor()
      assert.equal(await composer.inputValue(), 'Not yet sent')
      await until(
        async () => (await kept(page)).length > 0 && !(await offer(page).isVisible()),
        'nothing more is offered'
      )
    }, client)
  })

  test('whose old parts are gone and were not kept is told of, once, with a way on', async ({ assert }) => {
    const stage = await sharedStage()
    await visit(
      async (page, way) => {
        await page.goto('/')
        await on(page).cards.first().waitFor()
        let loads = 0
        page.on('load', () => loads++)
        way.gone = /\/shop_route-/
        await page
          .getByRole('banner')
          .getByRole('link', { name: /^Balance/ })
          .click()
        await page.getByRole('heading', { name: 'This page did not arrive' }).waitFor()
        assert.equal(loads, 0)
        way.gone = null
        await page.getByRole('button', { name: 'Reload' }).click()
        await page.getByRole('heading', { level: 1, name: 'Ruby shop' }).waitFor()
      },
      await stage.visitor(),
      false
    )
  })
})
