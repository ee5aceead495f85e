import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { CreatorCharacters } from '#modules/gallery/index'
import type { CharacterSummary } from '#modules/gallery/api'
import type { Done } from '#modules/kernel/calls'
import { readBody, readQuery } from '#modules/kernel/validation'
import type { Collection, OwnCollection } from '../../api.ts'
import { Collections } from '../collections/collections.ts'
import { DatabaseCreatorPages } from '../database_creator_pages.ts'
import { getViewer } from './creators_controller.ts'
import { refuse } from './refusals.ts'
import { collectionsValidator, collectionValidator, newCollectionValidator } from './validators.ts'

/** The caller's own collections, and the public ones of creators. */
@inject()
export default class CollectionsController {
  constructor(
    private readonly collections: Collections,
    private readonly pages: DatabaseCreatorPages,
    private readonly characters: CreatorCharacters
  ) {}

  async list(ctx: HttpContext): Promise<OwnCollection[]> {
    const { character = null } = await readQuery(ctx, collectionsValidator)
    return this.collections.list(ctx.auth.getUserOrFail().id, character)
  }

  async create(ctx: HttpContext): Promise<OwnCollection | void> {
    const body = await readBody(ctx, newCollectionValidator)
    const created = await this.collections.create(ctx.auth.getUserOrFail().id, body)
    if (!created.ok) return refuse(ctx, created.failure)
    ctx.response.status(201)
    return created.value
  }

  async change(ctx: HttpContext): Promise<OwnCollection | void> {
    const change = await readBody(ctx, collectionValidator)
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const changed = await this.collections.change(ctx.auth.getUserOrFail().id, ctx.params.id, given)
    return changed.ok ? changed.value : refuse(ctx, changed.failure)
  }

  async remove(ctx: HttpContext): Promise<Done | void> {
    const isGone = await this.collections.remove(ctx.auth.getUserOrFail().id, ctx.params.id)
    return isGone ? { message: 'The collection is deleted.' } : refuse(ctx, { kind: 'no_collection' })
  }

  async listCharacters(ctx: HttpContext): Promise<CharacterSummary[] | void> {
    const viewer = ctx.auth.getUserOrFail()
    const { id } = ctx.params
    if (!(await this.collections.has(viewer.id, id, { isPublic: false }))) return refuse(ctx, { kind: 'no_collection' })
    return this.characters.among(await this.collections.characterIds(viewer.id, id), viewer)
  }

  async add(ctx: HttpContext): Promise<Done | void> {
    const { id, characterId } = ctx.params
    const added = await this.collections.add(ctx.auth.getUserOrFail(), id, characterId)
    return added.ok ? { message: 'The character is in the collection.' } : refuse(ctx, added.failure)
  }

  async take(ctx: HttpContext): Promise<Done | void> {
    const { id: userId } = ctx.auth.getUserOrFail()
    const { id, characterId } = ctx.params
    if (!(await this.collections.has(userId, id, { isPublic: false }))) return refuse(ctx, { kind: 'no_collection' })
    await this.collections.take(userId, id, characterId)
    return { message: 'The character isn’t in the collection any more.' }
  }

  async listPublic(ctx: HttpContext): Promise<Collection[] | void> {
    const { id } = ctx.params
    if (!(await this.pages.isOpen(id, await getViewer(ctx)))) return refuse(ctx, 'no_page')
    return this.collections.listPublic(id)
  }

  async listPublicCharacters(ctx: HttpContext): Promise<CharacterSummary[] | void> {
    const viewer = await getViewer(ctx)
    const { id, collectionId } = ctx.params
    if (!(await this.pages.isOpen(id, viewer))) return refuse(ctx, 'no_page')
    if (!(await this.collections.has(id, collectionId, { isPublic: true })))
      return refuse(ctx, { kind: 'no_collection' })
    return this.characters.among(await this.collections.characterIds(id, collectionId), viewer)
  }
}
