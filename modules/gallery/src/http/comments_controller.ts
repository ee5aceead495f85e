import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Accounts } from '#modules/accounts/index'
import { nextPageLink } from '#modules/kernel/pages'
import { problem } from '#modules/kernel/problem'
import type { Comment } from '../../api.ts'
import { Gallery } from '../../index.ts'
import { PostComment } from '../actions/post_comment.ts'
import { RemoveComment } from '../actions/remove_comment.ts'
import { limits } from '../domain/limits.ts'
import { decodeCommentPosition, ListCommentsQuery } from '../queries/list_comments_query.ts'
import { noSuchCharacter } from './no_such_character.ts'
import { adultGate, tooMany } from './refusals.ts'
import { getViewer } from './get_viewer.ts'

/** Comments of a character. Every viewer of the character can read them, including visitors. */
@inject()
export default class CommentsController {
  constructor(
    private readonly gallery: Gallery,
    private readonly accounts: Accounts,
    private readonly listComments: ListCommentsQuery,
    private readonly postComment: PostComment,
    private readonly removeComment: RemoveComment
  ) {}

  async index(ctx: HttpContext) {
    const { limit: limitText = String(limits.commentsDefault), cursor } = ctx.request.qs()
    const limit = typeof limitText === 'string' && /^\d{1,3}$/.test(limitText) ? Number(limitText) : 0
    if (limit < 1 || limit > limits.commentsMax)
      return invalid(ctx, 'limit', `limit must be a whole number from 1 to ${limits.commentsMax}.`)
    const after = typeof cursor === 'string' ? decodeCommentPosition(cursor) : null
    if (cursor !== undefined && !after) return invalid(ctx, 'cursor', 'cursor must come from the page before.')

    const view = await this.gallery.find(ctx.params.id, await getViewer(ctx))
    if (!view) return noSuchCharacter(ctx)
    if (view.kind === 'adult_gate') return adultGate(ctx)
    const page = await this.listComments.run(view.character.id, { limit, after })
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return page.items
  }

  async create(ctx: HttpContext) {
    const viewer = ctx.auth.getUserOrFail()
    const view = await this.gallery.find(ctx.params.id, viewer)
    if (!view) return noSuchCharacter(ctx)
    if (view.kind === 'adult_gate') return adultGate(ctx)
    const posted = await this.postComment.run(viewer.id, view.character.id, ctx.request.input('content'))
    if (posted.ok) {
      const { id, content, createdAt } = posted.value
      const user = (await this.accounts.profiles([viewer.id])).get(viewer.id)!
      ctx.response.status(201)
      return { id, content, createdAt: createdAt.toISOString(), user } satisfies Comment
    }
    switch (posted.failure.kind) {
      case 'invalid':
        return invalid(ctx, 'content', posted.failure.message)
      case 'too_many':
        return tooMany(ctx, posted.failure, 'comments')
    }
  }

  /** Removes a comment, even with adult content off. */
  async destroy(ctx: HttpContext) {
    const viewer = ctx.auth.getUserOrFail()
    const { id, commentId } = ctx.params
    const view = await this.gallery.find(id, { ...viewer, limitlessEnabled: true })
    if (!view) return noSuchCharacter(ctx)
    const removed = await this.removeComment.remove(viewer, view.character, commentId)
    if (removed.ok) return { message: 'The comment has been removed.' }
    switch (removed.failure) {
      case 'no_such_comment':
        return noSuchComment(ctx)
      case 'not_yours':
        return problem(ctx, 403, 'not_yours', 'You can only remove your own comments, and those on your characters.')
    }
  }

  async restore(ctx: HttpContext) {
    const viewer = ctx.auth.getUserOrFail()
    const { id, commentId } = ctx.params
    const view = await this.gallery.find(id, { ...viewer, limitlessEnabled: true })
    if (!view) return noSuchCharacter(ctx)
    const restored = await this.removeComment.restore(viewer, view.character, commentId)
    if (!restored) return noSuchComment(ctx)
    const { userId, content, createdAt } = restored
    const unknownUser = { id: userId, firstName: null, username: null, profileImageUrl: null }
    const user = (await this.accounts.profiles([userId])).get(userId) ?? unknownUser
    return { id: restored.id, content, createdAt: createdAt.toISOString(), user } satisfies Comment
  }
}

const noSuchComment = (ctx: HttpContext) => problem(ctx, 404, 'no_such_comment', 'There is no such comment.')

const invalid = (ctx: HttpContext, field: string, message: string) =>
  problem(ctx, 422, 'validation_failed', message, [{ field, rule: field, message }])
