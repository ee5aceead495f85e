import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { nextPageLink } from '#modules/kernel/pages'
import { SaveEntry } from '../actions/save_entry.ts'
import { limits } from '../domain/limits.ts'
import { decodeEntryCursor, ListEntriesQuery } from '../queries/list_entries_query.ts'
import { ListLorebooksQuery } from '../queries/list_lorebooks_query.ts'
import { readPageRequest } from './page_request.ts'
import { invalid, noSuchLorebook, refuseWrite } from './refusals.ts'

/** Entries of the caller's own lorebooks. */
@inject()
export default class EntriesController {
  constructor(
    private readonly lorebooks: ListLorebooksQuery,
    private readonly listEntries: ListEntriesQuery,
    private readonly saveEntry: SaveEntry
  ) {}

  async index(ctx: HttpContext) {
    const request = readPageRequest(ctx.request.qs(), {
      usual: limits.entriesPage,
      max: limits.entriesPageMax,
      decode: decodeEntryCursor,
    })
    if (!request.ok) return invalid(ctx, request.failure)
    const book = await this.lorebooks.find(ctx.auth.getUserOrFail().id, ctx.params.id)
    if (!book) return noSuchLorebook(ctx)
    const page = await this.listEntries.run(book.id, request.value)
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return page.items
  }

  async create(ctx: HttpContext) {
    const added = await this.saveEntry.add(ctx.auth.getUserOrFail().id, ctx.params.id, ctx.request.body())
    if (!added.ok) return refuseWrite(ctx, added.failure)
    ctx.response.status(201)
    return added.value
  }

  async update(ctx: HttpContext) {
    const { id, entryId } = ctx.params
    const edited = await this.saveEntry.edit(ctx.auth.getUserOrFail().id, id, entryId, ctx.request.body())
    return edited.ok ? edited.value : refuseWrite(ctx, edited.failure)
  }

  async destroy(ctx: HttpContext) {
    const { id, entryId } = ctx.params
    const refusal = await this.saveEntry.delete(ctx.auth.getUserOrFail().id, id, entryId)
    return refusal ? refuseWrite(ctx, refusal) : { message: 'The entry is deleted.' }
  }
}
