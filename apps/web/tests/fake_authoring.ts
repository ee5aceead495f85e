import * as rules from '#config/content_rules'
import {
  blankParts,
  checkEditedCharacter,
  checkNewCharacter,
  type Character,
  type CharacterDraft,
  type CharacterParts,
  type CharacterVersionDetails,
  type WholeDraft,
  type CharacterProblem,
  type CheckedCharacter,
} from '#modules/gallery/api'
import { answer } from './check_answer.ts'
import { refuse } from './fake_answers.ts'
import { FakeApi, defaultCharacter } from './fake_api.ts'

/** The fake server with the calls of authors. Validates with the real rules. */
export class FakeAuthoring extends FakeApi {
  tags: string[] = []
  /** The versions of the edited character, newest first. */
  versions: CharacterVersionDetails[] = []

  override answer(method: string, url: URL, body: unknown): Response {
    const { pathname } = url
    if (pathname === '/api/characters/tags') return answer('Tags', this.tags)
    if (pathname.endsWith('/comments')) return answer('Comments', [])
    if (pathname.endsWith('/similar')) return answer('CharacterSummaries', [])
    if (!pathname.startsWith('/api/characters')) return super.answer(method, url, body)
    const isToEdit = url.searchParams.get('edit') === 'true'
    const [, , , , verb, number, isRestored] = pathname.split('/')
    if (verb === 'versions') return this.#answerVersions(number, isRestored !== undefined)
    if (method === 'GET' && !isToEdit) return super.answer(method, url, body)
    if (!this.user) return refuse(401, 'signed_out', 'Please log in first.')
    if (method === 'POST' && pathname === '/api/characters') return this.#create(body)
    const character = this.characters.find((each) => each.id === pathname.split('/')[3])
    if (!character) return refuse(404, 'not_found', 'Character not found')
    if (character.createdBy !== this.user.id)
      return refuse(403, 'not_yours', 'You can only edit characters you created.')
    if (method === 'GET') return answer('CharacterDetails', this.detailsOf(character))
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
    const character = this.addCharacter({ ...defaultCharacter, ...listedFields(checked.value), ...fresh })
    this.#storeParts(character.id, checked.value)
    return answer('CharacterDetails', this.detailsOf(character), { status: 201 })
  }

  #edit(character: Character, body: unknown): Response {
    const stored = Object.entries(this.detailsOf(character)).map(([key, value]) => [
      key,
      value ?? (nullFields.has(key) ? null : ''),
    ])
    const checked = checkEditedCharacter(rules, body, Object.fromEntries(stored))
    if (!checked.ok) return refusal(checked)
    Object.assign(character, listedFields(checked.value))
    this.#storeParts(character.id, checked.value)
    return answer('CharacterDetails', this.detailsOf(character))
  }

  #storeParts(id: string, draft: WholeDraft): void {
    const parts = Object.keys(blankParts).map((key) => [key, draft[key as keyof CharacterParts] || null])
    const { allowForks, definitionPublic, descriptionIsTeaser } = draft
    const switches = { allowForks, definitionPublic, descriptionIsTeaser }
    this.extras.set(id, { ...this.extras.get(id), ...Object.fromEntries(parts), ...switches })
  }

  #answerVersions(number: string | undefined, isRestored: boolean): Response {
    const listed = this.versions.map(({ texts: _texts, ...version }) => version)
    if (number === undefined) return answer('CharacterVersions', listed)
    const version = this.versions.find((each) => each.number === Number(number))
    if (!version) return refuse(404, 'no_such_version', 'There is no such version.')
    if (!isRestored) return answer('CharacterVersionDetails', version)
    const character = this.characters[0]!
    const { name, description, backstory, personality } = version.texts
    Object.assign(character, { name, description, backstory, personality })
    const newest = { ...version, number: this.versions.length + 1, isPresent: true }
    this.versions = [newest, ...this.versions.map((each) => ({ ...each, isPresent: false }))]
    return answer('CharacterDetails', this.detailsOf(character))
  }
}

/** The fields whose empty value is null instead of an empty text. */
const nullFields = new Set(['avatar', 'avatarFocus', 'background', 'depthNote', 'creatorNotes', 'forkedFrom'])

/** Returns the fields that lists show, too. */
const listedFields = (draft: WholeDraft): CharacterDraft =>
  Object.fromEntries(Object.entries(draft).filter(([key]) => !(key in blankParts))) as unknown as CharacterDraft

function refusal({ failure }: Extract<CheckedCharacter, { ok: false }>): Response {
  const [first] = failure as [CharacterProblem]
  const code = first.rule === 'forbidden' ? 'content_not_allowed' : 'validation_failed'
  return answer('Failure', { message: first.message, code, errors: failure }, { status: 422 })
}

export const aPicture = (name = 'mara.png', type = 'image/png', bytes = 3) =>
  new File([new Uint8Array(bytes)], name, { type })
