import type { HttpContext } from '@adonisjs/core/http'
import publicPages from '#config/public_pages'

const { isOn, origin } = publicPages
const robots = ['User-agent: *', 'Disallow: /api/', isOn && origin !== null && `Sitemap: ${origin}/sitemap.xml`]
  .filter(Boolean)
  .join('\n')

export default class RobotsController {
  show({ response }: HttpContext) {
    return response
      .header('Cache-Control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${robots}\n`)
  }
}
