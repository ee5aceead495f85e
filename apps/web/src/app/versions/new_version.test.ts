import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let container: EventTarget
let sent: unknown[]
const worker = { postMessage: (message: unknown) => void sent.push(message) }

/** Sends a message of the service worker. */
const announce = (build: string) => container.dispatchEvent(new MessageEvent('message', { data: { build } }))

beforeEach(() => {
  vi.resetModules()
  sent = []
  const registration = { active: worker, update: vi.fn(async () => {}) }
  container = Object.assign(new EventTarget(), {
    startMessages: () => {},
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  })
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  document.head.innerHTML = '<meta name="build" content="current">'
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  document.head.innerHTML = ''
})

test('offers a new build until it is dismissed, and then the next one', async () => {
  const { newVersion } = await import('./new_version.ts')
  const stop = newVersion.start()
  announce('current')
  expect(newVersion.isOffered()).toBe(false)
  announce('next')
  expect(newVersion.isOffered()).toBe(true)
  newVersion.dismiss()
  expect(newVersion.isOffered()).toBe(false)
  announce('later')
  expect(newVersion.isOffered()).toBe(true)
  announce('current')
  expect(newVersion.isOffered(), 'after a rollback').toBe(false)
  stop()
})

test('offers nothing without a build id, as in development', async () => {
  document.head.innerHTML = ''
  const { newVersion } = await import('./new_version.ts')
  const stop = newVersion.start()
  announce('next')
  expect(newVersion.isOffered()).toBe(false)
  stop()
})

test('a check asks the server, then the worker', async () => {
  const { newVersion } = await import('./new_version.ts')
  await newVersion.check()
  expect(sent).toEqual(['which build?'])
})

test('does nothing without service workers', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  const { newVersion } = await import('./new_version.ts')
  newVersion.start()()
  await newVersion.check()
  expect(newVersion.isOffered()).toBe(false)
})
