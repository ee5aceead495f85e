import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { codePoints } from '#modules/kernel/text'
import { limits } from '../../api.ts'
import { passwordProblem } from '../domain/passwords.ts'

const newPassword = vine.createRule((value, _options, field) => {
  const problem = passwordProblem(value as string)
  if (problem) field.report(problem, 'password', field)
})

/** Vine's own counts UTF-16 units. */
const maxCharacters = vine.createRule((value, { max, message }: { max: number; message: string }, field) => {
  if (codePoints(value as string) > max) field.report(message, 'maxLength', field)
})

const name = (label: string) =>
  vine
    .string()
    .trim()
    .use(maxCharacters({ max: limits.nameMax, message: `The ${label} may have at most ${limits.nameMax} characters.` }))
    .nullable()
    .optional()

const messages = {
  'email.required': 'Please give an e-mail address.',
  'email.string': 'The e-mail address must be a text.',
  'email.email': 'That is not an e-mail address.',
  'email.maxLength': `An e-mail address has at most ${limits.emailMax} characters.`,
  'password.required': 'Please give a password.',
  'password.string': 'The password must be a text.',
  'firstName.string': 'The first name must be a text.',
  'lastName.string': 'The last name must be a text.',
}

const passwordTooLong = `Password must be at most ${limits.passwordMax} characters long`

export const signInValidator = vine.create({
  email: vine.string().trim().minLength(1).maxLength(limits.emailMax),
  password: vine
    .string()
    .minLength(1)
    .use(maxCharacters({ max: limits.passwordMax, message: passwordTooLong })),
})
signInValidator.messagesProvider = new SimpleMessagesProvider({
  ...messages,
  'email.minLength': messages['email.required'],
  'password.minLength': messages['password.required'],
})

export const registerValidator = vine.create({
  email: vine.string().trim().maxLength(limits.emailMax).email(),
  password: vine.string().use(newPassword()),
  firstName: name('first name'),
  lastName: name('last name'),
})
registerValidator.messagesProvider = new SimpleMessagesProvider(messages)
