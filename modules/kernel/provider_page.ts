import type { HttpContext } from '@adonisjs/core/http'
import { readDocument } from './validation.ts'

/** A provider that may have no site of its own. */
interface PageProvider {
  name: string
  page?(request: { method: 'GET' | 'POST'; path: string; form: Record<string, string> }): Promise<PageAnswer | null>
}

type PageAnswer = { status: number; html: string } | { redirectTo: string }

/** Serves a page of the provider that the address names. Returns false if it has no such page. */
export const sendProviderPage = async (ctx: HttpContext, provider: PageProvider | null): Promise<boolean> => {
  const answer =
    ctx.params.provider === provider?.name
      ? await provider?.page?.({
          method: ctx.request.method() === 'POST' ? 'POST' : 'GET',
          path: `/${(ctx.params['*'] ?? []).join('/')}`,
          form: formOf(readDocument(ctx)),
        })
      : null
  if (!answer) return false
  ctx.response.header('Cache-Control', 'no-store')
  if ('redirectTo' in answer) ctx.response.redirect().status(303).toPath(answer.redirectTo)
  else ctx.response.status(answer.status).type('text/html; charset=utf-8').send(answer.html)
  return true
}

const formOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((body ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string'
    )
  )
