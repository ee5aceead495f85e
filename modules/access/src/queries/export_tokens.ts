import { jsonList, type ExportSections } from '#modules/accounts/index'
import type { AccessTokens } from '../access_tokens.ts'

/** Adds the user's tokens to the data export: the rows of `access_tokens` without their hashes. */
export const exportTokens = (sections: ExportSections, tokens: AccessTokens) => {
  sections.add('tokens', ({ id }) => jsonList(tokens.exported(id)))
}
