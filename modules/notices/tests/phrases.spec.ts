import { test } from '@japa/runner'
import { notificationKinds } from '../api.ts'
import { phrases, type ShownThings } from '../src/domain/phrases.ts'

const things: ShownThings = {
  characters: new Map([['c', { name: 'Mara', pictureUrl: null, isAdult: false }]]),
  people: new Map([['p', { name: 'Rob', username: 'rob', pictureUrl: null }]]),
  comments: new Map([['m', { id: 'm', characterId: 'c', authorId: 'p', excerpt: '' }]]) as never,
}

const subject = {
  characterId: 'c',
  actorId: 'p',
  commentId: 'm',
  sessionId: 's',
  messageId: 'm',
  rubies: 5,
  likes: 5,
  source: 'gift',
}

/** Words of the first person, and of a character that pretends to have feelings for its reader. */
const personal = /\b(?:I|I’m|me|my|mine|we|us|our|miss(?:es|ed)?|waits?|waiting|lonely|love[sd]?)\b/

/** Their texts belong to other modules. */
const registered = ['decision', 'announcement', 'webhook_off']

test.group('The phrases of notifications', () => {
  for (const kind of notificationKinds.filter((each) => !registered.includes(each)))
    for (const count of [1, 3])
      test(`speak for the product, never for a character: ${kind}, ${count} at a time`, ({ assert }) => {
        const phrase = phrases[kind as keyof typeof phrases] as (group: object, things: ShownThings) => unknown
        const shown = phrase({ id: 'n', kind, subjects: [subject], count }, things) as { title: string; text: string }
        assert.isNotNull(shown)
        assert.notMatch(`${shown.title}. ${shown.text}`, personal)
      })
})
