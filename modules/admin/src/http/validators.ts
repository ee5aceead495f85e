import vine from '@vinejs/vine'
import { limits as accountLimits, roles, signUpModes, sitePageMax as pageMax } from '#modules/accounts/api'
import { limits as economyLimits } from '#modules/economy/api'
import { builtInSetSizes, limits as galleryLimits, type BuiltInSet } from '#modules/gallery/api'
import { fail, ok } from '#modules/kernel/result'
import { isBlank } from '#modules/kernel/text'
import {
  custom,
  maxCharacters,
  unchecked,
  withMessages,
  type CheckedField,
  type ReadField,
} from '#modules/kernel/validation'
import { audiences, limits } from '../../api.ts'

const searchTooLong = `A search may have at most ${limits.searchMax} characters.`

/** Validates the query of a paged, searchable list. */
export const pageValidator = (limitMax: number) => {
  const validator = withMessages(
    vine.create({
      q: vine
        .string()
        .use(maxCharacters({ max: limits.searchMax, message: searchTooLong }))
        .optional(),
      limit: vine.number().withoutDecimals().range([1, limitMax]).optional(),
      cursor: vine.string().maxLength(200).optional(),
    }),
    {
      'q.string': 'A search must be text.',
      'limit.*': `The limit must be a whole number from 1 to ${limitMax}.`,
      'cursor.*': 'The cursor is invalid.',
    }
  )
  return validator
}

const notZero = vine.createRule((value, _options, field) => {
  if (value === 0) field.report('The amount must not be zero.', 'notZero', field)
})

const { adjustmentMax, reasonMax } = economyLimits

export const adjustmentValidator = withMessages(
  vine.create({
    amount: vine.number({ strict: true }).withoutDecimals().range([-adjustmentMax, adjustmentMax]).use(notZero()),
    reason: vine
      .string()
      .trim()
      .use(maxCharacters({ max: reasonMax, message: `The reason may have at most ${reasonMax} characters.` }))
      .nullable()
      .optional(),
  }),
  {
    'amount.required': 'Please enter an amount.',
    'amount.number': 'The amount must be a whole number.',
    'amount.withoutDecimals': 'The amount must be a whole number.',
    'amount.range': `The amount must be between -${adjustmentMax} and ${adjustmentMax}.`,
    'reason.string': 'The reason must be text.',
  }
)

const { codeBatchNameMax, codesMax, codeUsesMax, codeDaysMax } = economyLimits
const count = (max: number) => vine.number({ strict: true }).withoutDecimals().range([1, max])

export const codesValidator = withMessages(
  vine.create({
    name: vine
      .string()
      .trim()
      .minLength(1)
      .use(
        maxCharacters({ max: codeBatchNameMax, message: `The name may have at most ${codeBatchNameMax} characters.` })
      ),
    rubies: count(adjustmentMax),
    codes: count(codesMax),
    uses: count(codeUsesMax),
    perPerson: count(codesMax),
    days: count(codeDaysMax),
  }),
  {
    'name.*': 'Please enter a name.',
    'rubies.*': `rubies must be a whole number from 1 to ${adjustmentMax}.`,
    'codes.*': `codes must be a whole number from 1 to ${codesMax}.`,
    'uses.*': `uses must be a whole number from 1 to ${codeUsesMax}.`,
    'perPerson.*': `perPerson must be a whole number from 1 to ${codesMax}.`,
    'days.*': `days must be a whole number from 1 to ${codeDaysMax}.`,
  }
)

export const modelReasonValidator = withMessages(
  vine.create({
    reason: vine
      .string()
      .trim()
      .use(
        maxCharacters({
          max: limits.modelReasonMax,
          message: `The reason may have at most ${limits.modelReasonMax} characters.`,
        })
      )
      .transform((reason) => reason || null)
      .nullable(),
  }),
  { 'reason.*': 'The reason must be text or null.' }
)

const timeOf = (value: unknown): number => (typeof value === 'string' && value.length <= 40 ? Date.parse(value) : NaN)

const readMoment = (value: unknown): CheckedField<Date | null> => {
  if (value === undefined || value === null) return ok(null)
  const time = new Date(timeOf(value))
  const year = time.getUTCFullYear()
  if (year >= 2000 && year <= 9999) return ok(time)
  return fail({ rule: 'time', message: 'A time must be an ISO 8601 text or null.' })
}

const readEnd: ReadField<Date | null> = (value, { parent }) => {
  const end = readMoment(value)
  if (end.ok && end.value && timeOf(parent.startsAt) >= end.value.getTime())
    return fail({ rule: 'afterStart', message: 'The end must be after the start.' })
  return end
}

