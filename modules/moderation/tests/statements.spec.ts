import { test } from '@japa/runner'
import { decisionKinds, reasonNames } from '../api.ts'
import { canAppeal, mailedSentences, statementOf, type Decided } from '../src/domain/statements.ts'

const day = 86_400_000
const createdAt = new Date('2026-11-30T12:00:00Z')
const decided = (fields: Partial<Decided['decision']> = {}): Decided => ({
  decision: {
    id: 'a',
    kind: 'suspend',
    reason: 'hate',
    words: 'It attacks sailors.',
    until: new Date('2026-12-07T12:00:00Z'),
    createdAt,
    undoneAt: null,
    undoneWords: '',
    copyOf: null,
    ...fields,
  },
  case: { thingKind: 'comment', title: 'Comment on Mo' },
  appeal: null,
})

test.group('Statements of reasons', () => {
  test('say what was decided, on which facts and ground, by which means, and what people can do', ({ assert }) => {
    assert.deepEqual(statementOf(decided(), createdAt), {
      id: 'a',
      createdAt: '2026-11-30T12:00:00.000Z',
      title: 'Your account is suspended',
      thing: { kind: 'comment', title: 'Comment on Mo' },
      paragraphs: [
        'You can’t sign in, and your public characters are hidden, until December 7, 2026.',
        'It concerns your comment, which users reported. A moderator decided, without automated means.',
        'The ground is: hate. It attacks sailors.',
        'You can appeal once, until June 1, 2027. A person who had no part in this decision decides. You can also turn to a certified out-of-court dispute settlement body, or to a court.',
      ],
      isUndone: false,
      appeal: null,
      canAppeal: true,
    })
  })

  test('exist for every decision and reason', ({ assert }) => {
    for (const kind of decisionKinds)
      for (const reason of [...reasonNames, null])
        for (const text of statementOf(decided({ kind, reason }), createdAt).paragraphs)
          assert.notMatch(text, /undefined|null/)
  })

  test('allow an appeal for half a year', ({ assert }) => {
    const after = (days: number) => new Date(createdAt.getTime() + days * day)
    assert.isTrue(canAppeal(decided(), after(182.9)))
    assert.isFalse(canAppeal(decided(), after(183)))
    assert.isFalse(canAppeal(decided({ undoneAt: createdAt }), after(1)))
  })

  test('quote no person in mails', ({ assert }) => {
    assert.notInclude(mailedSentences(decided()).join(' '), 'sailors')
    assert.deepEqual(mailedSentences(decided({ undoneAt: createdAt })), ['We have undone this decision.'])
  })
})
