import vine from '@vinejs/vine'
import { withMessages } from '#modules/kernel/validation'
import { limits } from '../domain/limits.ts'

export const codeMessages = {
  'code.required': 'Please enter a code.',
  'code.minLength': 'Please enter a code.',
  'code.string': 'The code must be text.',
  'code.maxLength': 'That is too long for a code.',
}

/** Accepts a code from the authenticator app or a recovery code, with any spaces and dashes. */
export const code = () => vine.string().trim().minLength(1).maxLength(limits.codeMax)

export const codeValidator = withMessages(vine.create({ code: code() }), codeMessages, 'invalid')
