import { test } from '@japa/runner'
import { ProviderError } from '#plugins/contract/errors'
import { kitMail, registerMailKit, sender } from '#plugins/kits/mail_kit'
import { startSmtpInbox, type SmtpMood } from '#tests/support/smtp_inbox'
import { readMail } from '../../kits/read_mail.ts'
import { smtpMail } from '../index.ts'

const never = new AbortController().signal

const failureOf = async (send: Promise<unknown>): Promise<ProviderError> => {
  const error = await send.then(
    () => null,
    (thrown) => thrown
  )
  if (!(error instanceof ProviderError)) throw new Error(`Expected a ProviderError, not ${error}`)
  return error
}

test.group('Mail by SMTP', () => {
  registerMailKit({
    name: 'mail-smtp',
    test: (title, run) => void test(title, run),
    open: async () => {
      const inbox = await startSmtpInbox()
      return {
        transport: smtpMail({ url: inbox.url, from: sender }),
        received: () => Promise.all(inbox.messages.map(({ source, receivers }) => readMail(source, receivers))),
        close: inbox.close,
      }
    },
  })

  for (const [mood, code] of [
    [{ status: 550, at: 'recipient' }, 'bad_request'],
    [{ status: 554, at: 'data' }, 'bad_request'],
    [{ status: 451, at: 'recipient' }, 'rate_limited'],
    [{ status: 452, at: 'data' }, 'rate_limited'],
    [{ status: 503, at: 'recipient' }, 'rate_limited'],
  ] as [SmtpMood & object, string][])
    test(`fails with ${code} after ${mood.status} for the ${mood.at}, without the server's words`, async ({
      assert,
    }) => {
      const inbox = await startSmtpInbox()
      inbox.mood = mood
      const error = await failureOf(smtpMail({ url: inbox.url, from: sender }).send(kitMail, never))
      assert.equal(error.code, code)
      assert.equal(error.status, mood.status)
      assert.notMatch(`${error.message}${error.stack}${String(error.cause)}`, /someone|receiver\.test/)
      await inbox.close()
    })

  test('signs in, and never repeats the password', async ({ assert }) => {
    const inbox = await startSmtpInbox({ credentials: { user: 'an@operator', pass: 'p:ss/w%rd' } })
    const right = smtpMail({ url: inbox.url, from: sender })
    await right.send(kitMail, never)
    assert.lengthOf(inbox.messages, 1)
    assert.equal(await right.check(never), 'the SMTP server accepts our connection')

    const wrong = smtpMail({ url: inbox.url.replace('p%3Ass', 'wrong-p%3Ass'), from: sender })
    for (const error of [await failureOf(wrong.send(kitMail, never)), await failureOf(wrong.check(never))]) {
      assert.equal(error.code, 'unauthorized')
      assert.notMatch(`${error.message}${error.stack}${String(error.cause)}`, /p:ss|p%3Ass/)
    }
    await inbox.close()
  })

  test('refuses to send credentials unencrypted to another machine', async ({ assert }) => {
    const inbox = await startSmtpInbox({ host: '0.0.0.0', credentials: { user: 'operator', pass: 'secret' } })
    // The same server, under an address that the plugin does not treat as local.
    const url = inbox.url.replace('127.0.0.1', '127.0.0.2')
    const error = await failureOf(smtpMail({ url, from: sender }).send(kitMail, never))
    assert.equal(error.code, 'misconfigured')
    assert.lengthOf(inbox.messages, 0)
    await inbox.close()
  })

  test('hangs up when canceled, and after its own timeout', async ({ assert }) => {
    const inbox = await startSmtpInbox()
    inbox.mood = 'hang'
    const canceling = new AbortController()
    const sending = failureOf(smtpMail({ url: inbox.url, from: sender }).send(kitMail, canceling.signal))
    canceling.abort()
    assert.equal((await sending).code, 'cut_off')
    const late = await failureOf(smtpMail({ url: inbox.url, from: sender, timeoutMs: 200 }).send(kitMail, never))
    assert.equal(late.code, 'timeout')
    await inbox.close()
  })

  test('fails with unavailable when nothing listens', async ({ assert }) => {
    const inbox = await startSmtpInbox()
    await inbox.close()
    assert.equal((await failureOf(smtpMail({ url: inbox.url, from: sender }).send(kitMail, never))).code, 'unavailable')
  })
})
