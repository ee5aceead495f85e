import { getPush, subscribeToPush, unsubscribeFromPush } from '#modules/notices/calls'
import type { PushState } from '#modules/notices/api'
import { callServer } from '#web/lib/api_client'
import { wait } from '#web/lib/wait'

/** Browsers may take for ever to subscribe. */
const timeoutMs = 10_000

/** `blocked`: by the browser's settings. `unanswered`: it could not subscribe, or not in time. */
export class PushUnavailable extends Error {
  constructor(readonly because: 'blocked' | 'unanswered') {
    super(`Push is unavailable: ${because}`)
  }
}

/** `needs_app`: on iPhones and iPads, only the installed app gets pushes. */
export const pushSupport = (): 'supported' | 'needs_app' | 'unsupported' => {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'supported'
  return 'standalone' in navigator && navigator.standalone === false ? 'needs_app' : 'unsupported'
}

export const isPushBlocked = (): boolean => Notification.permission === 'denied'

const withinTimeout = async <Value>(work: Promise<Value>): Promise<Value> => {
  const ended = new AbortController()
  const late = wait(timeoutMs, ended.signal).then(() => {
    throw new PushUnavailable('unanswered')
  })
  return Promise.race([work, late]).finally(() => ended.abort())
}

const ownSubscription = async (): Promise<PushSubscription | null> =>
  (await navigator.serviceWorker.ready).pushManager.getSubscription()

/** Always a new subscription: an earlier one may be that of another account, whose pushes it would get. */
const subscribe = async (publicKey: string): Promise<PushSubscription> => {
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

const save = async (publicKey: string, showsTexts: boolean): Promise<void> => {
  const subscription = await withinTimeout(subscribe(publicKey)).catch(() => {
    throw new PushUnavailable(isPushBlocked() ? 'blocked' : 'unanswered')
  })
  const { endpoint, keys } = subscription.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } }
  await callServer(subscribeToPush, { body: { endpoint, keys, publicKey, showsTexts } })
}

/** Asks for the permission, and subscribes this browser. */
export const turnPushOn = async (showsTexts = false): Promise<void> => {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushUnavailable('blocked')
  const { publicKey } = await callServer(getPush)
  await save(publicKey, showsTexts)
}

export const turnPushOff = async (): Promise<void> => {
  await callServer(unsubscribeFromPush)
  // The server pushes no more, whatever the browser answers.
  await withinTimeout(ownSubscription().then((own) => own?.unsubscribe())).catch(() => {})
}

/** Subscribes again if the server has a new key or the browser another address. Does nothing for a browser without a subscription. */
export const renewPush = async (): Promise<void> => {
  if (pushSupport() !== 'supported' || Notification.permission !== 'granted') return
  const { device, publicKey }: PushState = await callServer(getPush)
  if (!device) return
  const own = await withinTimeout(ownSubscription())
  if (device.isOutdated || own?.endpoint !== device.endpoint) await save(publicKey, device.showsTexts)
}
