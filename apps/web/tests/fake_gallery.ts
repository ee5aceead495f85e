import type { Character, Comment } from '#modules/gallery/api'
import { FakeApi, someCharacter } from './fake_api.ts'

/** The server as readers of the gallery know it: it counts likes, keeps comments, and gates what is for adults. */
export class FakeGallery extends FakeApi {
  /** Newest first, by character. */
  comments = new Map<string, Comment[]>()
  similar: Character[] = []

  override answer(method: string, url: URL, body: unknown): Response {
    const [, , list, id, verb] = url.pathname.split('/')
    if (list !== 'characters' || id === undefined) return super.answer(method, url, body)
    const character = this.characters.find((its) => its.id === id)
    if (!character) return json({ message: 'Character not found', code: 'not_found' }, 404)
    if (verb === 'similar') return json(this.similar.map((its) => this.#seen(its)))
    if (method !== 'GET' && !this.user) return json({ message: 'Please log in first.', code: 'signed_out' }, 401)
    if (method === 'DELETE') return this.#delete(character)
    if (verb === undefined) return json(this.#seen(character))
    if (this.#isGated(character))
      return json({ message: 'Adult Content: enable it in Settings', code: 'adult_content' }, 403)
    if (verb === 'like') return this.#like(character)
    if (method === 'POST') return this.#comment(id, (body as { content: string }).content)
    return this.#listComments(id, url)
  }

  /** One that people wrote this of, the last of it a moment ago. */
  addComments(id: string, contents: string[], fields: Partial<Comment> = {}): void {
    const user = { id: 'user-9', firstName: 'Ines', username: null, profileImageUrl: null }
    const createdAt = new Date().toISOString()
    const all = contents.map((content) => ({ id: this.id('comment'), content, createdAt, user, ...fields }))
    this.comments.set(id, [...all.reverse(), ...(this.comments.get(id) ?? [])])
  }

  #isGated(character: Character): boolean {
    return character.isNsfw && !this.user?.limitlessEnabled
  }

  #seen(character: Character): Character {
    if (!this.#isGated(character)) return character
    const hidden = { avatar: null, background: null, description: null, backstory: null, personality: null }
    return { ...character, ...hidden, firstMessage: null, greeting: null, scenario: null }
  }

  #like(character: Character): Response {
    character.likes += character.liked ? -1 : 1
    character.liked = !character.liked
    return json({ liked: character.liked, likes: character.likes })
  }

  #delete(character: Character): Response {
    this.characters = this.characters.filter((its) => its !== character)
    return json({ message: 'The character is deleted.' })
  }

  #comment(id: string, content: string): Response {
    const { id: userId, firstName, username, profileImageUrl } = this.user!
    this.addComments(id, [content.trim()], { user: { id: userId, firstName, username, profileImageUrl } })
    return json(this.comments.get(id)![0], 201)
  }

  #listComments(id: string, url: URL): Response {
    const all = this.comments.get(id) ?? []
    const limit = Number(url.searchParams.get('limit') ?? 50)
    const start = Number(url.searchParams.get('cursor') ?? 0)
    const next = new URL(url)
    next.searchParams.set('cursor', String(start + limit))
    const isLast = all.length <= start + limit
    return json(all.slice(start, start + limit), 200, {
      ...(!isLast && { Link: `<${next.pathname}${next.search}>; rel="next"` }),
    })
  }
}

/** With all its texts. */
export const wholeCharacter: Partial<Character> = {
  ...someCharacter,
  id: undefined,
  backstory: 'The lamp was lit by her mother, and by hers.',
  personality: 'Patient with {{user}}, short with gulls.',
}

/** Lets a call whose address has this in it wait until the test lets it go. */
export function holdCall(api: FakeApi, part: string): () => void {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const { fetch } = api
  api.fetch = async (input, init) => {
    if (String(input).includes(part)) await held
    return fetch(input, init)
  }
  return letGo
}

const json = (body: unknown, status = 200, headers: HeadersInit = {}) => Response.json(body, { status, headers })
