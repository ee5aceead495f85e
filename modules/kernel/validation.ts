import type { HttpContext } from '@adonisjs/core/http'
import vine, { errors, SimpleErrorReporter, SimpleMessagesProvider } from '@vinejs/vine'
import type { FieldContext } from '@vinejs/vine/types'
import type { FieldProblem } from './refusals.ts'
import { fail, ok, type Result } from './result.ts'
import { isLonger } from './text.ts'

/*
 * The only place that reads the body and the query of a request. Validators are compiled once, when their module is loaded. Keys that a
 * validator doesn't name are dropped.
 */

// Otherwise its default messages replace those of custom rules that have the name of one of its own.
vine.messagesProvider = new SimpleMessagesProvider({})

interface Validator<Output, Options extends unknown[]> {
  validate(data: any, ...options: Options): Promise<Output>
}

/** Validates the body. Refuses a body that isn't an object. */
export const readBody = <Output, Options extends unknown[]>(
  { request }: Pick<HttpContext, 'request'>,
  validator: Validator<Output, Options>,
  ...options: Options
): Promise<Output> => validator.validate(request.body(), ...options)

/** As `readBody`, for pages that show the failures in their form. */
export const tryReadBody = async <Output, Options extends unknown[]>(
  ctx: Pick<HttpContext, 'request'>,
  validator: Validator<Output, Options>,
  ...options: Options
): Promise<Result<Output, FieldProblem[]>> => {
  try {
    return ok(await readBody(ctx, validator, ...options))
  } catch (error) {
    if (!(error instanceof errors.E_VALIDATION_ERROR)) throw error
    const failures: FieldProblem[] = error.messages
    return fail(failures.map(({ field, rule, message }) => ({ field, rule, message })))
  }
}

/** Validates the query. */
export const readQuery = <Output, Options extends unknown[]>(
  { request }: Pick<HttpContext, 'request'>,
  validator: Validator<Output, Options>,
  ...options: Options
): Promise<Output> => validator.validate(request.qs(), ...options)

/** Returns the body without validating it, for documents whose rules also apply to files and to forms in browsers. */
export const readDocument = ({ request }: Pick<HttpContext, 'request'>): unknown => request.body()

/** Sets the messages of a validator, by `field.rule`, and the code of its error responses. */
export const withMessages = <Compiled extends { messagesProvider: unknown; errorReporter: () => unknown }>(
  validator: Compiled,
  messages: Record<string, string>,
  code?: string
): Compiled => {
  validator.messagesProvider = new SimpleMessagesProvider(messages)
  if (code !== undefined) validator.errorReporter = () => new CodedReporter(code)
  return validator
}

class CodedReporter extends SimpleErrorReporter {
  constructor(private readonly problemCode: string) {
    super()
  }

  override createError() {
    return Object.assign(super.createError(), { problemCode: this.problemCode })
  }
}

/** Counts code points. Vine's own rule counts UTF-16 units. */
export const maxCharacters = vine.createRule((value, { max, message }: { max: number; message: string }, field) => {
  if (isLonger(value as string, max)) field.report(message, 'maxLength', field)
})

export type CheckedField<Output> = Result<Output, { rule: string; message: string }>

/** Checks and converts a field. Gets undefined for an absent one. */
export type ReadField<Output> = (value: unknown, field: FieldContext) => CheckedField<Output>

const readRule = vine.createRule(
  (value, read: ReadField<unknown>, field) => {
    const result = read(value, field)
    if (result.ok) field.mutate(result.value, field)
    else field.report(result.failure.message, result.failure.rule, field)
  },
  { implicit: true }
)

/** A field that a function checks and converts. */
export const custom = <Output>(read: ReadField<Output>) =>
  vine
    .any()
    .use(readRule(read))
    .nullable()
    .optional()
    .transform<Output>((value) => value as Output)

/** A field that its reader checks. */
export const unchecked = () => custom((value) => ok(value))

interface PageLimit {
  /** The limit of requests without one. */
  usual: number
  max: number
  rule?: string
  /** Whether an empty parameter counts as a missing one. */
  isEmptyUsual?: boolean
}

/** The `limit` of a list, a whole number of 1 or more. */
export const pageLimit = ({ usual, max, rule = 'range', isEmptyUsual = false }: PageLimit) =>
  custom((limit): CheckedField<number> => {
    if (limit === undefined || (isEmptyUsual && limit === '')) return ok(usual)
    const size = typeof limit === 'string' && /^\d{1,6}$/.test(limit) ? Number(limit) : 0
    if (size >= 1 && size <= max) return ok(size)
    return fail({ rule, message: `limit must be a whole number from 1 to ${max}.` })
  })

/** The `cursor` of a list. Null on the first page. */
export const pageCursor = <Position>(decode: (cursor: string) => Position | null) =>
  custom((cursor): CheckedField<Position | null> => {
    const position = typeof cursor === 'string' ? decode(cursor) : null
    if (cursor === undefined || position !== null) return ok(position)
    return fail({ rule: 'cursor', message: 'cursor must come from the page before.' })
  })
