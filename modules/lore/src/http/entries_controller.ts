import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { nextPageLink } from '#modules/kernel/pages'
import { readDocument, readQuery } from '#modules/kernel/validation'
import { SaveEntry } from '../actions/save_entry.ts'
import { ListEntriesQuery } from '../queries/list_entries_query.ts'
import { ListLorebooksQuery } from '../queries/list_lorebooks_query.ts'
import { refuse } from './refusals.ts'
import { entriesPageValidator } from './validators.ts'

/** Entries of the caller's own lorebooks. */
@inject()
export default class EntriesController {
  constructor(
    private readonly lorebooks: ListLorebooksQuery,
    private readonly listEntries: ListEntriesQuery,
    private readonly saveEntry: SaveEntry
  ) {}

  async index(ctx: HttpContext) {
    const { limit, cursor: after } = await readQuery(ctx, entriesPageValidator)
    const ownerId = ctx.auth.getUserOrFail().id
    const book = await this.lorebooks.find(ownerId, ctx.params.id)
    if (!book) return refuse(ctx, 'unknown')
    const page = await this.listEntries.run({ ownerId, bookId: book.id }, { limit, after })
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return page.items
  }

  async create(ctx: HttpContext) {
    const added = await this.saveEntry.add(ctx.auth.getUserOrFail().id, ctx.params.id, readDocument(ctx))
    if (!added.ok) return refuse(ctx, added.failure)
    ctx.response.status(201)
    return added.value
  }

  async update(ctx: HttpContext) {
    const { id, entryId } = ctx.params
    const edited = await this.saveEntry.edit(ctx.auth.getUserOrFail().id, id, entryId, readDocument(ctx))
    return edited.ok ? edited.value : refuse(ctx, edited.failure)
  }

  async destroy(ctx: HttpContext) {
    const { id, entryId } = ctx.params
    const refusal = await this.saveEntry.delete(ctx.auth.getUserOrFail().id, id, entryId)
    return refusal ? refuse(ctx, refusal) : { message: 'The entry is deleted.' }
  }
}
