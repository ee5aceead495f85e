import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { UserQuery } from '../queries/user_query.ts'

@inject()
export default class UserController {
  constructor(private readonly users: UserQuery) {}

  async show({ auth }: HttpContext) {
    return this.users.run(auth.getUserOrFail().id, auth.use('web'))
  }
}
