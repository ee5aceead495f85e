import assert from 'node:assert/strict'
import { ProviderError } from '../contract/errors.ts'
import type { Mail, MailSender, MailTransport } from '../contract/mail.ts'
import { scenesOf } from './scenes.ts'

/** A mail as its receiver gets it. */
export interface ReceivedMail {
  from: MailSender
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  /** The names of all headers, in lower case. */
  headers: readonly string[]
  /** The addresses to which the transport sent the mail. */
  receivers: readonly string[]
}

export interface MailKitOptions {
  name: string
  /** Registers a test with any test runner. */
  test: (title: string, run: () => Promise<void>) => void
  /** Opens a transport that sends from `sender`, and an empty inbox. */
  open: () => Promise<{ transport: MailTransport; received: () => Promise<ReceivedMail[]>; close: () => Promise<void> }>
}

export const sender: MailSender = { name: 'Zoë, “The kit”', address: 'kit@sender.test' }

export const kitMail: Mail = {
  id: '0193a000-0000-7000-8000-00000000abcd',
  to: 'zoe@receiver.test',
  subject: 'Grüße – a subject that is long enough to be folded over several lines of the message, 💎 included',
  text: `A line with a link: https://facet.test/reset?token=${'x'.repeat(90)}\n.\nA line after a single dot. 💎\n`,
  html: '<p>One = two &amp; “three”</p>',
}

const hostileAddresses = [
  'ok@receiver.test\r\nBcc: evil@receiver.test',
  'ok@receiver.test, evil@receiver.test',
  'ok@receiver.test;evil@receiver.test',
  'Ok <evil@receiver.test>',
  'ok@receiver.test (evil@receiver.test)',
  '"evil@receiver.test"@receiver.test',
  'evil@receiver.test@receiver.test',
  'ok@receiver.test\u0000',
  'no address',
  '',
]

/** Registers the conformance cases for mail transports, one per promise. */
export function registerMailKit({ name, test, open }: MailKitOptions): void {
  const scene = scenesOf({ name, test, open })
  const never = new AbortController().signal

  scene('delivers a mail unchanged, to one receiver', async ({ transport, received }) => {
    await transport.send(kitMail, never)
    const [mail, ...others] = await received()
    assert.equal(others.length, 0)
    assert.deepEqual(mail!.receivers, [kitMail.to])
    assert.deepEqual(mail!.from, sender)
    assert.deepEqual(mail!.to, kitMail.to)
    assert.equal(mail!.subject, kitMail.subject)
    assert.equal(mail!.text.trim(), kitMail.text.trim())
    assert.equal(mail!.html.trim(), kitMail.html)
  })

  scene('names each attempt alike, and asks for no automatic reply', async ({ transport, received }) => {
    await transport.send(kitMail, never)
    const [first] = await received()
    await transport.send(kitMail, never)
    const last = (await received()).at(-1)!
    assert.equal(first!.messageId, last.messageId)
    assert.match(last.messageId, new RegExp(kitMail.id))
    assert.ok(last.headers.includes('auto-submitted'))
  })

  scene('says how to stop mails that can be stopped, and nothing in others', async ({ transport, received }) => {
    await transport.send(kitMail, never)
    const names = ['list-unsubscribe', 'list-unsubscribe-post']
    assert.ok(!(await received()).at(-1)!.headers.some((name) => names.includes(name)))
    await transport.send({ ...kitMail, unsubscribeUrl: `https://facet.test/stop/${'x'.repeat(300)}` }, never)
    const { headers } = (await received()).at(-1)!
    assert.ok(names.every((name) => headers.includes(name)))
  })

  scene('refuses an invalid address or several, and sends nothing', async ({ transport, received }) => {
    for (const address of hostileAddresses)
      await assert.rejects(
        transport.send({ ...kitMail, to: address }, never),
        (error) => error instanceof ProviderError && error.code === 'bad_request',
        JSON.stringify(address)
      )
    assert.deepEqual(await received(), [])
  })

  scene('doesn’t let the subject add a header or a receiver', async ({ transport, received }) => {
    const subject = 'Hello\r\nBcc: evil@receiver.test\r\n\r\n<b>body</b>'
    await transport.send({ ...kitMail, subject }, never)
    const [mail] = await received()
    assert.ok(!mail!.headers.includes('bcc'))
    assert.deepEqual(mail!.receivers, [kitMail.to])
    assert.equal(mail!.html.trim(), kitMail.html)
  })

  scene('sends nothing after it was canceled', async ({ transport, received }) => {
    await assert.rejects(transport.send(kitMail, AbortSignal.abort()), ProviderError)
    assert.deepEqual(await received(), [])
  })
}
