import { isServerRender } from './server_render.ts'

/** The reader's time zone, by its IANA name. Null on the server, which doesn't know it. */
export const readerZone: string | null = isServerRender
  ? null
  : // Missing in some browsers that hide it.
    (Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC')

/** The parameters of a call whose answer contains times, with the reader's time zone. */
export const withZone = (parameters: Record<string, string>): URLSearchParams =>
  new URLSearchParams({ ...parameters, ...(readerZone && { zone: readerZone }) })
