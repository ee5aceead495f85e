import type { ShowNotifications } from '#modules/notices/index'
import { mailedSentences, outcomeOf } from './domain/statements.ts'
import type { DecidedQuery } from './queries/decided_query.ts'
import type { StatementLinks } from './statement_links.ts'

/** Puts decisions into words, for the people concerned. */
export const showDecisions =
  (decided: DecidedQuery, links: StatementLinks): ShowNotifications<'decision'> =>
  async (groups, viewer) => {
    const found = new Map(
      (await decided.findMany(groups.map(({ subjects: [subject] }) => subject!.decisionId)))
        .filter(({ decision }) => decision.subjectId === viewer.id)
        .map((each) => [each.decision.id, each])
    )
    return new Map(
      groups.flatMap(({ id, subjects: [subject] }) => {
        const of = found.get(subject!.decisionId)
        if (!of) return []
        const [text] = mailedSentences(of)
        const href = links.pathOf(of.decision.id)
        return [[id, { title: outcomeOf(of).title, text: text!, href, pictureUrl: null, isAdult: false }]]
      })
    )
  }
