import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { limits } from '#modules/gallery/api'
import { PublicationReviews, type HeldReview, type HeldReviewDetails } from '#modules/gallery/index'
import { readBody, readQuery } from '#modules/kernel/validation'
import { DecideReview } from '../actions/decide_review.ts'
import { answerPage } from './answer_page.ts'
import { refuse } from './refusals.ts'
import { decisionValidator, pageValidator } from './validators.ts'

const validator = pageValidator(limits.heldMax)

/** Content that is held before publication. */
@inject()
export default class ReviewsController {
  constructor(
    private readonly reviews: PublicationReviews,
    private readonly decideReview: DecideReview
  ) {}

  async list(ctx: HttpContext): Promise<HeldReview[] | void> {
    const { limit = limits.heldDefault, cursor } = await readQuery(ctx, validator)
    return answerPage(ctx, await this.reviews.list({ limit, cursor }))
  }

  async show(ctx: HttpContext): Promise<HeldReviewDetails | void> {
    return (await this.reviews.find(ctx.params.id)) ?? refuse(ctx, 'unknown_review')
  }

  async decide(ctx: HttpContext) {
    const { round, approved, reason } = await readBody(ctx, decisionValidator)
    const decision = { round, isApproved: approved, reason: reason || null }
    const decided = await this.decideReview.run(ctx.auth.getUserOrFail(), ctx.params.id, decision)
    if (!decided.ok) return refuse(ctx, decided.failure.kind === 'unknown' ? 'unknown_review' : decided.failure.kind)
    return { message: approved ? 'It is published.' : 'It stays unpublished.' }
  }
}
