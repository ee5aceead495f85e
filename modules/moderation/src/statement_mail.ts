import type { Accounts } from '#modules/accounts/index'
import type { ComposedMail } from '#modules/mail/index'
import { mailedSentences, outcomeOf } from './domain/statements.ts'
import type { DecidedQuery } from './queries/decided_query.ts'
import type { StatementLinks } from './statement_links.ts'

export const statementMail = 'statement'

export interface StatementDetails {
  decisionId: string
}

interface Parts {
  accounts: Accounts
  decided: DecidedQuery
  links: StatementLinks
  productName: string
}

/** Composes the mail about a decision as it is now. Returns null when the account is gone. */
export const composeStatementMail =
  ({ accounts, decided, links, productName }: Parts) =>
  async ({ decisionId }: StatementDetails): Promise<ComposedMail | null> => {
    const found = await decided.find(decisionId)
    const subjectId = found?.decision.subjectId
    const person = subjectId ? await accounts.person(subjectId) : null
    if (!found || !person) return null
    const { title } = outcomeOf(found)
    return {
      userId: person.id,
      address: person.email,
      subject: `${productName}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      paragraphs: [`${title}.`, ...mailedSentences(found)],
      link: { label: 'Read the whole statement', url: links.urlOf(decisionId) },
      notes: ['The link works without signing in. Keep it to yourself, because it lets its reader appeal for you.'],
    }
  }
