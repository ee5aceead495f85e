import vine from '@vinejs/vine'
import { custom, maxCharacters, withMessages } from '#modules/kernel/validation'
import { fail, ok } from '#modules/kernel/result'
import { connectionLimits as limits, samplingRanges, type SamplingName, type TierBody } from '../../api.ts'

const text = (max: number, name: string) =>
  vine
    .string()
    .trim()
    .use(maxCharacters({ max, message: `${name} may have ${max} characters at most.` }))

const whole = (min: number, max: number) => vine.number().withoutDecimals().range([min, max])

const options = custom((value) => {
  const isFine =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length <= 20 &&
    Object.values(value).every((each) => typeof each === 'string')
  return isFine
    ? ok(value as Record<string, string>)
    : fail({ rule: 'invalid', message: 'options must be an object of texts.' })
})

const sampling = custom((value) => {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject) return fail({ rule: 'invalid', message: 'sampling must be an object of numbers.' })
  const given = value as Record<string, unknown>
  for (const [name, number] of Object.entries(given)) {
    const range = Object.hasOwn(samplingRanges, name) ? samplingRanges[name as SamplingName] : undefined
    if (!range) return fail({ rule: 'unknown', message: 'sampling has an unknown parameter.' })
    const { label, min, max } = range
    if (typeof number !== 'number' || !(number >= min && number <= max))
      return fail({ rule: 'range', message: `${label} must be a number from ${min} to ${max}.` })
  }
  return ok(given as TierBody['sampling'])
})

const connection = {
  name: text(limits.nameMax, 'A name').minLength(1),
  provider: text(limits.nameMax, 'A provider'),
  baseUrl: text(limits.addressMax, 'An address'),
  options,
  isOff: vine.boolean({ strict: true }),
}

const tier = {
  name: text(limits.nameMax, 'A name').minLength(1),
  description: text(limits.descriptionMax, 'A description').minLength(0),
  cost: whole(0, limits.costMax),
  links: vine
    .array(
      vine.object({
        connectionId: vine.string().uuid().nullable(),
        provider: text(limits.nameMax, 'A provider').minLength(0),
        model: text(limits.modelMax, 'The name of a model').minLength(1),
      })
    )
    .minLength(1)
    .maxLength(limits.linksMax),
  contextTokens: whole(limits.contextMin, limits.contextMax),
  outputTokens: whole(limits.outputMin, limits.outputMax),
  sampling,
  stop: vine
    .array(
      vine
        .string()
        .use(maxCharacters({ max: limits.stopLength, message: 'A stop sequence is too long.' }))
        .minLength(1)
    )
    .maxLength(limits.stopMax),
  sees: vine.boolean({ strict: true }),
}

export const connectionValidator = withMessages(
  vine.create({
    ...connection,
    // Headers have no spaces and no other alphabets.
    key: vine
      .string()
      .regex(/^[\x21-\x7e]+$/)
      .minLength(limits.keyMin)
      .maxLength(limits.keyMax)
      .nullable()
      .optional(),
  }),
  {
    'name.required': 'Give the connection a name.',
    'name.minLength': 'Give the connection a name.',
    'key.*': `A key has ${limits.keyMin} to ${limits.keyMax} characters, without spaces.`,
  }
)

export const tierValidator = withMessages(vine.create(tier), {
  'name.required': 'Give the tier a name.',
  'name.minLength': 'Give the tier a name.',
  'links.minLength': 'A tier needs at least one model.',
  'links.maxLength': `A tier may have ${limits.linksMax} models at most.`,
  'contextTokens.*': `The context must have ${limits.contextMin} to ${limits.contextMax} tokens.`,
  'outputTokens.*': `A reply must have ${limits.outputMin} to ${limits.outputMax} tokens at most.`,
  'cost.*': `A reply may cost 0 to ${limits.costMax} rubies.`,
})

export const testValidator = vine.create({ model: text(limits.modelMax, 'The name of a model').minLength(1) })

export const fileValidator = withMessages(
  vine.create({
    version: vine.literal(1),
    connections: vine
      .array(vine.object({ id: vine.string().uuid(), ...connection }))
      .distinct('id')
      .maxLength(limits.connectionsMax),
    tiers: vine
      .array(vine.object({ tier: vine.string().maxLength(60), ...tier }))
      .distinct('tier')
      .maxLength(50),
  }),
  { 'version.*': 'This isn’t a file of the control room.' }
)
