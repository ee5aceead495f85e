import { storage } from '#web/lib/storage'

/** Settings of this browser. Components read them with `useSyncExternalStore`. */
const listeners = new Set<() => void>()

const setting = <Value>(key: string, read: (stored: string | null) => Value) => ({
  current: (): Value => read(storage.get(key)),
  set(value: string | null): void {
    if (value === null) storage.remove(key)
    else storage.set(key, value)
    for (const listener of listeners) listener()
  },
})

export const subscribeToVoiceSettings = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether answers are read as they come. */
export const readsAnswers = setting('facet:read-answers', (stored) => stored === 'on')

export const voiceSpeeds = [0.75, 1, 1.25, 1.5, 2] as const
export const voiceSpeed = setting(
  'facet:voice-speed',
  (stored) => voiceSpeeds.find((speed) => `${speed}` === stored) ?? 1
)

/** Whether the user knows that the browser may send the voice to its maker. */
export const knowsDictation = setting('facet:dictation', (stored) => stored === 'known')
