import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface SmtpMessage {
  receivers: string[]
  source: Buffer
}

export interface TakenMail {
  subject: string
  text: string
  html: string
  /** The first link in the text, without its origin. */
  path: string
  link: URL
  /** The value of a header, by its name in lower case. */
  header(name: string): string | undefined
}

/** How the server treats the next mails: an SMTP reply such as 451 or 550, or `hang` for no answer at all. */
export type SmtpMood = 'accept' | 'hang' | { status: number; at: 'recipient' | 'data' }

export interface SmtpInbox {
  url: string
  messages: SmtpMessage[]
  mood: SmtpMood
  /** The number of offered mails, including refused ones. */
  offered: number
  /** Waits for a mail to this address, and removes it from `messages`. */
  take(address: string): Promise<TakenMail>
  close(): Promise<void>
}

interface InboxOptions {
  /** Requires this user name and password. */
  credentials?: { user: string; pass: string }
  host?: string
}

/** Starts a real SMTP server in this process. */
export const startSmtpInbox = async ({ credentials, host = '127.0.0.1' }: InboxOptions = {}): Promise<SmtpInbox> => {
  const arrivals = new EventEmitter()
  const refusal = (status: number) =>
    Object.assign(new Error('Refused: someone@example.test'), { responseCode: status })
  const server = new SMTPServer({
    authOptional: !credentials,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      const isRight = username === credentials?.user && password === credentials?.pass
      done(isRight ? null : refusal(535), isRight ? { user: username } : undefined)
    },
    onRcptTo(_address, _session, done) {
      inbox.offered++
      const { mood } = inbox
      if (mood === 'hang') return
      done(typeof mood === 'object' && mood.at === 'recipient' ? refusal(mood.status) : null)
    },
    onData(stream, { envelope }, done) {
      void buffer(stream).then((source) => {
        const { mood } = inbox
        if (typeof mood === 'object' && mood.at === 'data') return done(refusal(mood.status))
        inbox.messages.push({ receivers: envelope.rcptTo.map(({ address }) => address), source })
        arrivals.emit('mail')
        done()
        // A mail that ends with its connection, such as that of a killed server, is none.
      }, done)
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, host)
  await once(listening, 'listening')
  const login = credentials ? `${encodeURIComponent(credentials.user)}:${encodeURIComponent(credentials.pass)}@` : ''
  const inbox: SmtpInbox = {
    url: `smtp://${login}127.0.0.1:${(listening.address() as AddressInfo).port}`,
    messages: [],
    mood: 'accept',
    offered: 0,
    async take(address) {
      for (;;) {
        const index = inbox.messages.findIndex(({ receivers }) => receivers.includes(address))
        if (index === -1) await once(arrivals, 'mail')
        else return read(inbox.messages.splice(index, 1)[0]!)
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return inbox
}

const read = async ({ source }: SmtpMessage): Promise<TakenMail> => {
  const { subject = '', text = '', html, headerLines } = await simpleParser(source)
  const link = new URL(/https?:\/\/\S+/.exec(text)![0])
  const header = (name: string) =>
    headerLines
      .find(({ key }) => key === name)
      ?.line.slice(name.length + 1)
      .trim()
  return { subject, text, html: html || '', link, path: link.pathname + link.search, header }
}
