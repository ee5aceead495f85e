import type { Character, Comment } from '#modules/gallery/api'
import { answer } from './check_answer.ts'
import { pageOf, refuse, summaryOf } from './fake_answers.ts'
import { FakeApi, defaultCharacter } from './fake_api.ts'

/** Paths under `/api/characters/` that aren't ids. */
const discoveryCalls = new Set(['chips', 'landing', 'shelves', 'starters', 'suggestions', 'surprise', 'tags'])

/** The fake server with the gallery calls: likes, comments and gated adult content. */
export class FakeGallery extends FakeApi {
  /** The comments by the id of the character, newest first. */
  comments = new Map<string, Comment[]>()
  removedComments: Comment[] = []
  similar: Character[] = []

  override answer(method: string, url: URL, body: unknown): Response {
    const [, , list, id, verb, commentId, undo] = url.pathname.split('/')
    if (list !== 'characters' || id === undefined || discoveryCalls.has(id) || verb === 'share')
      return super.answer(method, url, body)
    const character = this.characters.find((each) => each.id === id)
    if (!character) return refuse(404, 'not_found', 'Character not found')
    if (verb === 'similar')
      return answer(
        'CharacterSummaries',
        this.similar.map((each) => summaryOf(this.#seen(each)))
      )
    if (method !== 'GET' && !this.user) return refuse(401, 'signed_out', 'Please log in first.')
    if (method === 'PUT') return this.#editComment(id, commentId!, (body as { content: string }).content)
    if (commentId !== undefined) return undo ? this.#restoreComment(id, commentId) : this.#removeComment(id, commentId)
    if (method === 'DELETE') return this.#delete(character)
    if (verb === undefined) return answer('CharacterDetails', this.detailsOf(this.#seen(character)))
    if (verb === 'fork') return this.#fork(character)
    if (this.#isGated(character)) return refuse(403, 'adult_content', 'Adult Content: enable it in Settings')
    if (verb === 'like') return this.#like(character)
    if (method === 'POST') return this.#comment(id, body as { content: string; parentId?: string })
    const listed = this.#listComments(id, url.searchParams)
    const page = pageOf('Comments', url, listed)
    const { linked, cursor, limit } = Object.fromEntries(url.searchParams)
    const at = cursor === undefined ? listed.findIndex((each) => each.id === linked) : -1
    if (at < Number(limit)) return page
    return answer('Comments', [listed[at]!, ...listed.slice(0, Number(limit))], { headers: page.headers })
  }

  /** Adds comments, oldest first. */
  addComments(id: string, contents: string[], fields: Partial<Comment> = {}): void {
    const user = { id: 'user-9', firstName: 'Ines', username: null, profileImageUrl: null }
    const createdAt = new Date().toISOString()
    const usual = { createdAt, user, editedAt: null, parentId: null, replies: 0 }
    const all = contents.map((content) => ({ id: this.id('comment'), content, ...usual, ...fields }))
    this.comments.set(id, [...all.reverse(), ...(this.comments.get(id) ?? [])])
  }

  #isGated(character: Character): boolean {
    return character.isNsfw && !this.user?.limitlessEnabled && character.createdBy !== this.user?.id
  }

  #seen(character: Character): Character {
    if (!this.#isGated(character)) return character
    const hidden = {
      avatar: null,
      avatarFocus: null,
      background: null,
      description: null,
      backstory: null,
      personality: null,
    }
    return { ...character, ...hidden, firstMessage: null, greeting: null, scenario: null }
  }

  #like(character: Character): Response {
    character.likes += character.liked ? -1 : 1
    character.liked = !character.liked
    return answer('Like', { liked: character.liked, likes: character.likes })
  }

  #fork(character: Character): Response {
    const { id, name } = character
    const credit = { id, name, creator: { id: character.createdBy, name: 'Ines', username: null } }
    const fork = this.addCharacter({ ...character, id: undefined, createdBy: this.user!.id, isPublic: false })
    const { credits = [] } = this.extras.get(id) ?? {}
    this.extras.set(fork.id, { forkedFrom: credit, credits: [...credits, credit] })
    return answer('CharacterDetails', this.detailsOf(fork), { status: 201 })
  }

  #delete(character: Character): Response {
    this.characters = this.characters.filter((each) => each !== character)
    return answer('Confirmation', { message: 'The character is deleted.' })
  }

  #removeComment(id: string, commentId: string): Response {
    const all = this.comments.get(id) ?? []
    this.removedComments.push(...all.filter((comment) => comment.id === commentId))
    this.comments.set(
      id,
      all.filter((comment) => comment.id !== commentId)
    )
    return answer('Confirmation', { message: 'The comment has been removed.' })
  }

  #restoreComment(id: string, commentId: string): Response {
    const comment = this.removedComments.find((each) => each.id === commentId)
    if (!comment) return refuse(404, 'no_such_comment', 'There is no such comment.')
    this.comments.set(id, [comment, ...(this.comments.get(id) ?? [])])
    return answer('Comment', comment)
  }

  #listComments(id: string, query: URLSearchParams): Comment[] {
    const all = this.comments.get(id) ?? []
    const shown = all.filter(({ parentId }) => parentId === query.get('parent'))
    const isOldestFirst = query.get('sort') === 'old' || query.has('parent')
    return (isOldestFirst ? shown.toReversed() : shown).map((comment) => ({
      ...comment,
      replies: all.filter(({ parentId }) => parentId === comment.id).length,
    }))
  }

  #editComment(id: string, commentId: string, content: string): Response {
    const comment = this.comments.get(id)!.find((each) => each.id === commentId)!
    Object.assign(comment, { content, editedAt: new Date().toISOString() })
    return answer('Comment', comment)
  }

  #comment(id: string, { content, parentId = null }: { content: string; parentId?: string | null }): Response {
    const { id: userId, firstName, username, profileImageUrl } = this.user!
    this.addComments(id, [content.trim()], {
      parentId,
      user: { id: userId, firstName, username, profileImageUrl },
    })
    return answer('Comment', this.comments.get(id)![0]!, { status: 201 })
  }
}

/** A character with all texts. */
export const completeCharacter: Partial<Character> = {
  ...defaultCharacter,
  id: undefined,
  backstory: 'The lamp was lit by her mother, and by hers.',
  personality: 'Patient with {{user}}, short with gulls.',
}
