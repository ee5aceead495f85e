import type { HttpContext } from '@adonisjs/core/http'
import { storageFullMessage, type StorageFull } from '#modules/accounts/index'
import { problem } from '#modules/kernel/problem'
import type { EditRefusal } from '../actions/edit_character.ts'
import type { NotOwned } from '../actions/own_character.ts'
import type { CharacterProblem } from '../domain/character_rules.ts'
import { limits } from '../domain/limits.ts'
import { noSuchCharacter } from './no_such_character.ts'

/** Responds with all problems, and with the message of the first one. */
export const invalidCharacter = (ctx: HttpContext, problems: CharacterProblem[]) => {
  const [first] = problems
  return problem(
    ctx,
    422,
    first!.rule === 'forbidden' ? 'content_not_allowed' : 'validation_failed',
    first!.message,
    problems
  )
}

export const notOwned = (ctx: HttpContext, { kind }: NotOwned, verb: 'edit' | 'delete') =>
  kind === 'unknown'
    ? noSuchCharacter(ctx)
    : problem(ctx, 403, 'not_yours', `You can only ${verb} characters you created.`)

export const historyFull = (ctx: HttpContext) =>
  problem(
    ctx,
    409,
    'too_many_versions',
    `This character has the most versions that it can have (${limits.versionsMax.toLocaleString('en')}). Please create a new one to change its texts.`
  )

export const storageFull = (ctx: HttpContext, refusal: StorageFull) =>
  problem(ctx, 413, 'storage_full', storageFullMessage(refusal))

export const forksNotAllowed = (ctx: HttpContext) =>
  problem(ctx, 403, 'forks_not_allowed', 'The creator of this character doesn’t allow copies of it.')

export const adultGate = (ctx: HttpContext) => problem(ctx, 403, 'adult_gate', 'Adult Content: enable it in Settings')

export const tooMany = (ctx: HttpContext, { retryAfterSeconds }: { retryAfterSeconds: number }, things: string) => {
  ctx.response.header('Retry-After', String(retryAfterSeconds))
  return problem(ctx, 429, 'too_many_requests', `That's too many ${things} in a short time. Please wait a while.`)
}

export const refuseEdit = (ctx: HttpContext, refusal: EditRefusal) => {
  switch (refusal.kind) {
    case 'invalid':
      return invalidCharacter(ctx, refusal.problems)
    case 'too_many':
      return tooMany(ctx, refusal, 'changes')
    case 'history_full':
      return historyFull(ctx)
    case 'storage_full':
      return storageFull(ctx, refusal)
    case 'unknown':
    case 'not_yours':
      return notOwned(ctx, refusal, 'edit')
  }
}
