import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Accounts } from '#modules/accounts/index'
import { nextPageLink } from '#modules/kernel/pages'
import { Replicas } from '#modules/kernel/replicas'
import { readBody, readQuery } from '#modules/kernel/validation'
import type { Comment } from '../../api.ts'
import { Gallery } from '../../index.ts'
import { PostComment } from '../actions/post_comment.ts'
import { RemoveComment } from '../actions/remove_comment.ts'
import { ListCommentsQuery } from '../queries/list_comments_query.ts'
import { getViewer } from './get_viewer.ts'
import { refuse } from './refusals.ts'
import { commentsPageValidator, commentValidator } from './validators.ts'

/** Comments of a character. Every viewer of the character can read them, including visitors. */
@inject()
export default class CommentsController {
  constructor(
    private readonly gallery: Gallery,
    private readonly accounts: Accounts,
    private readonly listComments: ListCommentsQuery,
    private readonly postComment: PostComment,
    private readonly removeComment: RemoveComment,
    private readonly replicas: Replicas
  ) {}

  async index(ctx: HttpContext) {
    const { limit, cursor: after } = await readQuery(ctx, commentsPageValidator)
    const viewer = await getViewer(ctx)
    const view = await this.gallery.find(ctx.params.id, viewer)
    if (!view) return refuse(ctx, 'unknown')
    if (view.kind === 'adult_gate') return refuse(ctx, 'adult_gate')
    const { id } = view.character
    const readerId = viewer?.id ?? null
    const page = await this.replicas.run(ctx, (client) => this.listComments.run(id, { limit, after, readerId }, client))
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return page.items
  }

  async create(ctx: HttpContext) {
    const viewer = ctx.auth.getUserOrFail()
    const view = await this.gallery.find(ctx.params.id, viewer)
    if (!view) return refuse(ctx, 'unknown')
    if (view.kind === 'adult_gate') return refuse(ctx, 'adult_gate')
    const { content } = await readBody(ctx, commentValidator)
    const posted = await this.postComment.run(viewer.id, view.character, content)
    if (!posted.ok) return refuse(ctx, { ...posted.failure, things: 'comments' })
    const { id, createdAt, review } = posted.value
    const user = (await this.accounts.profiles([viewer.id])).get(viewer.id)!
    ctx.response.status(201)
    return { id, content, createdAt: createdAt.toISOString(), user, ...(review && { review }) } satisfies Comment
  }

  /** Removes a comment, even with adult content off. */
  async destroy(ctx: HttpContext) {
    const viewer = ctx.auth.getUserOrFail()
    const { id, commentId } = ctx.params
    const view = await this.gallery.find(id, { ...viewer, limitlessEnabled: true })
    if (!view) return refuse(ctx, 'unknown')
    const removed = await this.removeComment.remove(viewer, view.character, commentId)
    return removed.ok ? { message: 'The comment has been removed.' } : refuse(ctx, removed.failure)
  }

  async restore(ctx: HttpContext) {
    const viewer = ctx.auth.getUserOrFail()
    const { id, commentId } = ctx.params
    const view = await this.gallery.find(id, { ...viewer, limitlessEnabled: true })
    if (!view) return refuse(ctx, 'unknown')
    const restored = await this.removeComment.restore(viewer, view.character, commentId)
    if (!restored) return refuse(ctx, 'no_such_comment')
    const { userId, content, createdAt, review } = restored
    const unknownUser = { id: userId, firstName: null, username: null, profileImageUrl: null }
    const user = (await this.accounts.profiles([userId])).get(userId) ?? unknownUser
    const shown = review && userId === viewer.id ? { review } : {}
    return { id: restored.id, content, createdAt: createdAt.toISOString(), user, ...shown } satisfies Comment
  }
}
