import type { HttpContext } from '@adonisjs/core/http'

export interface FieldProblem {
  field: string
  rule: string
  message: string
}

/** Answers with the one shape every failure has. `message` is a sentence for a person, `code` is for machines. */
export const problem = (
  { response }: Pick<HttpContext, 'response'>,
  status: number,
  code: string,
  message: string,
  errors?: FieldProblem[]
) => response.status(status).json(errors ? { message, code, errors } : { message, code })
