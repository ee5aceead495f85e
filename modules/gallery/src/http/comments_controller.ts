import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Accounts } from '#modules/accounts/index'
import { nextPageLink } from '#modules/kernel/pages'
import { Replicas } from '#modules/kernel/replicas'
import { readBody, readQuery } from '#modules/kernel/validation'
import type { Comment } from '../../api.ts'
import { Gallery } from '../../index.ts'
import { EditComment } from '../actions/edit_comment.ts'
import { PostComment } from '../actions/post_comment.ts'
import { RemoveComment } from '../actions/remove_comment.ts'
import { CreatorLinks } from '../queries/creator_links.ts'
import { ListCommentsQuery, toComment, type ShownComment } from '../queries/list_comments_query.ts'
import { getViewer } from './get_viewer.ts'
import { refuse } from './refusals.ts'
import { commentsPageValidator, commentValidator, editedCommentValidator } from './validators.ts'

/** Comments of a character. Every viewer of the character can read them, including visitors. */
@inject()
export default class CommentsController {
  constructor(
    private readonly gallery: Gallery,
    private readonly accounts: Accounts,
    private readonly listComments: ListCommentsQuery,
    private readonly postComment: PostComment,
    private readonly editComment: EditComment,
    private readonly removeComment: RemoveComment,
    private readonly replicas: Replicas,
    private readonly links: CreatorLinks
  ) {}

  async index(ctx: HttpContext) {
    const query = await readQuery(ctx, commentsPageValidator)
    const { limit, cursor: after, sort = 'new', parent: parentId = null, linked: linkedId = null } = query
    const viewer = await getViewer(ctx)
    const view = await this.gallery.find(ctx.params.id, viewer)
    if (!view) return refuse(ctx, 'unknown')
    if (view.kind === 'adult_gate') return refuse(ctx, 'adult_gate')
    const { id } = view.character
    const request = { characterId: id, parentId, sort, limit, after, linkedId, readerId: viewer?.id ?? null }
    const page = await this.replicas.run(ctx, (client) => this.listComments.run(request, client))
    await this.links.markPeople(page.items.map(({ user }) => user))
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return page.items
  }

  async create(ctx: HttpContext) {
    const viewer = ctx.auth.getUserOrFail()
    const view = await this.gallery.find(ctx.params.id, viewer)
    if (!view) return refuse(ctx, 'unknown')
    if (view.kind === 'adult_gate') return refuse(ctx, 'adult_gate')
    const { content, parentId = null } = await readBody(ctx, commentValidator)
    const posted = await this.postComment.run(viewer.id, view.character, content, parentId)
    if (!posted.ok) return refuse(ctx, { ...posted.failure, things: 'comments' })
    ctx.response.status(201)
    return this.#toComment(posted.value)
  }

  /** Edits the caller's own comment, even with adult content off. */
  async edit(ctx: HttpContext) {
    const viewer = ctx.auth.getUserOrFail()
    const { id: characterId, commentId } = ctx.params
    const { content } = await readBody(ctx, editedCommentValidator)
    const edited = await this.editComment.run({ userId: viewer.id, characterId, commentId, content })
    if (edited.ok) return this.#toComment(edited.value)
    return refuse(ctx, { ...edited.failure, things: 'edits of comments' })
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
    return this.#toComment(restored.userId === viewer.id ? restored : { ...restored, review: null })
  }

  async #toComment(row: ShownComment): Promise<Comment> {
    const author = (await this.accounts.profiles([row.userId])).get(row.userId)
    if (author) await this.links.markPeople([author])
    return toComment(row, author)
  }
}
