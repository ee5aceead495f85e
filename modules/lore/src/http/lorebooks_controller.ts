import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { nextPageLink } from '#modules/kernel/pages'
import type { Lorebook, UsedLorebook } from '../../api.ts'
import { LoreUses } from '../../index.ts'
import { SaveLorebook } from '../actions/save_lorebook.ts'
import { limits } from '../domain/limits.ts'
import { decodeBookCursor, ListLorebooksQuery } from '../queries/list_lorebooks_query.ts'
import { readPageRequest } from './page_request.ts'
import { invalid, noSuchLorebook, refuseWrite } from './refusals.ts'

/** The caller's own lorebooks. */
@inject()
export default class LorebooksController {
  constructor(
    private readonly listLorebooks: ListLorebooksQuery,
    private readonly saveLorebook: SaveLorebook,
    private readonly uses: LoreUses
  ) {}

  async index(ctx: HttpContext) {
    const request = readPageRequest(ctx.request.qs(), {
      usual: limits.booksPage,
      max: limits.booksPageMax,
      decode: decodeBookCursor,
    })
    if (!request.ok) return invalid(ctx, request.failure)
    const ownerId = ctx.auth.getUserOrFail().id
    const page = await this.listLorebooks.run(ownerId, request.value)
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return this.#withUses(ownerId, page.items)
  }

  async show(ctx: HttpContext) {
    const ownerId = ctx.auth.getUserOrFail().id
    const book = await this.listLorebooks.find(ownerId, ctx.params.id)
    return book ? (await this.#withUses(ownerId, [book]))[0]! : noSuchLorebook(ctx)
  }

  async create(ctx: HttpContext) {
    const created = await this.saveLorebook.create(ctx.auth.getUserOrFail().id, ctx.request.body())
    if (!created.ok) return refuseWrite(ctx, created.failure)
    ctx.response.status(201)
    return created.value
  }

  async update(ctx: HttpContext) {
    const edited = await this.saveLorebook.edit(ctx.auth.getUserOrFail().id, ctx.params.id, ctx.request.body())
    return edited.ok ? edited.value : refuseWrite(ctx, edited.failure)
  }

  async destroy(ctx: HttpContext) {
    const isDeleted = await this.saveLorebook.delete(ctx.auth.getUserOrFail().id, ctx.params.id)
    return isDeleted ? { message: 'The lorebook is deleted.' } : noSuchLorebook(ctx)
  }

  async #withUses(ownerId: string, books: readonly Lorebook[]): Promise<UsedLorebook[]> {
    const uses = await this.uses.of(
      ownerId,
      books.map(({ id }) => id)
    )
    return books.map((book) => ({ ...book, usedBy: uses.get(book.id) ?? { characters: [], count: 0 } }))
  }
}
