import type { ChatData } from '#modules/chat/api'
import {
  limits,
  plainExcerpt,
  type Character,
  type CharacterDetails,
  type CharacterSummary,
} from '#modules/gallery/api'
import type { ApiAnswers } from './api_answers.ts'
import { answer, checkBody } from './check_answer.ts'

export const aiNotice = 'This is AI. Everything characters say is fiction.'

type ListName = { [Name in keyof ApiAnswers]: ApiAnswers[Name] extends unknown[] ? Name : never }[keyof ApiAnswers]

/** Returns one page of a list. The `Link` header contains the address of the next page. */
export function pageOf<Name extends ListName>(name: Name, url: URL, items: ApiAnswers[Name]): Response {
  const start = Number(url.searchParams.get('cursor') ?? 0)
  const limit = Number(url.searchParams.get('limit') ?? 500)
  const next = new URL(url)
  next.searchParams.set('cursor', String(start + limit))
  return answer(name, items.slice(start, start + limit) as ApiAnswers[Name], {
    headers: items.length > start + limit ? { Link: `<${next.pathname}${next.search}>; rel="next"` } : {},
  })
}

export const refuse = (status: number, code: string, message: string): Response =>
  answer('Failure', { message, code }, { status })

/** Returns a refusal with one field error. */
export const refuseField = (status: number, code: string, field: string, message: string): Response =>
  answer('Failure', { message, code, errors: [{ field, rule: code, message }] }, { status })

/** Encodes one event of a stream. */
export function encodeEvent<
  Name extends 'DemoEvent' | 'NotificationsEvent' | 'PictureProgressEvent' | 'ReplyEvent' | 'UserEvent',
>(name: Name, event: ApiAnswers[Name]) {
  checkBody(name, event)
  return new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)
}

/** Returns a character as lists show it, without its long texts. */
export function summaryOf(character: Character): CharacterSummary {
  const { backstory: _b, personality: _p, firstMessage, greeting: _g, scenario: _s, ...summary } = character
  const creator = { id: character.createdBy, name: 'Ines', username: null }
  return { ...summary, creator, openingLine: plainExcerpt(firstMessage ?? '').slice(0, limits.openingLineMax) || null }
}

/** The version of a character that was never changed. */
export const firstVersionOf = (character: Character | null): ChatData['characterVersion'] =>
  character && { number: 1, newest: 1, char: character.name }

/** The fields that only a character's own page has. */
export type CharacterExtras = Omit<CharacterDetails, keyof Character>

export const blankExtras: CharacterExtras = {
  creator: null,
  nickname: null,
  alternateGreetings: [],
  groupGreetings: [],
  exampleDialogue: null,
  systemPrompt: null,
  postHistoryInstructions: null,
  depthNote: null,
  creatorNotes: null,
  creatorName: null,
  version: null,
  source: [],
  lorebookIds: [],
  assets: [],
  allowForks: false,
  definitionPublic: true,
  descriptionIsTeaser: false,
  forkedFrom: null,
  credits: [],
}
