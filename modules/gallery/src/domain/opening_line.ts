import { withoutCutMacro } from '#modules/kernel/macros'
import { beginningOf } from './beginning_of.ts'
import { limits } from './limits.ts'

/** The opening line of a first message, or of the beginning of one: its first sentences. A macro is never cut. Null without any text. */
export const openingLine = (opening: string): string | null =>
  withoutCutMacro(beginningOf(withoutCutMacro(opening), limits.openingLineMax)) || null
