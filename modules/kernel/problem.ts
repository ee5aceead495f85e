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
