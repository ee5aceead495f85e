import { plainExcerpt } from '#modules/kernel/message_text/plain_text'
import type { ReadableComment } from '#modules/gallery/index'
import type { NotificationGroup, NotificationSubjects, ShownNotification } from '../../index.ts'
import type { NotificationKind } from '../../api.ts'

/** A user that the viewer may see. */
export interface ShownPerson {
  name: string
  username: string | null
  pictureUrl: string | null
}

export interface ShownCharacter {
  name: string
  pictureUrl: string | null
  isAdult: boolean
}

/** The things that notifications name, as far as the viewer may see it. */
export interface ShownThings {
  characters: ReadonlyMap<string, ShownCharacter>
  people: ReadonlyMap<string, ShownPerson>
  comments: ReadonlyMap<string, ReadableComment>
}

type Phrase<Kind extends NotificationKind> = (
  group: NotificationGroup<Kind>,
  things: ShownThings
) => ShownNotification | null

/** The kinds whose texts belong to later modules. */
export type RegisteredKind = 'decision' | 'announcement' | 'webhook_off'
type OwnKind = Exclude<NotificationKind, RegisteredKind>

const plain = { text: '', pictureUrl: null, isAdult: false }
const rubies = (count: number) => `${count} ${count === 1 ? 'ruby' : 'rubies'}`
const characterPath = (id: string, query = '') => `/character/${id}${query}`

const ofCharacter = ({ pictureUrl, isAdult }: ShownCharacter) => ({ pictureUrl, isAdult })

const sources: Record<NotificationSubjects['rubies_received']['source'], string> = {
  purchase: 'Thank you for your purchase.',
  code: 'They are from your code.',
  gift: 'They are a gift from the team.',
}

const commentPhrase =
  (one: (person: string, character: string) => string, several: (count: number, character: string) => string) =>
  (
    { subjects, count }: NotificationGroup<'comment' | 'comment_reply'>,
    { characters, comments, people }: ShownThings
  ): ShownNotification | null => {
    for (const { characterId, commentId } of subjects) {
      const [character, comment] = [characters.get(characterId), comments.get(commentId)]
      const author = comment && people.get(comment.authorId)
      if (!character || !author) continue
      return {
        title: count === 1 ? one(author.name, character.name) : several(count, character.name),
        text: count === 1 ? plainExcerpt(comment.excerpt) : `${author.name}: ${plainExcerpt(comment.excerpt)}`,
        href: characterPath(
          characterId,
          comment.parentId === null ? `?comment=${commentId}` : `?comment=${comment.parentId}&reply=${commentId}`
        ),
        ...ofCharacter(character),
      }
    }
    return null
  }

export const phrases: { [Kind in OwnKind]: Phrase<Kind> } = {
  welcome: ({ subjects: [subject] }) => ({
    ...plain,
    title: 'Welcome',
    text: `${rubies(subject!.rubies)} to begin with are in your account.`,
    href: '/ruby-shop',
  }),

  reward_ready: ({ subjects: [subject] }) => ({
    ...plain,
    title: 'Your daily reward is ready',
    text: `Claim ${rubies(subject!.rubies)}, once a day.`,
    href: '/',
  }),

  reply_finished: ({ subjects: [subject] }, { characters }) => {
    const { sessionId, messageId, characterId, isGroup } = subject!
    const character = characters.get(characterId)
    const path = isGroup
      ? `/group/${sessionId}?message=${messageId}`
      : `/chat/${characterId}?session=${sessionId}&message=${messageId}`
    return character
      ? { ...plain, title: `${character.name} has replied`, href: path, ...ofCharacter(character) }
      : null
  },

  comment: commentPhrase(
    (person, character) => `${person} commented on ${character}`,
    (count, character) => `${count} new comments on ${character}`
  ),

  comment_reply: commentPhrase(
    (person, character) => `${person} replied to your comment on ${character}`,
    (count, character) => `${count} new replies to your comment on ${character}`
  ),

  likes: ({ subjects }, { characters }) => {
    const [{ characterId, likes }] = subjects as [NotificationSubjects['likes']]
    const character = characters.get(characterId)
    if (!character) return null
    const title = likes === 1 ? `Someone liked ${character.name}` : `${likes} people liked ${character.name}`
    return { ...plain, title, href: characterPath(characterId), ...ofCharacter(character) }
  },

  follower: ({ subjects, count }, { people }) => {
    const person = subjects.map(({ actorId }) => people.get(actorId)).find((each) => each !== undefined)
    if (!person) return null
    const others = count === 2 ? ' and 1 other follow you' : ` and ${count - 1} others follow you`
    const href = count === 1 && person.username !== null ? `/u/${person.username}` : null
    return {
      ...plain,
      title: `${person.name}${count === 1 ? ' follows you' : others}`,
      href,
      pictureUrl: person.pictureUrl,
    }
  },

  creator_published: ({ subjects, count }, { characters, people }) => {
    const found = subjects.find(({ characterId, actorId }) => characters.has(characterId) && people.has(actorId))
    if (!found) return null
    const [character, person] = [characters.get(found.characterId)!, people.get(found.actorId)!]
    const title = `${person.name} published ${count === 1 ? character.name : `${character.name} and ${count - 1} more`}`
    return { ...plain, title, href: characterPath(found.characterId), ...ofCharacter(character) }
  },

  character_updated: ({ subjects: [subject] }, { characters }) => {
    const { characterId } = subject!
    const character = characters.get(characterId)
    if (!character) return null
    const title = `${character.name} has a new version`
    return {
      ...plain,
      title,
      text: 'See what has changed in your chat.',
      href: `/chat/${characterId}`,
      ...ofCharacter(character),
    }
  },

  review_decided: ({ subjects: [subject] }, { characters }) => {
    const { characterId, commentId, isApproved } = subject!
    const character = characterId === undefined ? null : characters.get(characterId)
    if (character === undefined) return null
    const name = character === null ? 'Your profile' : commentId ? `Your comment on ${character.name}` : character.name
    return {
      ...plain,
      title: isApproved ? `${name} is public` : `${name} was not published`,
      text: isApproved ? 'A moderator has approved it.' : 'A moderator has declined it.',
      href: characterId === undefined ? '/settings/username' : characterPath(characterId),
      ...(character && ofCharacter(character)),
    }
  },

  rubies_received: ({ subjects: [subject] }) => ({
    ...plain,
    title: `You received ${rubies(subject!.rubies)}`,
    text: sources[subject!.source],
    href: '/ruby-shop',
  }),
}