export const announcementValidator = withMessages(
  vine.create({
    text: vine
      .string()
      .trim()
      .minLength(1)
      .use(
        maxCharacters({
          max: limits.announcementMax,
          message: `An announcement may have at most ${limits.announcementMax.toLocaleString('en')} characters.`,
        })
      ),
    audience: vine.enum(audiences),
    startsAt: custom(readMoment),
    endsAt: custom(readEnd),
    isDismissible: vine.boolean({ strict: true }),
    isDraft: vine.boolean({ strict: true }),
  }),
  {
    'text.*': 'Please write a text.',
    'audience.*': `audience must be one of ${audiences.join(', ')}.`,
    'isDismissible.*': 'isDismissible must be true or false.',
    'isDraft.*': 'isDraft must be true or false.',
  }
)

const minutes = (name: 'talkMinutes' | 'pauseMinutes') =>
  vine
    .number({ strict: true })
    .withoutDecimals()
    .range([...limits[name]])
const minutesMessage = (name: 'talkMinutes' | 'pauseMinutes') =>
  `${name} must be a whole number from ${limits[name].join(' to ')}.`

export const noticeValidator = withMessages(
  vine.create({
    text: vine
      .string()
      .trim()
      .minLength(1)
      .use(
        maxCharacters({ max: limits.noticeMax, message: `The notice may have at most ${limits.noticeMax} characters.` })
      ),
    talkMinutes: minutes('talkMinutes'),
    pauseMinutes: minutes('pauseMinutes'),
  }),
  {
    'text.*': 'Please write a text.',
    'talkMinutes.*': minutesMessage('talkMinutes'),
    'pauseMinutes.*': minutesMessage('pauseMinutes'),
  }
)

export const sitePageValidator = withMessages(
  vine.create({
    text: vine
      .string()
      .trim()
      .minLength(1)
      .use(
        maxCharacters({ max: pageMax, message: `A page may have at most ${pageMax.toLocaleString('en')} characters.` })
      ),
  }),
  { 'text.*': 'Please write a text.' }
)

export const landingValidator = withMessages(vine.create({ shown: vine.boolean({ strict: true }) }), {
  'shown.*': 'shown must be true or false.',
})

export const disabledValidator = withMessages(vine.create({ disabled: vine.boolean({ strict: true }) }), {
  'disabled.*': 'disabled must be true or false.',
})

export const roleValidator = withMessages(vine.create({ role: vine.enum(roles) }), {
  'role.*': `role must be one of ${roles.join(', ')}.`,
})

const { reviewReasonMax } = galleryLimits

export const decisionValidator = withMessages(
  vine.create({
    round: vine.number({ strict: true }).withoutDecimals(),
    approved: vine.boolean({ strict: true }),
    reason: vine
      .string()
      .trim()
      .use(
        maxCharacters({ max: reviewReasonMax, message: `The reason may have at most ${reviewReasonMax} characters.` })
      )
      .nullable()
      .optional(),
  }),
  {
    'round.*': 'round must be a whole number.',
    'approved.*': 'approved must be true or false.',
    'reason.*': 'The reason must be text or null.',
  }
)

const { userInvitationsMax } = accountLimits

export const signUpValidator = withMessages(
  vine.create({
    mode: vine.enum(signUpModes).nullable(),
    userInvitations: vine.number({ strict: true }).withoutDecimals().range([0, userInvitationsMax]),
  }),
  {
    'mode.*': `mode must be null or one of ${signUpModes.join(', ')}.`,
    'userInvitations.*': `userInvitations must be a whole number from 0 to ${userInvitationsMax}.`,
  }
)

/** The gallery's rules check these values. */
export const imageValidator = vine.create({ imageUrl: unchecked() })
export const firstMessageValidator = vine.create({ firstMessage: unchecked() })

const written = () =>
  custom((text) =>
    typeof text === 'string' && !isBlank(text)
      ? ok(text)
      : fail({ rule: 'required', message: 'Please select a character and enter an AI prompt' })
  )

export const drawingValidator = vine.create({ characterId: written(), prompt: written() })

const isBuiltInSet = (set: unknown): set is BuiltInSet => typeof set === 'string' && Object.hasOwn(builtInSetSizes, set)

export const builtInValidator = withMessages(
  vine.create({
    set: custom((set = 'eight') =>
      isBuiltInSet(set) ? ok(set) : fail({ rule: 'enum', message: 'set must be "eight" or "fifty", or left out.' })
    ),
  }),
  {},
  'no_such_set'
)
