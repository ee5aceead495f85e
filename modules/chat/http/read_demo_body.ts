import type { FieldProblem } from '#modules/kernel/problem'
import { fail, ok, type Result } from '#modules/kernel/result'
import { zoneOrUtc } from '#modules/kernel/time_zone'
import { limits } from '../api.ts'
import { checkContent, idOrNil, type AddProblem } from './read_send_body.ts'

interface DemoInput {
  characterId: string
  content: string
  transcript: string | null
  timeZone: string
}

/** Validates the body of a visitor's message. */
export const readDemoBody = (body: Record<string, unknown>): Result<DemoInput, FieldProblem[]> => {
  const { characterId, content, transcript, zone } = body
  const problems: FieldProblem[] = []
  const add: AddProblem = (field, rule, message) => problems.push({ field, rule, message })
  if (typeof characterId !== 'string') add('characterId', 'required', 'characterId is missing.')
  checkContent(content, add, limits.demoContentMax)
  if (transcript !== undefined && transcript !== null && typeof transcript !== 'string')
    add('transcript', 'string', 'The transcript must be a string.')
  if (problems.length) return fail(problems)
  return ok({
    characterId: idOrNil(characterId as string).toLowerCase(),
    content: content as string,
    transcript: (transcript as string | null | undefined) ?? null,
    timeZone: zoneOrUtc(zone),
  })
}
