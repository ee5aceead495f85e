import type { CreatorPage, FoundPerson, ProfileSettings } from '#modules/community/api'
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

  addPage(fields: Partial<CreatorPage> = {}): CreatorPage {
    const id = `creator-${this.pages.length + 1}`
    const counts = { characters: 2, followers: 3, likes: 4, messages: 5 }
    const page = { id, username: 'ines', firstName: 'Ines', picture: null, about: '', links: [], ...counts, ...fields }
    this.pages.push(page)
    return page
  }

  /** Answers the calls that visitors may send, too. */
  answerOpen(url: URL): Response | null {
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
    if (pathname === '/api/people') return answer('FoundPeople', this.people)
    if (pathname === '/api/following/characters') return answer('CharacterSummaries', this.followed)
    const [, id] = /^\/api\/following\/([^/]+)$/.exec(pathname) ?? []
    if (id === undefined) return null
    if (method === 'PUT') this.following.add(id)
    if (method === 'DELETE') this.following.delete(id)
    const isFollowed = this.following.has(id)
    return answer('Following', { isFollowed, followers: 3 + Number(isFollowed) })
  }
}
