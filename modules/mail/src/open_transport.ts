import type { MailTransport } from '#plugins/contract/mail'

/** Returns the transport, which is loaded for the first mail and then kept. */
export type OpenTransport = () => Promise<MailTransport>

export const openOnce = (open: OpenTransport): OpenTransport => {
  let opened: Promise<MailTransport> | null = null
  return () => (opened ??= open())
}
