import { storage } from '#web/lib/storage'

const key = 'facet:thinking'

/** Whether this browser shows a model's reasoning while it happens. Off by default. */
export const showsThinking = (): boolean => storage.get(key) === 'shown'

export const showThinking = (isShown: boolean): void => (isShown ? storage.set(key, 'shown') : storage.remove(key))
