import vine from '@vinejs/vine'
import { isPictureAddress } from '#modules/kernel/picture_address'
import { isBlank } from '#modules/kernel/text'
import { maxCharacters, unchecked, withMessages } from '#modules/kernel/validation'
import { isMailAddress, toMailAddress } from '#plugins/contract/mail'
import { samplingProblem } from '#plugins/contract/sampling'
import { challengedForms } from '../../api.ts'
import { limits } from '../domain/limits.ts'
import { passwordProblem } from '../domain/passwords.ts'
import { readingChoices } from '../domain/reading.ts'
import { invitedRoles } from '../domain/roles.ts'
import { usernameMessages } from '../domain/usernames.ts'
import { code, codeMessages } from './code_validator.ts'

/** All validators of accounts answer with the same code. */
const answering: typeof withMessages = (validator, messages) => withMessages(validator, messages, 'invalid')

const newPassword = vine.createRule((value, _options, field) => {
  const problem = passwordProblem(value as string)
  if (problem) field.report(problem, 'password', field)
})

/** A blank text clears the field. */
const orNull = (value: string) => (isBlank(value) ? null : value)

/** Accepts a single line. Collapses whitespace, including line breaks. */
const line = (label: string, max: number) =>
  vine
    .string()
    .trim()
    .use(maxCharacters({ max, message: `The ${label} may have at most ${max} characters.` }))
    .transform((value: string | null) => orNull((value ?? '').replaceAll(/\s+/g, ' ')))
    .nullable()
    .optional()

const isPlainAddress = vine.createRule((value, _options, field) => {
  if (!isMailAddress(value as string)) field.report(messages['email.email'], 'email', field)
})

/** An e-mail as typed, in its one form. */
const typedEmail = () =>
  vine
    .string()
    .parse((value) => (typeof value === 'string' ? toMailAddress(value) : value))
    .minLength(1)
    .maxLength(limits.emailMax)

/** An e-mail that an account may have, so that every mail to it can be sent. */
export const accountEmail = () => typedEmail().email().use(isPlainAddress())

const messages = {
  'email.required': 'Please enter an e-mail address.',
  'email.minLength': 'Please enter an e-mail address.',
  'email.string': 'The e-mail address must be text.',
  'email.email': 'That is not an e-mail address.',
  'email.maxLength': `An e-mail address has at most ${limits.emailMax} characters.`,
  'password.required': 'Please enter a password.',
  'password.string': 'The password must be text.',
  'firstName.string': 'The first name must be text.',
  'lastName.string': 'The last name must be text.',
}

/** A password to verify, not to set. */
const typedPassword = () =>
  vine
    .string()
    .minLength(1)
    .use(
      maxCharacters({
        max: limits.passwordMax,
        message: `Password must be at most ${limits.passwordMax} characters long`,
      })
    )

export const signInValidator = answering(
  vine.create({
    email: typedEmail(),
    password: typedPassword(),
    code: code().nullable().optional(),
  }),
  {
    ...messages,
    ...codeMessages,
    'password.minLength': messages['password.required'],
  }
)

const version = () => vine.number().withoutDecimals().range([1, 1_000_000]).nullable().optional()
const agreements = { termsVersion: version(), rulesVersion: version() }
const agreementMessages = {
  'termsVersion.*': 'The version must be a whole number.',
  'rulesVersion.*': 'The version must be a whole number.',
}

export const agreementsValidator = answering(vine.create(agreements), agreementMessages)

export const ageCheckValidator = answering(vine.create({ check: vine.string().maxLength(2_000) }), {
  'check.*': 'The check is missing.',
})

export const sitePageValidator = answering(
  vine.create({ version: vine.number().withoutDecimals().range([1, 1_000_000]).optional() }),
  { 'version.*': 'The version must be a whole number.' }
)

export const registerValidator = answering(
  vine.create({
    ...agreements,
    email: accountEmail(),
    password: vine.string().use(newPassword()),
    firstName: line('first name', limits.nameMax),
    lastName: line('last name', limits.nameMax),
  }),
  { ...messages, ...agreementMessages }
)

const isPicture = vine.createRule((value, { label }: { label: string }, field) => {
  if (value === '' || isPictureAddress(value as string, field.meta.ownHosts)) return
  field.report(
    `The ${label} must be the http or https address of a picture, or one of our own pictures.`,
    'address',
    field
  )
})

