import type { PushState } from '#modules/notices/api'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pushOffer } from '../src/features/notices/push/offer.ts'
import { renewPush, turnPushOn } from '../src/features/notices/push/device.ts'
import { FakeChatApi } from './fake_chat.ts'
import { renderApp } from './render_app.tsx'

let api: FakeChatApi
/** The browser: its permission, what a prompt answers, and its subscription. */
const device = {
  permission: 'default' as NotificationPermission,
  answer: 'granted' as NotificationPermission,
  own: null as null | { endpoint: string },
  subscribe: async (): Promise<unknown> => undefined,
}
let made = 0

const subscription = () => {
  const endpoint = `https://push.example/${(made += 1)}`
  return (device.own = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      device.own = null
      return true
    },
  } as never)
}

beforeEach(() => {
  api = new FakeChatApi()
  Object.assign(device, { permission: 'default', answer: 'granted', own: null, subscribe: async () => subscription() })
  window.localStorage.clear()
  const pushManager = { getSubscription: async () => device.own, subscribe: () => device.subscribe() }
  Object.defineProperty(navigator, 'serviceWorker', {
    value: Object.assign(new EventTarget(), {
      startMessages: () => {},
      ready: Promise.resolve({ pushManager, active: null }),
      getRegistration: async () => undefined,
    }),
    configurable: true,
  })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return device.permission
    },
    requestPermission: async () => (device.permission = device.answer),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const section = async () => within(await screen.findByRole('region', { name: 'This device' }))
const open = async () => {
  const { user } = renderApp(api, '/settings/notifications')
  return { user, within: await section() }
}
const saved = () => api.notices.push.device

test('turns pushes on and off, and shows texts only when asked', async () => {
  const { user, within: here } = await open()
  const power = await here.findByRole('switch', { name: /^Push on this device/ })
  expect(here.queryByRole('switch', { name: /lock screen/ })).toBeNull()
  await user.click(power)
  await waitFor(() => expect(saved()?.showsTexts).toBe(false))
  const rests = () => waitFor(() => expect(power.getAttribute('aria-busy')).toBeNull())
  await rests()
  await user.click(await here.findByRole('switch', { name: /^Show texts on the lock screen/ }))
  await waitFor(() => expect(saved()?.showsTexts).toBe(true))
  await rests()
  await user.click(here.getByRole('switch', { name: /^Push on this device/ }))
  await waitFor(() => expect(saved()).toBeNull())
  await waitFor(() => expect(device.own).toBeNull())
})

test('says that the browser blocks them, after a refusal and later', async () => {
  device.answer = 'denied'
  const { user, within: here } = await open()
  await user.click(await here.findByRole('switch', { name: /^Push on this device/ }))
  expect(await here.findByText(/Your browser blocks notifications/)).toBeTruthy()
  expect(here.queryByRole('switch')).toBeNull()
  expect(saved()).toBeNull()
})

test('says so when the server fails, and when the browser can’t subscribe', async () => {
  const { user, within: here } = await open()
  const power = await here.findByRole('switch', { name: /^Push on this device/ })
  api.failNext('PUT /api/push/subscription', 503)
  await user.click(power)
  expect(await here.findByRole('alert')).toBeTruthy()
  device.subscribe = async () => {
    throw new DOMException('no', 'AbortError')
  }
  await waitFor(() => expect(power.getAttribute('aria-busy')).toBeNull())
  await user.click(power)
  expect(await here.findByText(/couldn’t turn notifications on/)).toBeTruthy()
  expect(saved()).toBeNull()
})

test('offers a retry when the state can’t be loaded', async () => {
  api.failNext('GET /api/push', 503)
  const { user, within: here } = await open()
  await user.click(await here.findByRole('button', { name: /Try again|Retry/ }))
  expect(await here.findByRole('switch', { name: /^Push on this device/ })).toBeTruthy()
})

test('names what a browser without pushes needs', async () => {
  vi.stubGlobal('PushManager', undefined)
  Reflect.deleteProperty(window, 'PushManager')
  const { within: here } = await open()
  expect(await here.findByText(/This browser can’t show notifications/)).toBeTruthy()
})

test('gives up after ten seconds when the browser doesn’t answer', async () => {
  vi.stubGlobal('fetch', api.fetch)
  vi.useFakeTimers()
  device.subscribe = () => new Promise(() => {})
  const outcome = turnPushOn().catch((error: unknown) => (error as { because: string }).because)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await outcome).toBe('unanswered')
})

test('renews an outdated subscription and one whose address has changed, and makes none by itself', async () => {
  vi.stubGlobal('fetch', api.fetch)
  device.permission = 'granted'
  await renewPush()
  expect(saved()).toBeNull()
  await turnPushOn(true)
  const first = saved()!.endpoint
  await renewPush()
  expect(saved()!.endpoint).toBe(first)
  api.notices.push.device = { ...saved()!, isOutdated: true }
  await renewPush()
  expect(saved()).toEqual<PushState['device']>({ endpoint: device.own!.endpoint, showsTexts: true, isOutdated: false })
  expect(saved()!.endpoint).not.toBe(first)
  device.own = null
  await renewPush()
  expect(saved()!.endpoint).toBe(device.own!['endpoint'])
})

test('is offered after the second reply in the background, and never again after an answer', () => {
  pushOffer.count('one')
  pushOffer.count('one')
  pushOffer.check()
  expect(pushOffer.isShown()).toBe(false)
  pushOffer.count('two')
  pushOffer.check()
  expect(pushOffer.isShown()).toBe(true)
  pushOffer.settle()
  expect(pushOffer.isShown()).toBe(false)
  for (const id of ['three', 'four']) pushOffer.count(id)
  pushOffer.check()
  expect(pushOffer.isShown()).toBe(false)
})

test('isn’t offered where the browser has answered already', () => {
  device.permission = 'denied'
  for (const id of ['one', 'two']) pushOffer.count(id)
  pushOffer.check()
  expect(pushOffer.isShown()).toBe(false)
})
