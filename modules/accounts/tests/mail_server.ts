import { startServer, type RunningServer, type ServerOptions } from '#tests/support/server'
import { startSmtpInbox, type SmtpInbox } from '#tests/support/smtp_inbox'

export interface MailServer {
  inbox: SmtpInbox
  server: RunningServer
}

/** Starts a server that sends mail to an inbox of the tests, and requires a verified address for welcome rubies. */
export const startWithInbox = async (options: ServerOptions = {}): Promise<MailServer> => {
  const inbox = await startSmtpInbox({ credentials: { user: 'facet', pass: 'the-smtp-password' } })
  const env = { SMTP_URL: inbox.url, WELCOME_NEEDS_EMAIL: 'true', ...options.env }
  return { inbox, server: await startServer({ ...options, env }) }
}

let shared: Promise<MailServer> | null = null

export const sharedMailServer = (): Promise<MailServer> => (shared ??= startWithInbox())
