import type { Attributes } from '#modules/kernel/tables'
import { limits, reasons, type Appeal, type DecisionKind, type Statement, type ThingKind } from '../../api.ts'
import type { AppealRow } from '../tables/appeal_row.ts'
import type { CaseRow } from '../tables/case_row.ts'
import type { DecisionRow } from '../tables/decision_row.ts'

/** A decision with its case and appeal. */
export interface Decided {
  decision: Pick<
    DecisionRow,
    'id' | 'kind' | 'reason' | 'words' | 'until' | 'createdAt' | 'undoneAt' | 'undoneWords' | 'copyOf'
  >
  case: Pick<CaseRow, 'thingKind' | 'title'>
  appeal: Attributes<AppealRow> | null
}

const thingNames: Record<ThingKind, string> = {
  character: 'character',
  answer: 'character',
  comment: 'comment',
  picture: 'picture',
  profile: 'profile',
  notice: 'notice',
}

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = (time: Date) => dayFormat.format(time)

const dayMs = 86_400_000
const appealsUntil = ({ createdAt }: Pick<DecisionRow, 'createdAt'>) =>
  new Date(createdAt.getTime() + limits.appealDays * dayMs)

interface Outcome {
  title: string
  /** The effect, its scope and its duration. */
  effect: string
}

const outcomes: Record<DecisionKind, (name: string, until: Date | null) => Outcome> = {
  dismiss: () => ({ title: 'Nothing was changed', effect: 'Moderators found no violation.' }),
  mark_adult: () => ({
    title: 'Your character was marked as adult',
    effect: 'Only people who have switched adult content on see it in full. This has no end date.',
  }),
  hide: () => ({
    title: 'Your character was hidden',
    effect: 'Other people can’t find it or chat with it. This has no end date.',
  }),
  remove: (name) => ({
    title: `Your ${name} was removed`,
    effect: `It is no longer shown to anyone. After ${limits.appealDays} days it is deleted.`,
  }),
  warn: () => ({
    title: 'You were warned',
    effect: 'Nothing was removed. Further violations can lead to a suspension of your account.',
  }),
  suspend: (_, until) => ({
    title: 'Your account is suspended',
    effect: `You can’t sign in, and your public characters are hidden, until ${until ? dayOf(until) : 'further notice'}.`,
  }),
  ban: () => ({
    title: 'Your account is disabled',
    effect: 'You can’t sign in, and your public characters are hidden. This has no end date.',
  }),
}

export const outcomeOf = ({ decision: { kind, until }, case: { thingKind } }: Decided): Outcome =>
  outcomes[kind](thingNames[thingKind], until)

export const canAppeal = ({ decision, appeal }: Decided, now: Date): boolean =>
  decision.undoneAt === null && appeal === null && now < appealsUntil(decision)

const groundOf = ({ decision: { reason } }: Decided) =>
  `The ground is: ${reason === null ? 'our rules' : reasons[reason].label.toLowerCase()}.`

const redressOf = ({ decision }: Decided) =>
  `You can appeal once, until ${dayOf(appealsUntil(decision))}. A person who had no part in this decision decides. You can also turn to a certified out-of-court dispute settlement body, or to a court.`

/** The sentences of a mail, which quote no person. */
export const mailedSentences = (decided: Decided): string[] => {
  if (decided.decision.undoneAt !== null) return ['We have undone this decision.']
  if (decided.appeal?.outcome === 'upheld') return ['We looked at your appeal, and the decision stands.']
  return [outcomeOf(decided).effect, groundOf(decided), redressOf(decided)]
}

/** The statement of reasons, with what Article 17 (3) of the Digital Services Act asks for. */
export const statementOf = (decided: Decided, now: Date): Statement => {
  const { decision, case: of, appeal } = decided
  const { title, effect } = outcomeOf(decided)
  const name = of.thingKind === 'answer' ? 'an answer of your character' : `your ${thingNames[of.thingKind]}`
  const undone = decision.undoneAt && `This decision was undone on ${dayOf(decision.undoneAt)}.`
  return {
    id: decision.id,
    createdAt: decision.createdAt.toISOString(),
    title,
    thing: { kind: of.thingKind, title: of.title },
    paragraphs: [
      // The answer to an appeal is shown with it.
      ...(undone ? [[undone, appeal ? '' : decision.undoneWords].filter(Boolean).join(' ')] : []),
      effect,
      decision.copyOf === null
        ? `It concerns ${name}, which users reported. A moderator decided, without automated means.`
        : `It concerns ${name}, which a program found to look like one that was reported. A moderator looked at it and decided.`,
      [groundOf(decided), decision.words].filter(Boolean).join(' '),
      ...(canAppeal(decided, now) ? [redressOf(decided)] : []),
    ],
    isUndone: decision.undoneAt !== null,
    appeal: appeal && toAppeal(appeal),
    canAppeal: canAppeal(decided, now),
  }
}

export const toAppeal = ({ createdAt, words, outcome, answer }: Attributes<AppealRow>): Appeal => ({
  createdAt: createdAt.toISOString(),
  words,
  outcome,
  answer,
})
