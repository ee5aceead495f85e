import { test } from '@japa/runner'
import type { CDPSession, Page, Worker } from 'playwright-core'
import type { PushMessage } from '#modules/notices/api'
import { Client } from '#tests/support/client'
import { startPushService, type PushService } from '#tests/support/push_service'
import { startStage, type Stage } from '#tests/support/stage'
import { axeViolations } from './support/axe.ts'
import { chooseModel, nextReply, on, say, settled, until } from './support/screens.ts'
import { longRun } from '#tests/support/long_run'
import { Visitor } from './support/visitor.ts'

const metricsToken = 'a-token-for-machines-0123'

/*
 * The Chromium of the tests denies notifications, has no push service, and can't be told to hide a tab. Simulated are therefore: the
 * permission, the subscription (with real keys, at the HTTPS server of the test), `document.visibilityState`, the display of a
 * notification, and the tap on it. The push itself, its encryption and its delivery to the service worker are real.
 */

/** Runs in the page. */
const simulate = (subscription: { endpoint: string; keys: object }) => `(() => {
  let visibility = 'visible', permission = 'default', current = null
  Object.defineProperty(document, 'visibilityState', { get: () => visibility })
  Object.defineProperty(Notification, 'permission', { get: () => permission })
  Notification.requestPermission = async () => (permission = 'granted')
  PushManager.prototype.getSubscription = async () => current
  PushManager.prototype.subscribe = async (options) => {
    window.subscribedWith = options.applicationServerKey
    const { endpoint, keys } = ${JSON.stringify(subscription)}
    return (current = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true })
  }
  window.turn = (to) => {
    visibility = to
    document.dispatchEvent(new Event('visibilitychange'))
  }
})()`

/** Keeps the notifications that the worker shows, in the worker. */
const keepNotifications = `(() => {
  self.shown = []
  self.registration.showNotification = async (title, options) => void self.shown.push({ title, options })
})()`

/** Taps a notification with this data. */
const tap = (data: object) => `(async () => {
  const works = []
  const event = Object.assign(new Event('notificationclick'), {
    notification: { close: () => {}, data: ${JSON.stringify(data)} },
    waitUntil: (work) => works.push(work),
  })
  self.dispatchEvent(event)
  await Promise.all(works)
})()`

interface Shown {
  title: string
  options: { body: string; icon: string; tag: string; data: { href: string; id: string } }
}

interface Scene {
  stage: Stage
  service: PushService
  page: Page
  visitor: Visitor
  client: Client
}

/** Opens a page at this size whose server may push to the service of the test. */
const withPush = async (width: number, height: number, run: (scene: Scene) => Promise<void>) => {
  const service = await startPushService()
  const stage = await startStage({ env: { ...service.env, METRICS_TOKEN: metricsToken } })
  const client = await stage.visitor()
  const visitor = await Visitor.open({ url: stage.server.url, as: client, width, height, serviceWorkers: 'allow' })
  try {
    await visitor.page.addInitScript(simulate(service.subscription()))
    await run({ stage, service, page: visitor.page, visitor, client })
  } finally {
    await visitor.context.close()
    await stage.close()
    await service.close()
  }
}

/** Hides the page, and waits until the server knows that no tab is in sight. */
const hide = async (page: Page, { server }: Stage) => {
  const told = page.waitForResponse((response) => /\/api\/events\?hidden=/.test(response.url()))
  await page.evaluate(`turn('hidden')`)
  await told
  const streams = async () => {
    const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    return /^facet_streams_open\{kind="events"\} (\d+)$/m.exec(await answer.text())?.[1]
  }
  await until(async () => (await streams()) === '1', 'the stream of the tab in sight is closed')
}

/** Sends a message, and hides the page before the reply ends. */
const hearInBackground = async (page: Page, stage: Stage, text: string) => {
  const model = nextReply(stage.upstream)
  await say(page, 'Tell me a story.')
  await model.asked
  await hide(page, stage)
  await model.say(text)
  await model.end()
}

/** Returns what delivers a push to the service worker of the page. */
const deliverer = async (page: Page): Promise<(message: object) => Promise<unknown>> => {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  const { promise: id, resolve } = Promise.withResolvers<string>()
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    if (registrations[0]) resolve(registrations[0].registrationId)
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await id
  const { origin } = new URL(page.url())
  return (message) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
}

test.group('A push', () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    test(`tells of a reply that ended in the background, and opens its chat when tapped, at ${width} px`, async ({
      assert,
    }) => {
      await withPush(width, height, async ({ stage, service, page, visitor, client }) => {
        const offer = page.getByRole('region', { name: 'Notifications', exact: true })
        await page.goto(`/chat/${stage.characterIds[0]!}?new=true`)
        await on(page).composer.waitFor()
        await chooseModel(page, 'Toppy 7B')
        await until(
          () => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'),
          'a service worker is active'
        )

        for (const text of ['It was dark.', 'It was cold.']) {
          await hearInBackground(page, stage, text)
          await settled(page)
          assert.isFalse(await offer.isVisible())
          const back = page.waitForResponse((response) => response.url().endsWith('/api/events'))
          await page.evaluate(`turn('visible')`)
          await back
        }
        await offer.waitFor()
        assert.deepEqual(await axeViolations(page), [])
        await offer.getByRole('button', { name: 'Turn on' }).click()
        await page.getByText('Notifications are on', { exact: true }).waitFor()
        await offer.waitFor({ state: 'detached' })
        const { publicKey, device } = (await client.get('/api/push')).body
        assert.equal(await page.evaluate('subscribedWith'), publicKey)
        assert.isFalse(device.showsTexts)
        assert.deepEqual(service.taken, [])

        await hearInBackground(page, stage, 'A lamp went on.')
        await service.waitFor(1)
        const { message, token } = service.read(service.taken[0]!) as {
          message: PushMessage
          token: { isValid: boolean }
        }
        assert.isTrue(token.isValid)
        assert.equal(message.kind, 'reply_finished')
        assert.notMatch(JSON.stringify(message), /lamp|title/)
        await settled(page)
        await page.evaluate(`turn('visible')`)
        await page.goto('/')
        await on(page).cards.first().waitFor()

        const deliver = await deliverer(page)
        const worker: Worker = page.context().serviceWorkers()[0]!
        await worker.evaluate(keepNotifications)
        await deliver(message)
        const shown = () => worker.evaluate<Shown[]>('self.shown')
        await until(async () => (await shown()).length === 1, 'the notification is shown')
        const [notification] = await shown()
        assert.equal(notification!.options.body, 'A reply is ready.')
        assert.equal(notification!.options.icon, '/icon-192.png')
        assert.equal(notification!.options.tag, message.tag)

        await worker.evaluate(tap(notification!.options.data))
        // The chat takes the message out of its address once it has shown it.
        const { pathname } = new URL(message.href, stage.server.url)
        await page.waitForURL((url) => url.pathname === pathname)
        await on(page).messages.filter({ hasText: 'A lamp went on.' }).waitFor()
        const list = (await client.get('/api/notifications')).body as { kind: string; isRead: boolean }[]
        assert.isTrue(list.find(({ kind }) => kind === 'reply_finished')!.isRead)
        assert.deepEqual(visitor.unexpected(), [])
      })
    })
      .timeout(200_000)
      .tags(width === 390 ? [] : longRun)
})
