import { createStore } from '#web/lib/store'

/** The key of the message that the user wants to hear. A new object for each request. */
export const voiceRequest = createStore<{ key: string } | null>(null)

export const readAloud = (key: string): void => voiceRequest.set({ key })
