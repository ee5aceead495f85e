import * as rules from '#config/content_rules'
import {
  checkEditedCharacter,
  checkNewCharacter,
  type Character,
  type CharacterProblem,
  type CheckedCharacter,
} from '#modules/gallery/api'
import { FakeApi, someCharacter } from './fake_api.ts'

/** The server as authors know it: it makes, changes and deletes characters by the very rules of the real one. */
export class FakeAuthoring extends FakeApi {
  tags: string[] = []

  override answer(method: string, url: URL, body: unknown): Response {
    const { pathname } = url
    if (pathname === '/api/characters/tags') return json(this.tags)
    if (/\/(comments|similar)$/.test(pathname)) return json([])
    if (!pathname.startsWith('/api/characters')) return super.answer(method, url, body)
    const isToEdit = url.searchParams.get('edit') === 'true'
    if (method === 'GET' && !isToEdit) return super.answer(method, url, body)
    if (!this.user) return json({ message: 'Please log in first.', code: 'signed_out' }, 401)
    if (method === 'POST' && pathname === '/api/characters') return this.#create(body)
    const character = this.characters.find((its) => its.id === pathname.split('/')[3])
    if (!character) return json({ message: 'Character not found', code: 'not_found' }, 404)
    if (character.createdBy !== this.user.id)
      return json({ message: 'You can only edit characters you created.', code: 'not_yours' }, 403)
    if (method === 'GET') return json(character)
    if (method === 'PUT') return this.#edit(character, body)
    this.characters = this.characters.filter((its) => its !== character)
    return json({ message: 'The character is deleted.' })
  }

  /** One of the signed-in user's own. */
  addOwn(fields: Partial<Character> = {}): Character {
    return this.addCharacter({ createdBy: this.user!.id, ...fields })
  }

  #create(body: unknown): Response {
    const checked = checkNewCharacter(rules, body)
    if (!checked.ok) return refusal(checked)
    const fresh = { likes: 0, messageCount: 0, createdBy: this.user!.id, id: undefined }
    return json(this.addCharacter({ ...someCharacter, ...checked.value, ...fresh }), 201)
  }

  #edit(character: Character, body: unknown): Response {
    const texts = { description: '', backstory: '', personality: '', firstMessage: '', greeting: '', scenario: '' }
    const stored = Object.fromEntries(
      Object.entries(character).map(([key, value]) => [key, value ?? (key in texts ? '' : null)])
    )
    const checked = checkEditedCharacter(rules, body, stored as never)
    if (!checked.ok) return refusal(checked)
    return json(Object.assign(character, checked.value))
  }
}

function refusal({ failure }: Extract<CheckedCharacter, { ok: false }>): Response {
  const [first] = failure as [CharacterProblem]
  const code = first.rule === 'forbidden' ? 'content_not_allowed' : 'validation_failed'
  return json({ message: first.message, code, errors: failure }, 422)
}

const json = (body: unknown, status = 200) => Response.json(body, { status })

export const aPicture = (name = 'mara.png', type = 'image/png', bytes = 3) =>
  new File([new Uint8Array(bytes)], name, { type })
