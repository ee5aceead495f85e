import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { nextPageLink } from '#modules/kernel/pages'
import { readDocument, readQuery } from '#modules/kernel/validation'
import type { Lorebook, UsedLorebook } from '../../api.ts'
import { LoreUses } from '../../index.ts'
import { SaveLorebook } from '../actions/save_lorebook.ts'
import { ListLorebooksQuery } from '../queries/list_lorebooks_query.ts'
import { refuse } from './refusals.ts'
import { booksPageValidator } from './validators.ts'

/** The caller's own lorebooks. */
@inject()
export default class LorebooksController {
  constructor(
    private readonly listLorebooks: ListLorebooksQuery,
    private readonly saveLorebook: SaveLorebook,
    private readonly uses: LoreUses
  ) {}

  async index(ctx: HttpContext) {
    const { limit, cursor: after } = await readQuery(ctx, booksPageValidator)
    const ownerId = ctx.auth.getUserOrFail().id
    const page = await this.listLorebooks.run(ownerId, { limit, after })
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return this.#withUses(ownerId, page.items)
  }

  async show(ctx: HttpContext) {
    const ownerId = ctx.auth.getUserOrFail().id
    const book = await this.listLorebooks.find(ownerId, ctx.params.id)
    return book ? (await this.#withUses(ownerId, [book]))[0]! : refuse(ctx, 'unknown')
  }

  async create(ctx: HttpContext) {
    const created = await this.saveLorebook.create(ctx.auth.getUserOrFail().id, readDocument(ctx))
    if (!created.ok) return refuse(ctx, created.failure)
    ctx.response.status(201)
    return created.value
  }

  async update(ctx: HttpContext) {
    const edited = await this.saveLorebook.edit(ctx.auth.getUserOrFail().id, ctx.params.id, readDocument(ctx))
    return edited.ok ? edited.value : refuse(ctx, edited.failure)
  }

  async destroy(ctx: HttpContext) {
    const isDeleted = await this.saveLorebook.delete(ctx.auth.getUserOrFail().id, ctx.params.id)
    return isDeleted ? { message: 'The lorebook is deleted.' } : refuse(ctx, 'unknown')
  }

  async #withUses(ownerId: string, books: readonly Lorebook[]): Promise<UsedLorebook[]> {
    const uses = await this.uses.of(
      ownerId,
      books.map(({ id }) => id)
    )
    return books.map((book) => ({ ...book, usedBy: uses.get(book.id) ?? { characters: [], count: 0 } }))
  }
}