const text = (label: string, max: number) =>
  vine
    .string()
    .trim()
    .use(maxCharacters({ max, message: `The ${label} may have at most ${max.toLocaleString('en')} characters.` }))
    .transform(orNull)
    .nullable()
    .optional()

const picture = (label: string) =>
  vine.string().trim().use(isPicture({ label })).transform(orNull).nullable().optional()

const isSampling = vine.createRule((value, _options, field) => {
  const problem = samplingProblem(value)
  if (problem) field.report(problem, 'sampling', field)
})

export const settingsValidator = answering(
  vine.withMetaData<{ ownHosts: readonly string[] }>().create({
    email: accountEmail().optional(),
    firstName: line('first name', limits.nameMax),
    lastName: line('last name', limits.nameMax),
    profileImageUrl: picture('profile picture'),
    limitlessEnabled: vine.boolean({ strict: true }).optional(),
    isOfAge: vine.boolean({ strict: true }).optional(),
    personaName: line('persona’s name', limits.personaNameMax),
    personaDescription: text('persona’s description', limits.personaTextMax),
    personaAvatar: picture('persona’s picture'),
    personaPersonality: text('persona’s personality', limits.personaTextMax),
    personaBackground: text('persona’s background', limits.personaTextMax),
    sampling: vine.any().use(isSampling()).nullable().optional(),
    reading: vine
      .object({
        size: vine.enum(readingChoices.size),
        width: vine.enum(readingChoices.width),
        font: vine.enum(readingChoices.font),
        lineHeight: vine.enum(readingChoices.lineHeight),
        paper: vine.enum(readingChoices.paper),
        focus: vine.boolean({ strict: true }),
        speechTint: vine.boolean({ strict: true }),
        stage: vine.boolean({ strict: true }).optional(),
      })
      .nullable()
      .optional(),
    // A host as in an address: punycode, with a port if it isn't the usual one.
    pictureHosts: vine
      .array(vine.string().regex(/^[a-z0-9.:[\]_-]{1,260}$/))
      .maxLength(limits.pictureHostsMax)
      .optional(),
    asksBeforeNewModels: vine.boolean({ strict: true }).optional(),
  }),
  {
    ...messages,
    'profileImageUrl.string': 'The profile picture must be text.',
    'limitlessEnabled.boolean': 'limitlessEnabled must be true or false.',
    'isOfAge.boolean': 'isOfAge must be true or false.',
    'personaName.string': 'The persona’s name must be text.',
    'personaDescription.string': 'The persona’s description must be text.',
    'personaAvatar.string': 'The persona’s picture must be text.',
    'personaPersonality.string': 'The persona’s personality must be text.',
    'personaBackground.string': 'The persona’s background must be text.',
    'reading.object': 'The reading settings must be an object or null.',
    'asksBeforeNewModels.boolean': 'asksBeforeNewModels must be true or false.',
    'pictureHosts.array': 'The picture hosts must be a list.',
    'pictureHosts.array.maxLength': `You can show pictures of at most ${limits.pictureHostsMax} hosts.`,
    'pictureHosts.*': 'This isn’t a host.',
    'reading.*': 'This reading setting is missing or not one of its choices.',
  }
)

const persona = {
  isDefault: vine.literal(true).optional(),
  name: line('name', limits.personaNameMax),
  description: text('description', limits.personaTextMax),
  avatar: picture('picture'),
  personality: text('personality', limits.personaTextMax),
  background: text('background', limits.personaTextMax),
  lorebookIds: vine.array(vine.string().uuid().toLowerCase()).maxLength(limits.personaLorebooksMax).optional(),
}

export const personaValidator = answering(vine.withMetaData<{ ownHosts: readonly string[] }>().create(persona), {
  'isDefault.literal': 'Make another persona the default instead.',
  'name.string': 'The name must be text.',
  'description.string': 'The description must be text.',
  'avatar.string': 'The picture must be text.',
  'personality.string': 'The personality must be text.',
  'background.string': 'The background must be text.',
  'lorebookIds.array': 'The lorebooks must be a list of their ids.',
  'lorebookIds.*.string': 'The lorebooks must be a list of their ids.',
  'lorebookIds.*.uuid': 'The lorebooks must be a list of their ids.',
  'lorebookIds.array.maxLength': `A persona has at most ${limits.personaLorebooksMax} lorebooks.`,
  'lorebookIds.maxLength': `A persona has at most ${limits.personaLorebooksMax} lorebooks.`,
})

