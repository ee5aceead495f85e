import type { AdminMail } from '#modules/admin/api'
import type { SmtpInbox, TakenMail } from '#tests/support/smtp_inbox'
import type { Stage } from '#tests/support/stage'
import { waitUntil } from '#tests/support/wait_until'

/** Waits for the newest mail to an address and returns the path of its link. An admin reads it in the outbox. */
export const linkTo = async (stage: Stage, address: string, subject: RegExp): Promise<string> => {
  const admin = await stage.visitor()
  await stage.makeAdmin(admin)
  let mail: AdminMail | undefined
  await waitUntil(`there is a mail to ${address}`, async () => {
    const mails: AdminMail[] = (await admin.get('/api/admin/mails')).body
    mail = mails.find((one) => one.address === address && subject.test(one.subject))
    return mail !== undefined
  })
  const { text } = (await admin.get(`/api/admin/mails/${mail!.id}`)).body
  return new URL(/https?:\S+/.exec(text)![0]).href.slice(stage.server.url.length)
}

/** Takes the mails to an address from the inbox, up to the one with this subject. */
export const takeMail = async (inbox: SmtpInbox, address: string, subject: RegExp): Promise<TakenMail> => {
  for (;;) {
    const mail = await inbox.take(address)
    if (subject.test(mail.subject)) return mail
  }
}
