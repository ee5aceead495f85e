import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let container: EventTarget
let sent: unknown[]
const worker = { postMessage: (message: unknown) => void sent.push(message) }

/** The worker tells which build it is of. */
const tell = (build: string) => container.dispatchEvent(new MessageEvent('message', { data: { build } }))

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
  document.head.innerHTML = '<meta name="build" content="mine">'
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  document.head.innerHTML = ''
})

test('another build is offered until it is sent away, and the next one again', async () => {
  const { newVersion } = await import('./new_version.ts')
  const stop = newVersion.start()
  tell('mine')
  expect(newVersion.isOffered()).toBe(false)
  tell('theirs')
  expect(newVersion.isOffered()).toBe(true)
  newVersion.dismiss()
  expect(newVersion.isOffered()).toBe(false)
  tell('yet another')
  expect(newVersion.isOffered()).toBe(true)
  tell('mine')
  expect(newVersion.isOffered(), 'after a way back to the old one').toBe(false)
  stop()
})

test('a page that has no build, as in development, is offered nothing', async () => {
  document.head.innerHTML = ''
  const { newVersion } = await import('./new_version.ts')
  const stop = newVersion.start()
  tell('theirs')
  expect(newVersion.isOffered()).toBe(false)
  stop()
})

test('a check asks the server, and then the worker', async () => {
  const { newVersion } = await import('./new_version.ts')
  await newVersion.check()
  expect(sent).toEqual(['which build?'])
})

test('a browser without workers is asked nothing', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  const { newVersion } = await import('./new_version.ts')
  newVersion.start()()
  await newVersion.check()
  expect(newVersion.isOffered()).toBe(false)
})
