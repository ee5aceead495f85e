import type { HttpContext } from '@adonisjs/core/http'

export default class SignOutController {
  async handle({ auth, response }: HttpContext) {
    await auth.use('web').signOut()
    return response.header('Cache-Control', 'no-store').redirect().status(302).toPath('/')
  }

  async everywhere({ auth, response }: HttpContext) {
    await auth.use('web').signOutEverywhere()
    response.header('Cache-Control', 'no-store')
    return { message: 'You are signed out everywhere.' }
  }
}