/** The action checks the username rules. */
export const usernameValidator = answering(vine.create({ username: vine.string().trim() }), {
  'username.required': usernameMessages.tooShort,
  'username.string': 'The username must be text.',
})

export const passwordValidator = answering(
  vine.create({
    currentPassword: typedPassword().optional(),
    newPassword: vine.string().use(newPassword()),
  }),
  {
    'currentPassword.minLength': 'Please enter your current password.',
    'currentPassword.string': 'The current password must be text.',
    'newPassword.required': `Password must be at least ${limits.passwordMin} characters long`,
    'newPassword.string': 'The new password must be text.',
  }
)

export const forgottenPasswordValidator = answering(
  vine.create({
    email: accountEmail(),
  }),
  messages
)

/** The lookup checks the token's form, and refuses a malformed token like an expired one. */
export const passwordResetValidator = answering(
  vine.create({
    token: vine.string().maxLength(200),
    newPassword: vine.string().use(newPassword()),
  }),
  {
    'token.*': 'The token is missing.',
    'newPassword.required': `Password must be at least ${limits.passwordMin} characters long`,
    'newPassword.string': 'The new password must be text.',
  }
)

const { invitationDaysMax, invitationNoteMax, invitationRubiesMax, invitationUsesMax } = limits
const whole = (min: number, max: number) => vine.number({ strict: true }).withoutDecimals().range([min, max])

export const invitationValidator = answering(
  vine.create({
    uses: whole(1, invitationUsesMax),
    days: whole(1, invitationDaysMax),
    note: line('note', invitationNoteMax),
    role: vine.enum(invitedRoles).nullable().optional(),
    rubies: whole(0, invitationRubiesMax).optional(),
  }),
  {
    'uses.*': `An invitation is for 1 to ${invitationUsesMax} people.`,
    'days.*': `An invitation works for 1 to ${invitationDaysMax} days.`,
    'note.string': 'The note must be text.',
    'role.*': `An invitation gives one of these roles or none: ${invitedRoles.join(', ')}.`,
    'rubies.*': `An invitation gives 0 to ${invitationRubiesMax.toLocaleString('en')} rubies.`,
  }
)

export const challengeValidator = answering(vine.create({ form: vine.enum(challengedForms) }), {
  'form.*': `form must be one of ${challengedForms.join(', ')}.`,
})

/** The answer to a challenge, which the challenges check. */
export const challengeAnswerValidator = vine.create({ challenge: unchecked() })

export const pendingAccountValidator = answering(
  vine.create({ token: vine.string().maxLength(200), password: typedPassword() }),
  {
    ...messages,
    'token.*': 'The token is missing.',
    'password.minLength': messages['password.required'],
  }
)

export const waitingListValidator = answering(vine.create({ email: accountEmail() }), messages)

export const verifyEmailValidator = answering(vine.create({ token: vine.string().maxLength(200) }), {
  'token.*': 'The token is missing.',
})

export const proofValidator = answering(
  vine.create({
    currentPassword: typedPassword(),
  }),
  {
    'currentPassword.required': 'Please enter your password.',
    'currentPassword.minLength': 'Please enter your password.',
    'currentPassword.string': 'The password must be text.',
  }
)

/** `currentPassword` is absent for accounts without a password. */
export const deleteAccountValidator = answering(
  vine.create({
    currentPassword: typedPassword().nullable().optional(),
  }),
  {
    'currentPassword.minLength': 'Please enter your current password.',
    'currentPassword.string': 'The current password must be text.',
  }
)

/** Checks passwords that the operator sets at the command line. */
export const resetPasswordValidator = vine.create({ password: vine.string().use(newPassword()) })

/** The lookup checks the token's form. */
export const linkValidator = vine.create({ token: unchecked() })

/** Shown again in the form. */
export const typedEmailValidator = vine.create({ email: unchecked() })

/** Pages check where they lead to, and their other parameters. */
export const pageValidator = vine.create({ next: unchecked(), mode: unchecked(), invitation: unchecked() })

export const providerAnswerValidator = vine.create({ state: unchecked() })

export const secondStepPageValidator = vine.create({ by: unchecked() })
