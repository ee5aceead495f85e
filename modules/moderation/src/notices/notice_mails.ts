import type { Database } from '@adonisjs/lucid/database'
import type { ComposedMail } from '#modules/mail/index'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import type { DecisionKind, ThingKind } from '../../api.ts'
import { PublicNoticeRow } from '../tables/public_notice_row.ts'
import type { Contacts } from './contacts.ts'
import type { NoticeLinks } from './notice_links.ts'

export const confirmationMail = 'notice_confirmation'
export const answerMail = 'notice_answer'

export interface NoticeDetails {
  noticeId: string
}

/** The answer to a notice. `words` are the moderator's. */
export interface AnswerDetails extends NoticeDetails {
  thingKind: ThingKind
  decision: DecisionKind
  words: string
}

interface Parts {
  db: Database
  contacts: Contacts
  links: NoticeLinks
  appUrl: string
  productName: string
}

const read = async ({ db, contacts }: Parts, noticeId: string) => {
  const { rows } = await db.rawQuery<{ rows: Attributes<PublicNoticeRow>[] }>(
    `SELECT ${attributesOf(PublicNoticeRow)} FROM public_notices WHERE id = ?::uuid`,
    [noticeId]
  )
  const [notice] = rows
  const contact = notice && contacts.open(noticeId, notice.sealedContact)
  return contact ? { notice, contact } : null
}

/** Composes the first mail to an address. It contains none of the typed words, because any visitor can type any address. */
export const composeConfirmationMail =
  (parts: Parts) =>
  async ({ noticeId }: NoticeDetails): Promise<ComposedMail | null> => {
    const found = await read(parts, noticeId)
    if (!found || found.notice.confirmedAt !== null) return null
    const { productName, links } = parts
    return {
      userId: null,
      address: found.contact.email,
      subject: `Please confirm your notice to ${productName}`,
      paragraphs: [
        `${productName} received a notice with this e-mail address. Its number is ${found.notice.number}.`,
        'Please confirm that the address is yours. Then we look at the notice, and answer you here.',
      ],
      link: { label: 'Confirm the notice', url: links.urlOf(noticeId) },
      notes: ['If you sent no notice, ignore this mail. Another person may have mistyped their address.'],
    }
  }

/** Composes the answer. Returns null unless the address was confirmed. */
export const composeAnswerMail =
  (parts: Parts) =>
  async ({ noticeId, thingKind, decision, words }: AnswerDetails): Promise<ComposedMail | null> => {
    const found = await read(parts, noticeId)
    if (!found || found.notice.confirmedAt === null) return null
    const { productName, appUrl } = parts
    const outcome =
      decision === 'dismiss' ? 'We found no reason to change anything.' : 'We have acted on what you told us.'
    return {
      userId: null,
      address: found.contact.email,
      subject: `Your notice ${found.notice.number} to ${productName}`,
      // A notice about a place that isn't a thing here is answered in the moderator's own words.
      paragraphs: [
        'A moderator looked at your notice, without automated means.',
        thingKind === 'notice' ? words : outcome,
        'If you disagree, you can send another notice with more details, or turn to a certified out-of-court dispute settlement body, or to a court.',
      ],
      link: { label: 'Send another notice', url: `${appUrl}/report` },
      notes: ['We delete your name and address half a year after this answer.'],
    }
  }
