import type { HttpContext } from '@adonisjs/core/http'

export interface FieldProblem {
  field: string
  rule: string
  message: string
}

/** Sends the common error response. `message` is a sentence for people, `code` is for programs. */
export const problem = (
  { response }: Pick<HttpContext, 'response'>,
  status: number,
  code: string,
  message: string,
  errors?: FieldProblem[]
) => response.status(status).json(errors ? { message, code, errors } : { message, code })

/** The error response to an expected failure. */
export interface Refusal {
  status: number
  code: string
  message: string
  errors?: FieldProblem[]
  retryAfterSeconds?: number | null
}

export const refusal = (status: number, code: string, message: string, errors?: FieldProblem[]): Refusal => ({
  status,
  code,
  message,
  errors,
})

/** Reports invalid fields, with the message of the first one. */
export const invalidFields = (errors: FieldProblem[], code = 'validation_failed'): Refusal =>
  refusal(422, code, errors[0]!.message, errors)

export const invalidField = (field: string, rule: string, message: string, code?: string): Refusal =>
  invalidFields([{ field, rule, message }], code)

interface Later {
  retryAfterSeconds: number | null
}

/** For failures that say when the same request may succeed. The message may depend on the failure. */
export const retryLater =
  <Failure extends Later = Later>(status: number, code: string, message: string | ((failure: Failure) => string)) =>
  // Otherwise the table that it is for would decide the type.
  (failure: NoInfer<Failure>): Refusal => ({
    status,
    code,
    message: typeof message === 'string' ? message : message(failure),
    retryAfterSeconds: failure.retryAfterSeconds,
  })

/** For what the operator has paused. The message is the operator's. */
export const underMaintenance = ({ sentence }: { sentence: string }): Refusal => refusal(503, 'maintenance', sentence)

/** Null: the client has disconnected, so nothing is sent. */
type Entry = Refusal | null | ((failure: never) => Refusal | null)

/** The failures that a table answers: their kind alone, if the response needs nothing else. */
type FailureOf<Table> = {
  [Kind in keyof Table & string]: Table[Kind] extends (failure: infer Failure) => unknown
    ? Failure & { kind: Kind }
    : Kind | { kind: Kind }
}[keyof Table & string]

/**
 * Makes the function that answers a module's failures. The compiler refuses failures that the table lacks, so a new kind needs its
 * response.
 */
export const refusals = <const Table extends Record<string, Entry>>(table: Table) => {
  const refusalTo = refusalsOf(table)
  return <Failure extends FailureOf<Table>>(ctx: Pick<HttpContext, 'response'>, failure: Failure): void =>
    sendRefusal(ctx, refusalTo(failure))
}

/** As `refusals`, for answers of another shape: the function returns the refusal. */
export const refusalsOf =
  <const Table extends Record<string, Entry>>(table: Table) =>
  // The failure's own type lets callers add values that only some kinds need.
  <Failure extends FailureOf<Table>>(failure: Failure): Refusal | null => {
    const entry: Entry = table[typeof failure === 'string' ? failure : failure.kind]!
    return typeof entry === 'function' ? entry(failure as never) : entry
  }

export const sendRefusal = (ctx: Pick<HttpContext, 'response'>, refused: Refusal | null): void => {
  if (refused === null) return
  setRetryAfter(ctx, refused)
  problem(ctx, refused.status, refused.code, refused.message, refused.errors)
}

export const setRetryAfter = ({ response }: Pick<HttpContext, 'response'>, { retryAfterSeconds = null }: Refusal) => {
  if (retryAfterSeconds !== null) response.header('Retry-After', String(retryAfterSeconds))
}
