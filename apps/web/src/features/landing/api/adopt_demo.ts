import { paths, type AdoptedDemo } from '#modules/chat/api'
import { sendJson } from '#web/lib/api_client'

/** Makes a demo chat a chat of the user's new account. The same transcript again gives the same chat. */
export const adoptDemo = (transcript: string) => sendJson<AdoptedDemo>('POST', paths.adoptDemo, { transcript })
