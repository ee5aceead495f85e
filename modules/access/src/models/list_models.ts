import { inject } from '@adonisjs/core'
import type { CurrentUser } from '#modules/accounts/index'
import { Tiers } from '#modules/chat/index'
import { Gallery, RecentChats, type CharacterView } from '#modules/gallery/index'
import { Brand } from '#modules/kernel/settings'
import { modelLimits, type ModelInfo, type ModelList } from '../../api.ts'
import { modelNamed } from './completion_request.ts'

/** The models that programs can name. */
@inject()
export class ListModels {
  constructor(
    private readonly tiers: Tiers,
    private readonly gallery: Gallery,
    private readonly chats: RecentChats,
    private readonly brand: Brand
  ) {}

  /** Returns the tiers, then characters of the user: their own, and those of their newest chats. */
  async list(user: CurrentUser): Promise<ModelList> {
    const half = modelLimits.listedMax / 2
    const [own, recent] = await Promise.all([
      this.gallery.ownIds(user.id, null, half),
      this.chats.newest(user.id, half),
    ])
    const ids = new Set([...recent.map(({ characterId }) => characterId), ...own])
    const views = await this.gallery.findMany([...ids], user)
    const characters = [...ids].flatMap((id) => this.#character(views.get(id)) ?? [])
    return { object: 'list', data: [...[...this.tiers.byId.keys()].map((id) => this.#tier(id)), ...characters] }
  }

  async find(user: CurrentUser, name: string): Promise<ModelInfo | 'no_such_model' | 'adult_gate'> {
    const named = modelNamed(name, this.tiers)
    if (!named) return 'no_such_model'
    if (named.characterId === null) return this.#tier(named.tier.id)
    const view = await this.gallery.find(named.characterId, user)
    if (view?.kind === 'adult_gate') return 'adult_gate'
    const character = this.#character(view ?? undefined)
    return character ? { ...character, id: name } : 'no_such_model'
  }

  #tier(id: string): ModelInfo {
    return { id, object: 'model', created: 0, owned_by: this.brand.name, name: this.tiers.byId.get(id)!.name }
  }

  /** Returns null for a character that the user can't talk to. */
  #character(view: CharacterView | undefined): ModelInfo | null {
    if (view?.kind !== 'visible') return null
    const { id, name, createdAt } = view.character
    const created = Math.floor(Date.parse(createdAt) / 1_000)
    return { id: `character:${id}`, object: 'model', created, owned_by: this.brand.name, name }
  }
}
