import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { isProven } from '#modules/accounts/index'
import type { Done } from '#modules/kernel/calls'
import { maxCharacters, readBody, withMessages } from '#modules/kernel/validation'
import { tokenDays, tokenLimits, tokenScopes, type ApiToken, type CreatedApiToken } from '../../api.ts'
import { AccessTokens } from '../access_tokens.ts'
import { NewTokenLimit } from '../rate_limits.ts'
import { refuseToken } from './refusals.ts'

const { nameMax } = tokenLimits

/** The caller's own tokens. */
@inject()
export default class TokensController {
  static readonly newTokenValidator = withMessages(
    vine.create({
      name: vine
        .string()
        .trim()
        .minLength(1)
        .use(maxCharacters({ max: nameMax, message: `A name may have ${nameMax} characters at most.` })),
      scopes: vine.array(vine.enum(tokenScopes)).distinct().minLength(1).maxLength(tokenScopes.length),
      days: vine
        .number()
        .in([...tokenDays])
        .nullable(),
    }),
    {
      'name.required': 'Give the token a name.',
      'name.minLength': 'Give the token a name.',
      'scopes.minLength': 'Choose at least one thing that the token may do.',
    }
  )

  constructor(
    private readonly tokens: AccessTokens,
    private readonly limit: NewTokenLimit
  ) {}

  async list({ auth }: HttpContext): Promise<ApiToken[]> {
    return this.tokens.list(auth.getUserOrFail().id)
  }

  async create(ctx: HttpContext): Promise<CreatedApiToken | void> {
    const body = await readBody(ctx, TokensController.newTokenValidator)
    if (!(await isProven(ctx))) return refuseToken(ctx, 'unproven')
    const { id } = ctx.auth.getUserOrFail()
    const retryAfterSeconds = await this.limit.count(id)
    if (retryAfterSeconds !== null) return refuseToken(ctx, { kind: 'too_many', retryAfterSeconds })
    const created = await this.tokens.create(id, { ...body, days: body.days as (typeof tokenDays)[number] | null })
    if (!created.ok) return refuseToken(ctx, created.failure)
    ctx.response.status(201)
    return created.value
  }

  async revoke(ctx: HttpContext): Promise<Done | void> {
    const isRevoked = await this.tokens.revoke(ctx.auth.getUserOrFail().id, ctx.params.id)
    return isRevoked ? { message: 'The token no longer works.' } : refuseToken(ctx, 'no_such_token')
  }
}
