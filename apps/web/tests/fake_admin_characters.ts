import { isPictureAddress, type AdminCharacter, type Character, type ImportAnswer } from '#modules/gallery/api'
import { answer } from './check_answer.ts'
import { pageOf, refuse } from './fake_answers.ts'
import { FakeApi, defaultUser } from './fake_api.ts'

/** The fake server with the admin calls about characters. */
export class FakeAdminCharacters extends FakeApi {
  /** The answer to the next import. */
  imported: ImportAnswer = { imported: 8, total: 8, errors: [] }
  /** The ids of the characters on the landing page. */
  readonly onLanding = new Set<string>()

  constructor() {
    super()
    this.user = { ...defaultUser, role: 'admin', isAdmin: true }
  }

  override answer(method: string, url: URL, body: unknown): Response {
    const { pathname } = url
    if (pathname === '/api/admin/card-imports') return answer('CardImports', [])
    if (pathname === '/api/admin/import-new-characters') return answer('ImportAnswer', this.imported)
    if (pathname === '/api/admin/generate-character-image') return this.#draw(body as { characterId: string })
    if (!pathname.startsWith('/api/admin/characters')) return super.answer(method, url, body)
    const [, , , , id, verb] = pathname.split('/')
    if (id === undefined) return this.#list(url)
    const character = this.characters.find((each) => each.id === id)
    if (!character) return notFound()
    if (method === 'DELETE') {
      this.characters = this.characters.filter((each) => each !== character)
      return answer('Confirmation', { message: 'The character is deleted.' })
    }
    if (verb === 'first-message')
      return this.#change(character, { firstMessage: (body as { firstMessage: string }).firstMessage })
    if (verb === 'landing') return this.#show(character, (body as { shown: boolean }).shown)
    const { imageUrl } = body as { imageUrl: string }
    if (!isPictureAddress(imageUrl))
      return refuse(422, 'validation_failed', 'The avatar must be the http or https address of a picture.')
    return this.#change(character, { avatar: imageUrl })
  }

  #list(url: URL): Response {
    const q = (url.searchParams.get('q') ?? '').toLowerCase()
    const found = this.characters.filter(({ name, category, tags }) =>
      [name, category, ...tags].some((text) => text.toLowerCase().includes(q))
    )
    return pageOf(
      'AdminCharacters',
      url,
      found.map((character) => this.#listed(character))
    )
  }

  #listed(character: Character): AdminCharacter {
    const creator = { id: character.createdBy, name: 'Sam Doe', username: 'sam' }
    return { ...character, onLanding: this.onLanding.has(character.id), creator }
  }

  #show(character: Character, isShown: boolean): Response {
    if (isShown) this.onLanding.add(character.id)
    else this.onLanding.delete(character.id)
    return answer('AdminCharacter', this.#listed(character))
  }

  #draw({ characterId }: { characterId: string }): Response {
    const character = this.characters.find((each) => each.id === characterId)
    if (!character) return notFound()
    const imageUrl = '/pictures/uploads/drawn.webp'
    Object.assign(character, { avatar: imageUrl })
    return answer('GeneratedCharacterImage', { imageUrl, character: { ...character } })
  }

  #change(character: Character, fields: Partial<Character>): Response {
    return answer('Character', { ...Object.assign(character, fields) })
  }
}

const notFound = () => refuse(404, 'character_not_found', 'This character does not exist.')
