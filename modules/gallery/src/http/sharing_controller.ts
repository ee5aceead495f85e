import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Replicas } from '#modules/kernel/replicas'
import { SharedCharacters } from '../../index.ts'
import { Sitemap } from '../sharing/sitemap.ts'
import { refuse } from './refusals.ts'

const decompress = promisify(gunzip)

/** Serves the data of public characters that anyone may read: previews, and the addresses of their share pages. */
@inject()
export default class SharingController {
  constructor(
    private readonly shared: SharedCharacters,
    private readonly sitemap: Sitemap,
    private readonly replicas: Replicas
  ) {}

  async show(ctx: HttpContext) {
    const shared = await this.replicas.run(ctx, (client) => this.shared.find(ctx.params.id, client))
    return shared ?? refuse(ctx, 'unknown')
  }

  async sitemapRoot(ctx: HttpContext) {
    return send(ctx, await this.sitemap.root())
  }

  async sitemapFile(ctx: HttpContext) {
    return send(ctx, await this.sitemap.file(ctx.params.file.replace(/\.xml$/, '')))
  }
}

const send = async (ctx: HttpContext, xml: Buffer | null) => {
  if (xml === null) return refuse(ctx, 'no_such_file')
  const acceptsGzip = ctx.request.encoding(['gzip']) === 'gzip'
  if (acceptsGzip) ctx.response.header('Content-Encoding', 'gzip')
  return ctx.response
    .header('Content-Type', 'application/xml; charset=utf-8')
    .header('Cache-Control', 'public, max-age=3600')
    .header('Vary', 'Accept-Encoding')
    .send(acceptsGzip ? xml : await decompress(xml))
}
