import { zoneOrUtc } from '#modules/chat/api'
import { isServerRender } from './server_render.ts'

/** The reader's time zone, by its name or offset. UTC in browsers that hide it. Undefined on the server, which doesn't know it. */
export const readerZone: string | undefined = isServerRender
  ? undefined
  : zoneOrUtc(Intl.DateTimeFormat().resolvedOptions().timeZone)
