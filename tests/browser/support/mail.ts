import { setTimeout as sleep } from 'node:timers/promises'
import type { AdminMail } from '#modules/admin/api'
import type { Stage } from '#tests/support/stage'

/** Waits for the newest mail to an address and returns the path of its link. An admin reads it in the outbox. */
export const linkTo = async (stage: Stage, address: string, subject: RegExp): Promise<string> => {
  const admin = await stage.visitor()
  await stage.makeAdmin(admin)
  for (;;) {
    const mails: AdminMail[] = (await admin.get('/api/admin/mails')).body
    const mail = mails.find((one) => one.address === address && subject.test(one.subject))
    if (mail) {
      const { text } = (await admin.get(`/api/admin/mails/${mail.id}`)).body
      return new URL(/https?:\S+/.exec(text)![0]).href.slice(stage.server.url.length)
    }
    await sleep(100)
  }
}
