import * as rules from '#config/content_rules'
import {
  blankParts,
  checkEditedCharacter,
  checkNewCharacter,
  type Character,
  type CharacterDraft,
  type CharacterProblem,
  type CheckedCharacter,
} from '#modules/gallery/api'
import { answer } from './check_answer.ts'
import { refuse } from './fake_answers.ts'
import { FakeApi, defaultCharacter } from './fake_api.ts'

/** The fake server with the calls of authors. Validates with the real rules. */
export class FakeAuthoring extends FakeApi {
  tags: string[] = []

  override answer(method: string, url: URL, body: unknown): Response {
    const { pathname } = url
    if (pathname === '/api/characters/tags') return answer('Tags', this.tags)
    if (pathname.endsWith('/comments')) return answer('Comments', [])
    if (pathname.endsWith('/similar')) return answer('CharacterSummaries', [])
    if (!pathname.startsWith('/api/characters')) return super.answer(method, url, body)
    const isToEdit = url.searchParams.get('edit') === 'true'
    if (method === 'GET' && !isToEdit) return super.answer(method, url, body)
    if (!this.user) return refuse(401, 'signed_out', 'Please log in first.')
    if (method === 'POST' && pathname === '/api/characters') return this.#create(body)
    const character = this.characters.find((each) => each.id === pathname.split('/')[3])
    if (!character) return refuse(404, 'not_found', 'Character not found')
    if (character.createdBy !== this.user.id)
      return refuse(403, 'not_yours', 'You can only edit characters you created.')
    if (method === 'GET') return answer('Character', character)
    if (method === 'PUT') return this.#edit(character, body)
    this.characters = this.characters.filter((each) => each !== character)
    return answer('Confirmation', { message: 'The character is deleted.' })
  }

  /** Adds a character of the signed-in user. */
  addOwn(fields: Partial<Character> = {}): Character {
    return this.addCharacter({ createdBy: this.user!.id, ...fields })
  }

  #create(body: unknown): Response {
    const checked = checkNewCharacter(rules, body)
    if (!checked.ok) return refusal(checked)
    const fresh = { likes: 0, messageCount: 0, createdBy: this.user!.id, id: undefined }
    return answer('Character', this.addCharacter({ ...defaultCharacter, ...formFields(checked.value), ...fresh }), {
      status: 201,
    })
  }

  #edit(character: Character, body: unknown): Response {
    const texts = { description: '', backstory: '', personality: '', firstMessage: '', greeting: '', scenario: '' }
    const stored = Object.fromEntries(
      Object.entries(character).map(([key, value]) => [key, value ?? (key in texts ? '' : null)])
    )
    const checked = checkEditedCharacter(rules, body, stored as never)
    if (!checked.ok) return refusal(checked)
    return answer('Character', Object.assign(character, formFields(checked.value)))
  }
}

/** The fields of the form, which doesn't show the other parts of a character. */
const formFields = (draft: CharacterDraft): CharacterDraft =>
  Object.fromEntries(Object.entries(draft).filter(([key]) => !(key in blankParts))) as unknown as CharacterDraft

function refusal({ failure }: Extract<CheckedCharacter, { ok: false }>): Response {
  const [first] = failure as [CharacterProblem]
  const code = first.rule === 'forbidden' ? 'content_not_allowed' : 'validation_failed'
  return answer('Failure', { message: first.message, code, errors: failure }, { status: 422 })
}

export const aPicture = (name = 'mara.png', type = 'image/png', bytes = 3) =>
  new File([new Uint8Array(bytes)], name, { type })
