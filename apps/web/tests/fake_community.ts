import type { CollectionBody, CreatorPage, FoundPerson, OwnCollection, ProfileSettings } from '#modules/community/api'
import type { CharacterSummary } from '#modules/gallery/api'
import { answer } from './check_answer.ts'
import { pageOf, refuse } from './fake_answers.ts'

/** The fake server's creators. */
export class FakeCommunity {
  profile: ProfileSettings = { isPublic: false, about: '', links: [] }
  readonly pages: CreatorPage[] = []
  /** The characters on every page. */
  characters: CharacterSummary[] = []
  /** New characters of followed creators. */
  followed: CharacterSummary[] = []
  people: FoundPerson[] = []
  readonly following = new Set<string>()
  collections: OwnCollection[] = []
  /** The characters of each collection, by its id. */
  readonly collected = new Map<string, CharacterSummary[]>()

  addPage(fields: Partial<CreatorPage> = {}): CreatorPage {
    const id = `creator-${this.pages.length + 1}`
    const counts = { characters: 2, followers: 3, likes: 4, messages: 5 }
    const page = { id, username: 'ines', firstName: 'Ines', picture: null, about: '', links: [], ...counts, ...fields }
    this.pages.push(page)
    return page
  }

  /** Answers the calls that visitors may send, too. */
  answerOpen(url: URL): Response | null {
    const [, , opened] = /^\/api\/creators\/([^/]+)\/collections(?:\/([^/]+)\/characters)?$/.exec(url.pathname) ?? []
    if (opened !== undefined) return answer('CharacterSummaries', this.collected.get(opened) ?? [])
    if (url.pathname.endsWith('/collections') && url.pathname.startsWith('/api/creators/'))
      return answer(
        'Collections',
        this.collections.filter((each) => each.isPublic).map(({ id, name, about }) => ({ id, name, about }))
      )
    const [, of, characters] = /^\/api\/creators\/([^/]+)(\/characters)?$/.exec(url.pathname) ?? []
    if (of === undefined) return null
    if (characters) return pageOf('CharacterSummaries', url, this.characters)
    const page = this.pages.find(({ username }) => username.toLowerCase() === of.toLowerCase())
    return page ? answer('CreatorPage', page) : refuse(404, 'not_found', 'There is no such person.')
  }

  answer(method: string, { pathname }: URL, body: unknown): Response | null {
    if (pathname === '/api/user/profile') {
      if (method === 'PUT') this.profile = { ...this.profile, ...(body as Partial<ProfileSettings>) }
      return answer('ProfileSettings', this.profile)
    }
    if (pathname.startsWith('/api/collections')) return this.#answerCollections(method, pathname, body)
    if (pathname === '/api/people') return answer('FoundPeople', this.people)
    if (pathname === '/api/following/characters') return answer('CharacterSummaries', this.followed)
    const [, id] = /^\/api\/following\/([^/]+)$/.exec(pathname) ?? []
    if (id === undefined) return null
    if (method === 'PUT') this.following.add(id)
    if (method === 'DELETE') this.following.delete(id)
    const isFollowed = this.following.has(id)
    return answer('Following', { isFollowed, followers: 3 + Number(isFollowed) })
  }

  addCollection(fields: Partial<OwnCollection> = {}, characters: CharacterSummary[] = []): OwnCollection {
    const id = `collection-${this.collections.length + 1}`
    const collection = {
      id,
      name: 'Sea',
      about: '',
      isPublic: false,
      characters: characters.length,
      holds: false,
      ...fields,
    }
    this.collections.push(collection)
    this.collected.set(id, characters)
    return collection
  }

  #answerCollections(method: string, pathname: string, body: unknown): Response | null {
    const [, , , id, , characterId] = pathname.split('/')
    if (id === undefined)
      return method === 'POST'
        ? answer('OwnCollection', this.addCollection(body as CollectionBody), { status: 201 })
        : answer('OwnCollections', this.collections)
    const collection = this.collections.find((each) => each.id === id)
    if (!collection) return refuse(404, 'not_found', 'There is no such collection.')
    if (characterId !== undefined) {
      Object.assign(collection, { holds: method === 'PUT' })
      const kept = this.collected.get(id)!.filter((each) => each.id !== characterId)
      this.collected.set(id, kept)
      return answer('Confirmation', { message: 'Done.' })
    }
    if (method === 'GET') return answer('CharacterSummaries', this.collected.get(id)!)
    if (method === 'PUT') return answer('OwnCollection', Object.assign(collection, body))
    this.collections = this.collections.filter((each) => each !== collection)
    return answer('Confirmation', { message: 'Done.' })
  }
}
