import vine from '@vinejs/vine'
import { fail, ok } from '#modules/kernel/result'
import { isBlank, isLonger } from '#modules/kernel/text'
import { custom, pageCursor, pageLimit, unchecked, withMessages, type CheckedField } from '#modules/kernel/validation'
import { isMailAddress, toMailAddress } from '#plugins/contract/mail'
import {
  caseStates,
  decisionKinds,
  limits,
  noticeKinds,
  reasonNames,
  reportedKinds,
  thingKinds,
  type Reason,
} from '../../api.ts'
import { decodeCasePosition } from '../queries/cases_query.ts'

/** Words of a person. `missing` is the message where they are required. */
const words = (missing: string | null, max: number = limits.wordsMax) =>
  custom((sent): CheckedField<string> => {
    if (typeof sent !== 'string' && sent !== undefined && sent !== null)
      return fail({ rule: 'string', message: 'words must be text.' })
    const text = (sent ?? '').trim()
    if (missing !== null && isBlank(text)) return fail({ rule: 'required', message: missing })
    if (!isLonger(text, max)) return ok(text)
    const most = max.toLocaleString('en')
    return fail({ rule: 'maxLength', message: `The text may have at most ${most} characters.` })
  })

/** The messages of a field for all rules that validators here use. */
const say = (field: string, message: string) =>
  Object.fromEntries(
    [
      'required',
      'enum',
      'string',
      'regex',
      'array',
      'maxLength',
      'uuid',
      'literal',
      'number',
      'withoutDecimals',
      'min',
    ].map((rule) => [`${field}.${rule}`, message])
  )

const missingReason = 'Please write a reason.'
const isReason = (sent: unknown): sent is Reason => reasonNames.includes(sent as Reason)

export const reportValidator = withMessages(
  vine.create({
    kind: vine.enum(reportedKinds),
    id: vine.string().regex(/^([0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i),
    reason: vine.enum(reasonNames),
    words: words(null),
    messageIds: vine
      .array(vine.string().uuid())
      .maxLength(limits.quotesBefore + 1)
      .optional(),
  }),
  {
    ...say('kind', `kind must be one of ${reportedKinds.join(', ')}.`),
    ...say('id', 'id must be that of the thing.'),
    ...say('reason', 'Please choose a reason.'),
    ...say('messageIds', `messageIds must be a list of at most ${limits.quotesBefore + 1} ids.`),
  }
)

export const noticeValidator = withMessages(
  vine.create({
    kind: vine.enum(noticeKinds),
    location: words('Please write where it is.', limits.locationMax),
    words: words('Please write what is wrong.'),
    name: words(null, limits.nameMax),
    email: custom((sent): CheckedField<string> => {
      const email = typeof sent === 'string' ? toMailAddress(sent) : ''
      if (isMailAddress(email)) return ok(email)
      return fail({ rule: 'email', message: 'Please enter an e-mail address, for our answer.' })
    }),
    isGoodFaith: vine.literal(true),
    challenge: unchecked(),
  }),
  {
    ...say('kind', 'Please choose what it is about.'),
    ...say('isGoodFaith', 'Please confirm that the notice is right and complete.'),
  }
)

export const confirmationValidator = vine.create({ token: vine.string().maxLength(1_000) })

export const appealValidator = vine.create({ words: words('Please write why the decision is wrong.') })
export const undoValidator = vine.create({ words: words(missingReason) })

export const appealOutcomeValidator = withMessages(
  vine.create({ outcome: vine.enum(['upheld', 'reversed'] as const), words: words(missingReason) }),
  say('outcome', 'outcome must be upheld or reversed.')
)

/** Only a dismissal has no reason, and only a suspension has days. */
export const decisionValidator = withMessages(
  vine.create({
    kind: vine.enum(decisionKinds),
    reason: custom((sent, { parent }): CheckedField<Reason | null> => {
      if (parent.kind === 'dismiss' && (sent === undefined || sent === null)) return ok(null)
      return isReason(sent) ? ok(sent) : fail({ rule: 'enum', message: 'Please choose a reason.' })
    }),
    words: words(missingReason),
    days: custom((sent, { parent }): CheckedField<number | null> => {
      if (parent.kind !== 'suspend') return ok(null)
      const days = Number.isInteger(sent) ? (sent as number) : 0
      if (days >= 1 && days <= limits.suspensionDaysMax) return ok(days)
      return fail({ rule: 'range', message: `A suspension takes 1 to ${limits.suspensionDaysMax} days.` })
    }),
    alike: vine
      .array(vine.string().regex(/^[0-9a-f]{64}$/))
      .maxLength(limits.alikeMax)
      .optional(),
    seen: vine.number({ strict: true }).withoutDecimals().min(0),
  }),
  {
    ...say('kind', `kind must be one of ${decisionKinds.join(', ')}.`),
    ...say('alike', `alike must be a list of at most ${limits.alikeMax} hashes.`),
    ...say('seen', 'seen must be the number of the decisions so far.'),
  }
)

export const casesValidator = withMessages(
  vine.create({
    state: vine.enum(caseStates).optional(),
    kind: vine.enum(thingKinds).optional(),
    reason: vine.enum(reasonNames).optional(),
    limit: pageLimit({ usual: limits.casesDefault, max: limits.casesMax }),
    cursor: pageCursor(decodeCasePosition),
  }),
  {
    ...say('state', 'There is no such state.'),
    ...say('kind', 'There is no such kind.'),
    ...say('reason', 'There is no such reason.'),
  }
)

export const statementsValidator = vine.create({
  limit: pageLimit({ usual: limits.statementsDefault, max: limits.statementsMax }),
  cursor: vine.string().maxLength(200).optional(),
})
