import vine from '@vinejs/vine'
import { fail, ok } from '#modules/kernel/result'
import { custom } from '#modules/kernel/validation'
import { cardFormats, cardSpecs, duplicatesRules, lorebookFormats } from '../../api.ts'

const oneOf = <const Value extends string>(values: readonly Value[], usual: Value) =>
  custom((value = usual, { name }) => {
    const known = values.find((each) => each === value)
    return known ? ok(known) : fail({ rule: 'enum', message: `${name} must be one of ${values.join(', ')}.` })
  })

export const cardExportValidator = vine.create({ format: oneOf(cardFormats, 'png'), spec: oneOf(cardSpecs, 'v3') })

export const lorebookExportValidator = vine.create({ format: oneOf(lorebookFormats, 'v3') })

export const cardImportValidator = vine.create({
  dryRun: vine.boolean().optional(),
  doubles: vine.enum(duplicatesRules).optional(),
})
