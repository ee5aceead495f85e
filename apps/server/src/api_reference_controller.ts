import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { brand } from '#config/brand'
import publicPages from '#config/public_pages'
import { themeAttribute, themeCookie } from '#modules/accounts/index'
import WebAppController from './web_app_controller.ts'

/** The page that shows the OpenAPI document. */
@inject()
export default class ApiReferenceController {
  constructor(private readonly webApp: WebAppController) {}

  async show(ctx: HttpContext) {
    // The web app has no screen at this address, so it shows that there is nothing.
    if (!publicPages.isOn && !(await ctx.auth.check())) return this.webApp.page(ctx)
    const theme = themeAttribute(ctx.request.plainCookie(themeCookie, { encoded: false }))
    return ctx.response
      .header('Cache-Control', 'no-cache')
      .header('Vary', 'Cookie')
      .type('text/html; charset=utf-8')
      .send(pageOf(theme))
  }
}

/** `load-fonts` would ask another host for fonts. Trying calls is off, because a click could delete something. */
const pageOf = (theme: string) => `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark light">
<title>API · ${brand.name}</title>
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/pages.css">
<script src="/vendor/rapidoc.js" defer></script>
<script src="/api_reference.js" defer></script>
</head>
<body>
<p class="api-status" role="status">Loading the API…</p>
<rapi-doc hidden load-fonts="false" show-header="false" allow-try="false" allow-authentication="false"
 allow-server-selection="false" info-description-headings-in-navbar="true" use-path-in-nav-bar="true" show-method-in-nav-bar="as-colored-text" nav-item-spacing="compact"
 schema-style="table" default-schema-tab="schema" font-size="large" regular-font="Hanken Grotesk Variable, system-ui, sans-serif">
<a slot="nav-logo" class="brand" href="/"><img src="/favicon.svg" alt="" width="30" height="30">${brand.name}</a>
</rapi-doc>
<noscript><p class="api-status">This page needs JavaScript. The same description is at <a href="/api/openapi.json">/api/openapi.json</a>.</p></noscript>
</body>
</html>
`
