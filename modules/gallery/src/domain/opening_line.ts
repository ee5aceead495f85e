import { withoutCutMacro } from '#modules/kernel/macros'
import { beginningOf } from './beginning_of.ts'
import { limits } from './limits.ts'

/** Returns the first sentences of a first message or of its beginning. Never cuts a macro. Returns null without any text. */
export const openingLine = (opening: string): string | null =>
  withoutCutMacro(beginningOf(withoutCutMacro(opening), limits.openingLineMax)) || null
