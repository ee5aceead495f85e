import { createHash, randomInt } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { FormChallenges, networkOf } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { fail, ok, type Result } from '#modules/kernel/result'
import { Mail } from '#modules/mail/index'
import type { NoticeBody } from '../../api.ts'
import { Contacts } from '../notices/contacts.ts'
import { FileNotice } from '../notices/file_notice.ts'
import { confirmationMail, type NoticeDetails } from '../notices/notice_mails.ts'
import { NoticesInAll, NoticesPerAddress, NoticesPerNetwork } from '../rate_limits.ts'
import { PublicNoticeRow } from '../tables/public_notice_row.ts'

/** Without letters and digits that look alike. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const newNumber = () => Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')

const hashed = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('base64url')

export type NoticeRefusal = { kind: 'challenge_needed' } | { kind: 'too_many_notices'; retryAfterSeconds: number }

/** A validated notice. `challenge` is checked here. */
type SentNotice = Omit<NoticeBody, 'challenge'> & { challenge?: unknown }

/**
 * Receives a notice of a person without an account. It waits for the link in the mail, except about intimate pictures: these enter the queue
 * at once. The limits protect strangers' addresses and the queue.
 */
@inject()
export class SendNotice {
  constructor(
    private readonly db: Database,
    private readonly contacts: Contacts,
    private readonly filing: FileNotice,
    private readonly mail: Mail,
    private readonly challenges: FormChallenges,
    private readonly perNetwork: NoticesPerNetwork,
    private readonly perAddress: NoticesPerAddress,
    private readonly inAll: NoticesInAll
  ) {}

  async run(notice: SentNotice, address: string): Promise<Result<null, NoticeRefusal>> {
    if (!(await this.challenges.pass('report', address, notice.challenge))) return fail({ kind: 'challenge_needed' })
    const retryAfterSeconds =
      (await this.perNetwork.count(networkOf(address))) ??
      (await this.perAddress.count(hashed(notice.email))) ??
      (await this.inAll.count('all'))
    if (retryAfterSeconds !== null) {
      await this.challenges.takeBack('report', address)
      return fail({ kind: 'too_many_notices', retryAfterSeconds })
    }
    await this.#receive(notice)
    return ok(null)
  }

  async #receive({ kind, location, words, name, email }: SentNotice) {
    const id = newId()
    const place = await this.filing.placeOf(id, location)
    await this.db.transaction(async (trx) => {
      const sealedContact = this.contacts.seal(id, { name, email })
      await PublicNoticeRow.create({ id, number: newNumber(), kind, location, words, sealedContact }, { client: trx })
      await this.mail.enqueue<NoticeDetails>({ kind: confirmationMail, userId: null, details: { noticeId: id } }, trx)
      if (kind === 'intimate') await this.filing.run(id, place, trx)
    })
  }
}
