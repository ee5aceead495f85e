import type { HttpContext } from '@adonisjs/core/http'

export default class SignOutController {
  async handle({ auth, response }: HttpContext) {
    await auth.use('web').signOut()
    return response.header('Cache-Control', 'no-store').redirect().status(302).toPath('/')
  }
}
